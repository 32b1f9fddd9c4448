import { ArrowUpRight, BellOff } from 'lucide-react'
import { alertSeverities, ruleOf } from '../../../../shared/model/alert-kinds.ts'
import type { AlertEvent } from '../../../../shared/schemas/alert.ts'
import { ruleIn, useAlerts } from '../../../alerts/use-rules.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useIsOlder } from '../../../i18n/age.tsx'
import { go } from '../../../state/location-store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { Row, Small, Stack, Text } from '../../../ui/layout.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import type { MenuItem } from '../../../ui/menu-popup.tsx'
import { severityTones, useNumberNow, useRuleText } from './rules.ts'
import styles from './rules.module.css'

const snoozeLengths = [15, 60, 480, 1_440] as const
const minuteMs = 60_000

/** Whether a rule is snoozed, and the menu items that snooze it: `onSnooze` takes minutes, and 0 ends the snooze. */
export function useSnooze(snoozedUntil: number | null, onSnooze: (minutes: number) => void) {
  const { t, format } = useTexts('alerts')
  const isOver = useIsOlder(snoozedUntil, 0)
  const isSnoozed = snoozedUntil !== null && !isOver
  const items: readonly MenuItem[] = (isSnoozed ? [0, ...snoozeLengths] : snoozeLengths).map((length) => ({
    label: length === 0 ? t('snooze.end') : t('snooze.for', { time: format.duration(length * minuteMs) }),
    onChoose: () => onSnooze(length),
  }))
  return { isSnoozed, items }
}

interface SnoozeMenuProps {
  readonly rule: string
  readonly items: readonly MenuItem[]
  /** True without a triggered alert: the menu is an icon. */
  readonly isQuiet: boolean
}

export function SnoozeMenu({ rule, items, isQuiet }: SnoozeMenuProps) {
  const { t } = useTexts('alerts')
  return (
    <MenuButton
      size="small"
      variant={isQuiet ? 'icon' : 'label'}
      Icon={isQuiet ? BellOff : undefined}
      title={isQuiet ? t('snooze.label') : undefined}
      label={t('snooze.label')}
      name={t('snooze.rule', { rule })}
      items={items}
    />
  )
}

interface TriggeredAlertsProps {
  /** Called once the page that an alert is about is shown. */
  readonly onShown?: (() => void) | undefined
}

type TriggeredAlertProps = TriggeredAlertsProps & { readonly event: AlertEvent }

function useAlertText(event: AlertEvent): string {
  const { t } = useTexts('common')
  const ruleText = useRuleText()
  return t('about', { about: ruleText.scope(event) }) + ruleText.condition(event.condition)
}

/** "Lobby kiosk ≥ 10 · 14": an alert with its current number, in one line where its name leaves room. */
export function AlertName({ event }: { readonly event: AlertEvent }) {
  const { format } = useTexts('alerts')
  const ruleText = useRuleText()
  const now = useNumberNow(event)
  const { appId, condition } = event
  return (
    <Row as="span" wrap className={styles.alertName}>
      {appId !== null && <Text truncate>{ruleText.scope(event)}</Text>}
      <span className={styles.alertCondition}>
        {ruleText.shortCondition(condition)}
        {now !== null && condition.kind !== 'time-to-empty' && (
          // Screen readers would announce it again with each reading.
          <Text tabular aria-hidden>{` · ${format.number(now)}`}</Text>
        )}
      </span>
    </Row>
  )
}

interface AlertActionsProps extends TriggeredAlertProps {
  /** `icon`: beside the name of the alert, where there is no room for words. */
  readonly variant: 'label' | 'icon'
}

/** **Show** and **Snooze** of an alert. */
export function AlertActions({ event, onShown, variant }: AlertActionsProps) {
  const { t } = useTexts('alerts')
  const { appId } = event
  const { mutate, error } = useCommand('alert.snooze')
  const alerts = useAlerts().data
  const identity = ruleOf(event)
  const snoozedUntil = alerts === undefined ? null : ruleIn(alerts, identity).snoozedUntil
  const { items } = useSnooze(snoozedUntil, (minutes) => mutate({ ...identity, minutes }))
  const show = (): void => {
    go(appId === null ? { section: 'account' } : { section: 'sessions', appId, tab: 'live' })
    onShown?.()
  }
  const snooze = t('snooze.label')
  return (
    <>
      {variant === 'icon' ? (
        <Row>
          <QuietButton Icon={ArrowUpRight} name={t('triggered.show')} onClick={show} />
          <MenuButton size="small" variant="icon" Icon={BellOff} title={snooze} label={snooze} items={items} />
        </Row>
      ) : (
        <Row gap={2} align="stretch">
          <Button size="small" onClick={show}>
            {t('triggered.show')}
          </Button>
          <MenuButton size="small" label={snooze} items={items} />
        </Row>
      )}
      <ErrorNotice error={error} about={t('saveFailed')} />
    </>
  )
}

function TriggeredAlert({ event, onShown, isOnly }: TriggeredAlertProps & { readonly isOnly: boolean }) {
  const { t, format } = useTexts('alerts')
  const text = useAlertText(event)
  const { severity } = event
  const ruleText = useRuleText()
  const now = useNumberNow(event)
  const triggerValue = ruleText.value(event)
  return (
    <Stack as="li" gap={1} className={styles.triggered}>
      <p>
        <Badge tone={severityTones[severity]}>{t(`severity.${severity}`)}</Badge> <b>{text}</b>
      </p>
      <Small>
        {t('triggered.since', { time: format.time(event.at) })}
        {triggerValue !== '' &&
          ` · ${now === null ? t('triggered.then', { value: triggerValue }) : t('triggered.now', { value: ruleText.value({ ...event, value: now }) })}`}
      </Small>
      {!isOnly && <AlertActions event={event} onShown={onShown} variant="label" />}
    </Stack>
  )
}

/**
 * The triggered alerts, the most severe first. Several alerts have their actions here; a single alert has its actions
 * in its own line.
 */
export function TriggeredAlerts(props: TriggeredAlertsProps) {
  const { active = [] } = useAlerts().data ?? {}
  return (
    <Stack as="ul" divided>
      {active
        .toSorted((one, other) => alertSeverities.indexOf(one.severity) - alertSeverities.indexOf(other.severity))
        .map((event) => (
          <TriggeredAlert key={event.id} event={event} isOnly={active.length === 1} {...props} />
        ))}
    </Stack>
  )
}
