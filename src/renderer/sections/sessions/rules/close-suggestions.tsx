import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { CloseSuggestion } from '../../../../shared/schemas/close-rule.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { everySecond } from '../../../i18n/clock.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { goToSessions } from '../../../state/sessions-tab-store.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { CloseManyDialog, NamedSessions, useCloseMany } from '../closing/close-sessions.tsx'
import { CloseError } from '../closing/confirmed-close.tsx'
import { useCloseRules, useRuleText } from './rules.ts'
import styles from './rules.module.css'

const secondMs = 1_000

// Rounded up: at one second there is still time to cancel.
const leftOf = (endsAt: number): number => Math.max(0, Math.ceil((endsAt - Date.now()) / secondMs))

// As a clock has it: "1 min" would stand still for a minute.
const asClock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

function Countdown({ endsAt, isShort }: Pick<CloseSuggestion, 'endsAt'> & { readonly isShort: boolean }) {
  const { t } = useTranslation('suggestions')
  const left = useSyncExternalStore(everySecond, () => leftOf(endsAt))
  const text = t(isShort ? 'proposal.lapsesShort' : 'proposal.lapses', { time: asClock(left) })
  return (
    <Text role="timer" as="p" font="label" tone="warn" truncate={isShort}>
      {left === 0 ? t('proposal.over') : text}
    </Text>
  )
}

interface SuggestionProps {
  readonly suggestion: CloseSuggestion
}

function Contents({ suggestion }: SuggestionProps) {
  const { t } = useTranslation('suggestions')
  const ruleText = useRuleText()
  const { sessions, condition, live } = suggestion
  return (
    <>
      <p>
        {ruleText.condition(condition)} · {ruleText.scope(suggestion)}
        {live !== null && ` · ${t('proposal.live', { count: live })}`}
      </p>
      <Countdown endsAt={suggestion.endsAt} isShort={false} />
      <NamedSessions sessions={sessions} />
    </>
  )
}

function Suggestion({ suggestion }: SuggestionProps) {
  const { t, format } = useTexts(['suggestions', 'closing', 'common'])
  const isReadOnly = useIsReadOnly()
  const [isCollapsed, setCollapsed] = useState(false)
  const cancel = useCommand('closeRule.cancelSuggestion')
  const closing = useCloseMany(() => {
    // What becomes of each session is shown there.
    goToSessions('live')
  })
  const { id, sessions, endsAt } = suggestion
  const title = t('proposal.title', { count: sessions.length })
  const cancelButton = (
    <Button
      size={isCollapsed ? 'small' : 'normal'}
      busy={cancel.isPending}
      onClick={() => {
        if (!cancel.isPending) cancel.mutate({ suggestionId: id })
      }}
    >
      {t('common:cancel')}
    </Button>
  )
  return (
    <Stack as="article" gap={2} className={styles.proposal} data-folded={isCollapsed || undefined}>
      <Row gap={2}>
        <Text as="h2" grow truncate={isCollapsed} title={isCollapsed ? title : undefined}>
          {title}
        </Text>
        {isCollapsed && (
          <>
            <Countdown endsAt={endsAt} isShort />
            {cancelButton}
          </>
        )}
        <QuietButton onClick={() => setCollapsed(!isCollapsed)}>
          {t(isCollapsed ? 'proposal.show' : 'proposal.collapse')}
        </QuietButton>
      </Row>
      {!isCollapsed && <Contents suggestion={suggestion} />}
      <ErrorNotice error={cancel.error} about={t('proposal.cancelFailed')} />
      <CloseError closing={closing} about={t('closing:many.failed')} />
      {!isCollapsed && (
        <Row gap={2} align="stretch" justify="between">
          {cancelButton}
          {!isReadOnly && (
            <Button
              tone="danger"
              busy={closing.isOpening}
              onClick={() => closing.ask({ sessionIds: sessions.map(({ sessionId }) => sessionId), suggestionId: id })}
            >
              {t('closing:many.action', { count: sessions.length, number: format.number(sessions.length) })}
            </Button>
          )}
        </Row>
      )}
      <CloseManyDialog closing={closing} />
    </Stack>
  )
}

/** Scrolls clear of what lies under `place`. Not by `:has()` at the root: that would style the whole page anew. */
function useRoomBelow(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const { top, height } = element.getBoundingClientRect()
      style.setProperty('--room-below', height === 0 ? '0px' : `${innerHeight - top}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--room-below')
    }
  }, [place])
}

/** Proposals of close suggestion rules, over whatever section is open. */
export function CloseSuggestions() {
  const { t } = useTranslation('suggestions')
  const suggestions = useCloseRules().data?.suggestions ?? []
  const newest = suggestions.at(-1)
  const place = useRef<HTMLElement>(null)
  useRoomBelow(place)
  return (
    <Stack ref={place} aria-label={t('proposals')} as="section" gap={3} className={styles.proposals}>
      <p role="status" className="visually-hidden">
        {newest !== undefined && t('proposal.title', { count: newest.sessions.length })}
      </p>
      {suggestions.map((suggestion) => (
        <Suggestion key={suggestion.id} suggestion={suggestion} />
      ))}
    </Stack>
  )
}
