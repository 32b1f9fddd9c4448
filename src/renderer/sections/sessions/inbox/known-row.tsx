import { StickyNote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { KnownSession } from '../../../../shared/schemas/inbox.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { Elapsed } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { jsonOf, useCopyItems } from '../../../state/use-copy-items.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DataRow } from '../../../ui/data-table.tsx'
import { ShortId } from '../../../ui/short-id.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { useShortOutcomeText, closeStatusOf, closeStatusTones } from '../closing/close-text.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './inbox.module.css'
import { useSourceText } from './inbox-text.ts'
import { InlineEditField } from './inline-edit.tsx'

export interface KnownRowOptions {
  readonly profileId: ProfileId
  readonly applications: readonly Application[]
  /** False in a read-only profile. */
  readonly canClose: boolean
  readonly isSelected: (session: KnownSession) => boolean
  /** The inspector shows it, or it came by a link just now. */
  readonly isOpen: (session: KnownSession) => boolean
  readonly onSelect: (session: KnownSession, isSelected: boolean) => void
  readonly onOpen: (session: KnownSession | null) => void
  readonly onClose: (session: KnownSession) => void
  readonly onRemove: (session: KnownSession) => void
}

export interface KnownRowProps {
  readonly session: KnownSession
  readonly options: KnownRowOptions
}

interface OneSession {
  readonly session: KnownSession
}

/** The application of a session by its label, or by its id. */
export function useApplicationText(applications: readonly Application[]): (session: KnownSession) => string {
  const { t } = useTranslation('inbox')
  return ({ appId }) => {
    if (appId === null) return t('known.nobody')
    const label = applications.find((one) => one.appId === appId)?.label ?? ''
    return label === '' ? appId : label
  }
}

/** What was last done to a session from here. */
export function LastAction({ session: { lastAction } }: OneSession) {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  const shortText = useShortOutcomeText()
  if (lastAction === null) return <Text tone="faint">–</Text>
  const text = t('known.actionAt', { action: shortText(lastAction), time: format.minute(lastAction.at) })
  return (
    <Tooltip text={text}>
      <span data-tone={closeStatusTones[closeStatusOf(lastAction)]} className={styles.action}>
        {text}
      </span>
    </Tooltip>
  )
}

function Label({ session: { sessionId, label, note }, profileId }: OneSession & Pick<KnownRowOptions, 'profileId'>) {
  const { t } = useTranslation('inbox')
  return (
    <Row as="span" gap={1} className={styles.label}>
      <InlineEditField
        edited={{ profileId, sessionId, field: 'label', value: label }}
        label={t('known.labelOf', { sessionId })}
        placeholder={t('known.addLabel')}
      />
      {note !== '' && (
        <Tooltip text={note}>
          <StickyNote role="img" aria-label={t('known.note')} />
        </Tooltip>
      )}
    </Row>
  )
}

function KnownFor({ session: { firstSeenAt, source } }: OneSession) {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  const sourceText = useSourceText()
  return (
    <Tooltip text={t('known.seen', { time: format.dateTime(firstSeenAt), source: sourceText(source) })}>
      <Text tone="soft">
        <Elapsed at={firstSeenAt} />
      </Text>
    </Tooltip>
  )
}

function CloseButton({ session, options: { canClose, onClose } }: KnownRowProps) {
  const { t } = useTranslation('inbox')
  const { sessionId, endedAt } = session
  if (endedAt !== null) return <Text tone="soft">{t('known.ended')}</Text>
  if (!canClose) return null
  return (
    <span className={styles.close}>
      <Button tone="quiet" aria-label={t('known.closeOf', { sessionId })} onClick={() => onClose(session)}>
        {t('known.close')}
      </Button>
    </span>
  )
}

/** A known session: what is known of it, what was last done to it, and closing it. */
export function KnownRow({ session, options }: KnownRowProps) {
  const { t } = useTranslation('inbox')
  const sourceText = useSourceText()
  const applicationText = useApplicationText(options.applications)
  const copy = useCopyItems()
  const { sessionId, source } = session
  const isSelected = options.isSelected(session)
  return (
    <DataRow
      rowKey={sessionId}
      menu={() => [copy.value(t('known.copyWhat'), sessionId), copy.json(jsonOf(session))]}
      isSelected={isSelected}
      isOpen={options.isOpen(session)}
      onOpen={() => options.onOpen(session)}
      onClose={() => options.onOpen(null)}
      onToggle={() => options.onSelect(session, !isSelected)}
      onRemove={() => options.onRemove(session)}
      cells={{
        select: (
          <Checkbox
            variant="cell"
            label={t('known.select', { sessionId })}
            isChecked={isSelected}
            onChange={(value) => options.onSelect(session, value)}
          />
        ),
        label: <Label session={session} profileId={options.profileId} />,
        sessionId: (
          <span className={styles.id}>
            <ShortId id={sessionId} what={t('known.copyWhat')} />
          </span>
        ),
        application: <Text tone="soft">{applicationText(session)}</Text>,
        age: <KnownFor session={session} />,
        source: (
          <Tooltip text={sourceText(source)}>
            <Text tone="soft">{sourceText({ ...source, name: null })}</Text>
          </Tooltip>
        ),
        action: <LastAction session={session} />,
        actions: <CloseButton session={session} options={options} />,
      }}
    />
  )
}
