/** Closes sessions by their ids, with a confirmation that names them and is sent once. */
import type { InputOf } from '../../../../shared/contract.ts'
import { closeStatusOf } from '../../../../shared/model/close-status.ts'
import { limits } from '../../../../shared/model/limits.ts'
import type { CloseManyTicket, CloseOutcome, CloseTicket, NamedSession } from '../../../../shared/schemas/session.ts'
import { call } from '../../../api/call.ts'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { setClosedSession, setTriedSession } from '../../../state/results-store.ts'
import { forgetSearchFor } from '../../../state/view-preferences-store.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Note, Small } from '../../../ui/layout.tsx'
import { ScrollList } from '../../../ui/scroll-list.tsx'
import styles from './closing.module.css'
import { ConfirmCloseDialog, useConfirmedClose } from './confirmed-close.tsx'

/** Opens the light confirmation of one session and sends it once; the result bar shows the outcome. */
export function useCloseSession(onSent?: (outcome: CloseOutcome) => void) {
  return useConfirmedClose({
    open: ({ sessionId, appId }: InputOf<'session.openClose'>, { profileId }) =>
      call('session.openClose', { sessionId, appId }, profileId),
    send: ({ ticket }: CloseTicket, typed, { profileId }) => call('session.close', { ticket, typed }, profileId),
    onSent: (outcome, { label }) => {
      setClosedSession({ outcome, label })
      // A close that failed, or was answered only with a message, can be tried again.
      if (closeStatusOf(outcome) === 'accepted') forgetSearchFor(outcome.sessionId)
      onSent?.(outcome)
    },
    onEnd: ({ sessionId }) => setTriedSession(sessionId),
  })
}

export type CloseSession = ReturnType<typeof useCloseSession>

/** Opens the confirmation that names all of the sessions, and starts the run once. */
export function useCloseMany() {
  return useConfirmedClose({
    open: ({ sessionIds }: InputOf<'session.openCloseMany'>, { profileId }) =>
      call('session.openCloseMany', { sessionIds: sessionIds.slice(0, limits.closedAtOnce) }, profileId),
    send: ({ ticket }: CloseManyTicket, typed, { profileId }) =>
      call('session.closeMany', { ticket, typed }, profileId),
  })
}

export type CloseMany = ReturnType<typeof useCloseMany>

interface NamedSessionProps {
  readonly session: NamedSession
}

/** How long a session has been known; the start of the call is unknown. */
function SeenAge({ session: { firstSeenAt } }: NamedSessionProps) {
  const { t } = useTexts('sessions')
  return firstSeenAt === null ? t('notKnown') : <Age at={firstSeenAt} />
}

function ApplicationName({ session: { appId, appLabel } }: NamedSessionProps) {
  const { t } = useTexts('sessions')
  if (appId === null) return t('notKnown')
  return (
    <>
      {appLabel !== '' && `${appLabel} · `}
      <code>{appId}</code>
    </>
  )
}

function NamedSessions({ sessions }: { readonly sessions: readonly NamedSession[] }) {
  const { t } = useTexts(['closing', 'app'])
  return (
    <ScrollList label={t('app:section.sessions')} items={sessions} keyOf={({ sessionId }) => sessionId}>
      {(session) => (
        <p className={styles.named}>
          <code>{session.sessionId}</code>
          {session.label !== '' && <b>{session.label}</b>}
          <Small>
            <ApplicationName session={session} />
            {/* No heading explains the time here. */}
            {` · ${t('seenSince')} `}
            <SeenAge session={session} />
          </Small>
        </p>
      )}
    </ScrollList>
  )
}

export function CloseSessionDialog({ closing }: { readonly closing: CloseSession }) {
  const { t } = useTexts(['closing', 'sessions'])
  const { ticket } = closing
  if (ticket === null) return null
  const { sessionId, appId, label, mustType, firstSeenAt } = ticket
  const isTail = mustType !== null && mustType !== sessionId
  return (
    <ConfirmCloseDialog
      key={ticket.ticket}
      title={t('one.action')}
      action={t('one.action')}
      closing={closing}
      accepted={[mustType, isTail ? sessionId : null].flatMap((text) => text ?? [])}
      label={t(isTail ? 'typed.tail' : 'typed.text', { text: mustType ?? '' })}
      goodUntil={ticket.expiresAt}
      onRefresh={closing.askAgain}
      about={t('one.failed')}
      submitsOnEnter
    >
      <p>{t('askLive')}</p>
      <DescriptionList
        framed
        items={[
          { label: t('sessions:sessionId'), value: <code>{sessionId}</code> },
          label !== '' && { label: t('sessions:label'), value: label },
          appId !== null && { label: t('sessions:application'), value: <ApplicationName session={ticket} /> },
          firstSeenAt !== null && { label: t('sessions:firstSeen'), value: <SeenAge session={ticket} /> },
        ]}
      />
      {firstSeenAt === null && <Note>{t('notListed')}</Note>}
    </ConfirmCloseDialog>
  )
}

export function CloseManyDialog({ closing }: { readonly closing: CloseMany }) {
  const { t, format } = useTexts('closing')
  const { ticket, requestedTarget } = closing
  if (ticket === null) return null
  const { sessions, mustType } = ticket
  const count = sessions.length
  const title = t('many.action', { count, number: format.number(count) })
  return (
    <ConfirmCloseDialog
      key={ticket.ticket}
      title={title}
      action={title}
      size="wide"
      closing={closing}
      accepted={mustType === null ? [] : [mustType]}
      label={t('typed.text', { text: mustType ?? '' })}
      goodUntil={ticket.expiresAt}
      onRefresh={closing.askAgain}
      about={t('many.failed')}
      submitsOnEnter={false}
    >
      <p>{t('askLive')}</p>
      {(requestedTarget?.sessionIds.length ?? 0) > limits.closedAtOnce && (
        <Note tone="warn">{t('many.limit', { limit: format.number(limits.closedAtOnce) })}</Note>
      )}
      <NamedSessions sessions={sessions} />
    </ConfirmCloseDialog>
  )
}
