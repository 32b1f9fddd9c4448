import { useQuery } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuardProposal } from '../../../../shared/schemas/guard.ts'
import type { ProfileView } from '../../../../shared/schemas/profile.ts'
import { failureOf } from '../../../api/call.ts'
import { queries } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { everySecond } from '../../../i18n/ticker.ts'
import { goTo } from '../../../state/navigation.ts'
import { Button } from '../../../ui/button.tsx'
import { LongList } from '../../../ui/long-list.tsx'
import { useHeldFocus } from '../../../ui/use-held-focus.ts'
import { CloseManyDialog } from '../closing/close-many-dialog.tsx'
import { ApplicationName, SeenSince } from '../closing/named-session.tsx'
import { useCloseMany } from '../closing/use-close-many.ts'
import type { CloseMany } from '../closing/use-close-many.ts'
import { useConditionWords, useScopeWords } from './guard-words.ts'
import styles from './guards.module.css'

/** Props of `GuardProposals`. */
export interface GuardProposalsProps {
  readonly view: ProfileView
}

interface ProposalProps extends GuardProposalsProps {
  readonly proposal: GuardProposal
}

const usualHeight = 40
const secondMs = 1_000

// Rounded up: at one second there is still time to cancel.
const leftOf = (endsAt: number): number => Math.max(0, Math.ceil((endsAt - Date.now()) / secondMs))

// As a clock has it: "1 min" would stand still for a minute.
const asClock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

interface CountdownProps {
  readonly proposal: GuardProposal
  readonly isShort: boolean
}

function Countdown({ proposal: { endsAt }, isShort }: CountdownProps) {
  const { t } = useTranslation('guards')
  const left = useSyncExternalStore(everySecond, () => leftOf(endsAt))
  const words = t(isShort ? 'proposal.lapsesShort' : 'proposal.lapses', { time: asClock(left) })
  return (
    <p role="timer" className={styles.countdown}>
      {left === 0 ? t('proposal.over') : words}
    </p>
  )
}

function Named({ session }: { readonly session: GuardProposal['sessions'][number] }) {
  return (
    <p className={styles.named}>
      <code>{session.sessionId}</code> {session.label}
      <small>
        <ApplicationName session={session} /> · <SeenSince session={session} />
      </small>
    </p>
  )
}

function Contents({ view, proposal }: ProposalProps) {
  const { t } = useTranslation('guards')
  const conditionWords = useConditionWords()
  const scopeWords = useScopeWords(view.profile.applications)
  const { sessions, condition, appId, live } = proposal
  return (
    <>
      <p className={styles.quiet}>
        {[
          conditionWords(condition),
          scopeWords(appId),
          ...(live === null ? [] : [t('proposal.live', { count: live })]),
        ].join(' · ')}
      </p>
      <Countdown proposal={proposal} isShort={false} />
      <LongList
        label={t('proposal.sessions')}
        items={sessions}
        keyOf={({ sessionId }) => sessionId}
        usualHeight={usualHeight}
      >
        {(session) => <Named session={session} />}
      </LongList>
    </>
  )
}

interface HeadProps {
  readonly proposal: GuardProposal
  readonly isFolded: boolean
  /** Stands here while the rest is folded. */
  readonly cancel: ReactNode
  readonly onFold: () => void
}

function Head({ proposal, isFolded, cancel, onFold }: HeadProps) {
  const { t } = useTranslation('guards')
  const title = t('proposal.title', { count: proposal.sessions.length })
  return (
    <div className={styles.proposalHead}>
      <h2 title={isFolded ? title : undefined}>{title}</h2>
      {isFolded && (
        <>
          <Countdown proposal={proposal} isShort />
          {cancel}
        </>
      )}
      <Button size="small" tone="quiet" onClick={onFold}>
        {t(isFolded ? 'proposal.show' : 'proposal.fold')}
      </Button>
    </div>
  )
}

function CloseThese({ proposal, closing }: { readonly proposal: GuardProposal; readonly closing: CloseMany }) {
  const { t } = useTranslation('guards')
  return (
    <Button
      tone="danger"
      busy={closing.isAsking && closing.ticket === null}
      onClick={() => {
        closing.ask({ sessionIds: proposal.sessions.map(({ sessionId }) => sessionId), proposalId: proposal.id })
      }}
    >
      {t('proposal.close')}
    </Button>
  )
}

function Proposal({ view, proposal }: ProposalProps) {
  const { t } = useTranslation('guards')
  const [isFolded, setFolded] = useState(false)
  const cancel = useCommand('guard.cancel')
  const closing = useCloseMany(() => {
    // What becomes of each session is shown there.
    goTo('sessions')
  })
  const cancelButton = (
    <Button
      size={isFolded ? 'small' : 'normal'}
      busy={cancel.isPending}
      onClick={() => {
        if (!cancel.isPending) cancel.mutate({ proposalId: proposal.id })
      }}
    >
      {t('proposal.cancel')}
    </Button>
  )
  return (
    <article className={styles.proposal} data-folded={isFolded || undefined}>
      <Head
        proposal={proposal}
        isFolded={isFolded}
        cancel={cancelButton}
        onFold={() => {
          setFolded(!isFolded)
        }}
      />
      {!isFolded && <Contents view={view} proposal={proposal} />}
      {cancel.error !== null && <ErrorNotice failure={failureOf(cancel.error)} about={t('proposal.cancelFailed')} />}
      {closing.error !== null && <ErrorNotice failure={failureOf(closing.error)} about={t('proposal.closeFailed')} />}
      {!isFolded && (
        <div className={styles.answer}>
          {cancelButton}
          {view.profile.protection !== 'read-only' && <CloseThese proposal={proposal} closing={closing} />}
        </div>
      )}
      <CloseManyDialog closing={closing} proposalId={proposal.id} />
    </article>
  )
}

/** What close suggestion rules propose, over whatever section is open: the sessions by name, a countdown, and the way out. */
export function GuardProposals({ view }: GuardProposalsProps) {
  const { t } = useTranslation('guards')
  const proposals = useQuery(queries.guards()).data?.proposals ?? []
  const newest = proposals.at(-1)
  const place = useRef<HTMLElement>(null)
  useHeldFocus(place)
  return (
    <section ref={place} aria-label={t('proposal.region')} className={styles.proposals}>
      <p role="status" className="visually-hidden">
        {newest !== undefined && t('proposal.said', { count: newest.sessions.length })}
      </p>
      {proposals.map((proposal) => (
        <Proposal key={proposal.id} view={view} proposal={proposal} />
      ))}
    </section>
  )
}
