/** Closing sessions by their ids: a confirmation that names them, sent once. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '../../../../shared/contract.ts'
import { limits } from '../../../../shared/model/limits.ts'
import type { CloseOutcome, CloseTicket, NamedSession } from '../../../../shared/schemas/session.ts'
import { call } from '../../../api/call.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { Age, useIsOlder } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { forgetSearchFor } from '../../../state/inbox-view-store.ts'
import { setClosedSession } from '../../../state/sessions-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Text } from '../../../ui/layout.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import styles from './closing.module.css'
import { TypedConfirmation } from './typed-confirmation.tsx'

/** A ticket, and what the operator typed to confirm it. */
interface Confirmed<Ticket> {
  readonly ticket: Ticket
  readonly typed: string
}

interface ConfirmedCommandOptions<Target, Ticket, Answer> {
  readonly open: (target: Target, scope: ProfileScope) => Promise<Ticket>
  readonly send: (confirmed: Confirmed<Ticket>, scope: ProfileScope) => Promise<Answer>
  readonly onSent: ((answer: Answer, confirmed: Confirmed<Ticket>) => void) | undefined
}

/** Opens a confirmation and sends what was confirmed once; opening another one resets everything. */
function useConfirmedCommand<Target, Ticket, Answer>(options: ConfirmedCommandOptions<Target, Ticket, Answer>) {
  const [ticket, setTicket] = useState<Ticket | null>(null)
  const open = useProfileTask({ run: options.open })
  const close = useProfileTask({
    run: options.send,
    onAnswer: (answer, confirmed) => options.onSent?.(answer, confirmed),
    onEnd: () => setTicket(null),
  })
  return {
    ask: (target: Target): void => {
      close.reset()
      if (!open.isPending) open.mutate(target, setTicket)
    },
    isAsking: open.isPending,
    /** The target of the last confirmation. */
    asked: open.input,
    /** The open confirmation; null when none is. */
    ticket,
    cancel: (): void => {
      // A ticket still being issued is dropped with it: a cancelled confirmation does not come back.
      open.reset()
      setTicket(null)
    },
    confirm: (typed: string): void => {
      if (ticket !== null && !close.isPending) close.mutate({ ticket, typed })
    },
    isClosing: close.isPending,
    /** Why it was not sent, or why no ticket was issued. */
    error: close.error ?? open.error,
  }
}

/** Opens the light confirmation of one session and sends it once; the result bar says what became of it. */
export function useCloseSession(onSent?: (outcome: CloseOutcome) => void) {
  return useConfirmedCommand({
    open: ({ sessionId, appId }: InputOf<'session.openClose'>, { profileId }) =>
      call('session.openClose', { sessionId, appId }, profileId),
    send: ({ ticket: { ticket }, typed }, { profileId }) => call('session.close', { ticket, typed }, profileId),
    onSent: (outcome, { ticket: { label } }) => {
      setClosedSession({ outcome, label })
      // What failed may be tried once more.
      if (outcome.failure === null) forgetSearchFor(outcome.sessionId)
      onSent?.(outcome)
    },
  })
}

export type CloseSession = ReturnType<typeof useCloseSession>

/** Opens the confirmation that names all of the sessions, and starts the run once; `begun` is called then. */
export function useCloseMany(begun?: () => void) {
  return useConfirmedCommand({
    open: ({ sessionIds, suggestionId }: InputOf<'session.openCloseMany'>, { profileId }) =>
      call('session.openCloseMany', { sessionIds: sessionIds.slice(0, limits.closedAtOnce), suggestionId }, profileId),
    send: ({ ticket: { ticket }, typed }, { profileId }) => call('session.closeMany', { ticket, typed }, profileId),
    onSent: begun,
  })
}

export type CloseMany = ReturnType<typeof useCloseMany>

interface ConfirmCloseDialogProps {
  readonly title: string
  readonly actionLabel: string
  readonly children: ReactNode
  readonly ticket: Pick<CloseTicket, 'mustType' | 'expiresAt'>
  /** What may be typed in place of it, as more than it. */
  readonly orWhole: string | null
  readonly size: 'normal' | 'wide'
  readonly closing: Pick<CloseSession, 'isAsking' | 'isClosing' | 'cancel' | 'confirm'>
  readonly onOpenAgain: () => void
}

/** The confirmation before calls are cut by their ids: only its button sends, and no key in its box. */
function ConfirmCloseDialog(props: ConfirmCloseDialogProps) {
  const { title, actionLabel, children, ticket, orWhole, size, closing, onOpenAgain } = props
  const { isAsking, isClosing, cancel, confirm } = closing
  const { t } = useTranslation('closing')
  const [typed, setTyped] = useState('')
  const { mustType, expiresAt } = ticket
  const isExpired = useIsOlder(expiresAt, 0)
  const accepted = [mustType, orWhole].flatMap((text) => text ?? [])
  return (
    <Dialog
      title={title}
      size={size}
      onClose={cancel}
      focus={mustType === null ? 'cancel' : 'field'}
      action={{
        label: actionLabel,
        tone: 'danger-fill',
        busy: isClosing,
        disabled: !isClosing && (isExpired || (mustType !== null && !accepted.includes(typed))),
        onClick: () => confirm(mustType ?? ''),
      }}
    >
      {children}
      {mustType !== null && (
        <TypedConfirmation
          label={t(orWhole === null ? 'typed.text' : 'typed.tail', { text: mustType })}
          accepted={accepted}
          typed={typed}
          onType={setTyped}
        />
      )}
      <Text as="p" tone="warn" role="status" className={styles.status}>
        {isExpired && !isClosing && (
          <>
            {t('expired')}{' '}
            <Button size="small" busy={isAsking} onClick={onOpenAgain}>
              {t('openAgain')}
            </Button>
          </>
        )}
      </Text>
    </Dialog>
  )
}

interface NamedSessionProps {
  readonly session: NamedSession
}

/** How long a session is known; when the call began is unknown. */
function SeenAge({ session: { firstSeenAt } }: NamedSessionProps) {
  const { t } = useTranslation('closing')
  return firstSeenAt === null ? t('seenNever') : <Age at={firstSeenAt} />
}

function ApplicationName({ session: { appId, appLabel } }: NamedSessionProps) {
  const { t } = useTranslation('sessions')
  if (appId === null) return t('notKnown')
  return (
    <>
      {appLabel !== '' && `${appLabel} · `}
      <code>{appId}</code>
    </>
  )
}

const estimatedHeight = 44

export function NamedSessions({ sessions }: { readonly sessions: readonly NamedSession[] }) {
  const { t } = useTranslation('closing')
  return (
    <VirtualList
      label={t('many.sessions')}
      items={sessions}
      keyOf={({ sessionId }) => sessionId}
      estimatedHeight={estimatedHeight}
    >
      {(session) => (
        <p className={styles.named}>
          <Text as="code" font="id">
            {session.sessionId}
          </Text>
          {session.label !== '' && <b>{session.label}</b>}
          <Text as="small" font="secondary" tone="soft">
            <ApplicationName session={session} />
            {/* No heading says here what the time is. */}
            {' · '}
            {session.firstSeenAt !== null && `${t('seenSince')} `}
            <SeenAge session={session} />
          </Text>
        </p>
      )}
    </VirtualList>
  )
}

/** The light confirmation of closing one session, while it is open: names its id, application and age. */
export function CloseSessionDialog({ closing }: { readonly closing: CloseSession }) {
  const { t } = useTranslation(['closing', 'sessions'])
  const { ticket } = closing
  if (ticket === null) return null
  const { sessionId, label, mustType } = ticket
  return (
    <ConfirmCloseDialog
      key={ticket.ticket}
      title={t('one.action')}
      actionLabel={t('one.action')}
      ticket={ticket}
      orWhole={mustType === sessionId ? null : sessionId}
      size="normal"
      closing={closing}
      onOpenAgain={() => closing.ask(ticket)}
    >
      <p>{t('all.ask', { count: 1 })}</p>
      <DescriptionList
        framed
        items={[
          { label: t('sessions:sessionId'), value: <code>{sessionId}</code> },
          label !== '' && { label: t('sessions:label'), value: label },
          { label: t('sessions:application'), value: <ApplicationName session={ticket} /> },
          { label: t('sessions:firstSeen'), value: <SeenAge session={ticket} /> },
        ]}
      />
    </ConfirmCloseDialog>
  )
}

interface CloseManyDialogProps {
  readonly closing: CloseMany
  /** The suggestion of a rule that it is about. */
  readonly suggestionId: string | null
}

/** The confirmation of closing several sessions, while it is open: names every one with its application and age. */
export function CloseManyDialog({ closing, suggestionId }: CloseManyDialogProps) {
  const { t } = useTranslation('closing')
  const format = useFormat()
  const { ticket, asked } = closing
  if (ticket === null) return null
  const { sessions } = ticket
  const count = sessions.length
  const isTruncated = (asked?.sessionIds.length ?? 0) > limits.closedAtOnce
  return (
    <ConfirmCloseDialog
      key={ticket.ticket}
      title={t('many.title')}
      actionLabel={t('many.action', { count })}
      ticket={ticket}
      orWhole={null}
      size="wide"
      closing={closing}
      onOpenAgain={() => closing.ask({ sessionIds: sessions.map(({ sessionId }) => sessionId), suggestionId })}
    >
      <p>{count === 1 ? t('all.ask', { count }) : t('many.ask', { count })}</p>
      {isTruncated && (
        <Text as="p" tone="warn">
          {t('many.limit', { limit: format.number(limits.closedAtOnce) })}
        </Text>
      )}
      <NamedSessions sessions={sessions} />
    </ConfirmCloseDialog>
  )
}
