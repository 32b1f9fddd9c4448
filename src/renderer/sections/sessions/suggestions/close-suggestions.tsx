import { useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CloseSuggestion } from '../../../../shared/schemas/close-rule.ts'
import type { ProfileView } from '../../../../shared/schemas/profile.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { everySecond } from '../../../i18n/clock.ts'
import { goToSessions } from '../../../state/sessions-tab-store.ts'
import { Button } from '../../../ui/button.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { useFocusRestore } from '../../../ui/use-focus-restore.ts'
import { CloseManyDialog } from '../closing/close-many-dialog.tsx'
import { ApplicationName, SeenSince } from '../closing/named-session.tsx'
import { useCloseMany } from '../closing/use-close-many.ts'
import type { CloseMany } from '../closing/use-close-many.ts'
import { useRuleConditionText, useRuleScopeText } from './suggestion-text.ts'
import { useCloseRules } from '../rules/use-rules.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import styles from './suggestion-rules.module.css'

export interface CloseSuggestionsProps {
  readonly view: ProfileView
}

interface SuggestionProps extends CloseSuggestionsProps {
  readonly suggestion: CloseSuggestion
}

const estimatedHeight = 40
const secondMs = 1_000

// Rounded up: at one second there is still time to cancel.
const leftOf = (endsAt: number): number => Math.max(0, Math.ceil((endsAt - Date.now()) / secondMs))

// As a clock has it: "1 min" would stand still for a minute.
const asClock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

interface CountdownProps {
  readonly suggestion: CloseSuggestion
  readonly isShort: boolean
}

function Countdown({ suggestion: { endsAt }, isShort }: CountdownProps) {
  const { t } = useTranslation('suggestions')
  const left = useSyncExternalStore(everySecond, () => leftOf(endsAt))
  const text = t(isShort ? 'proposal.lapsesShort' : 'proposal.lapses', { time: asClock(left) })
  return (
    <Text role="timer" as="p" font="label" tone="warn" className={styles.countdown}>
      {left === 0 ? t('proposal.over') : text}
    </Text>
  )
}

function Named({ session }: { readonly session: CloseSuggestion['sessions'][number] }) {
  return (
    <p className={styles.named}>
      <code>{session.sessionId}</code> {session.label}
      <small>
        <ApplicationName session={session} /> · <SeenSince session={session} />
      </small>
    </p>
  )
}

function Contents({ view, suggestion }: SuggestionProps) {
  const { t } = useTranslation('suggestions')
  const conditionText = useRuleConditionText()
  const scopeText = useRuleScopeText(view.profile.applications)
  const { sessions, condition, appId, live } = suggestion
  return (
    <>
      <p>
        {[
          conditionText(condition),
          scopeText(appId),
          ...(live === null ? [] : [t('proposal.live', { count: live })]),
        ].join(' · ')}
      </p>
      <Countdown suggestion={suggestion} isShort={false} />
      <VirtualList
        label={t('proposal.sessions')}
        items={sessions}
        keyOf={({ sessionId }) => sessionId}
        estimatedHeight={estimatedHeight}
      >
        {(session) => <Named session={session} />}
      </VirtualList>
    </>
  )
}

interface HeadProps {
  readonly suggestion: CloseSuggestion
  readonly isCollapsed: boolean
  /** Stands here while the rest is folded. */
  readonly cancel: ReactNode
  readonly onCollapse: () => void
}

function Head({ suggestion, isCollapsed, cancel, onCollapse }: HeadProps) {
  const { t } = useTranslation('suggestions')
  const title = t('proposal.title', { count: suggestion.sessions.length })
  return (
    <Row gap={2}>
      <h2 title={isCollapsed ? title : undefined}>{title}</h2>
      {isCollapsed && (
        <>
          <Countdown suggestion={suggestion} isShort />
          {cancel}
        </>
      )}
      <Button size="small" tone="quiet" onClick={onCollapse}>
        {t(isCollapsed ? 'proposal.show' : 'proposal.collapse')}
      </Button>
    </Row>
  )
}

function CloseThese({ suggestion, closing }: { readonly suggestion: CloseSuggestion; readonly closing: CloseMany }) {
  const { t } = useTranslation('suggestions')
  return (
    <Button
      tone="danger"
      busy={closing.isAsking && closing.ticket === null}
      onClick={() =>
        closing.ask({ sessionIds: suggestion.sessions.map(({ sessionId }) => sessionId), suggestionId: suggestion.id })
      }
    >
      {t('proposal.close')}
    </Button>
  )
}

function Suggestion({ view, suggestion }: SuggestionProps) {
  const { t } = useTranslation('suggestions')
  const [isCollapsed, setCollapsed] = useState(false)
  const cancel = useCommand('closeRule.cancelSuggestion')
  const closing = useCloseMany(() => {
    // What becomes of each session is shown there.
    goToSessions('live')
  })
  const cancelButton = (
    <Button
      size={isCollapsed ? 'small' : 'normal'}
      busy={cancel.isPending}
      onClick={() => {
        if (!cancel.isPending) cancel.mutate({ suggestionId: suggestion.id })
      }}
    >
      {t('proposal.cancel')}
    </Button>
  )
  return (
    <Stack as="article" gap={2} className={styles.proposal} data-folded={isCollapsed || undefined}>
      <Head
        suggestion={suggestion}
        isCollapsed={isCollapsed}
        cancel={cancelButton}
        onCollapse={() => setCollapsed(!isCollapsed)}
      />
      {!isCollapsed && <Contents view={view} suggestion={suggestion} />}
      <ErrorNotice error={cancel.error} about={t('proposal.cancelFailed')} />
      <ErrorNotice error={closing.error} about={t('proposal.closeFailed')} />
      {!isCollapsed && (
        <Row gap={2} align="stretch" justify="between">
          {cancelButton}
          {view.profile.protection !== 'read-only' && <CloseThese suggestion={suggestion} closing={closing} />}
        </Row>
      )}
      <CloseManyDialog closing={closing} suggestionId={suggestion.id} />
    </Stack>
  )
}

/**
 * Proposals of close suggestion rules, over whatever section is open: the sessions by name, a countdown, and how to
 * dismiss them.
 */
export function CloseSuggestions({ view }: CloseSuggestionsProps) {
  const { t } = useTranslation('suggestions')
  const suggestions = useCloseRules().data?.suggestions ?? []
  const newest = suggestions.at(-1)
  const place = useRef<HTMLElement>(null)
  useFocusRestore(place)
  return (
    <Stack ref={place} aria-label={t('proposal.region')} as="section" gap={3} className={styles.proposals}>
      <p role="status" className="visually-hidden">
        {newest !== undefined && t('proposal.said', { count: newest.sessions.length })}
      </p>
      {suggestions.map((suggestion) => (
        <Suggestion key={suggestion.id} view={view} suggestion={suggestion} />
      ))}
    </Stack>
  )
}
