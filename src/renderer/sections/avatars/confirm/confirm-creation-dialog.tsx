import { useQueries } from '@tanstack/react-query'
import { Trans } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import type { DraftId, JobId } from '../../../../shared/ids.ts'
import { isMarkedNotCreated } from '../../../../shared/model/avatar-job.ts'
import { jobName } from '../../../../shared/model/job-name.ts'
import { withoutExtension } from '../../../../shared/model/creation-template.ts'
import { firstToCreate, isCopy, needsReview } from '../../../../shared/model/findings.ts'
import type { CreationTicket, Draft } from '../../../../shared/schemas/avatar.ts'
import { jobById } from '../../../api/queries.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Age, useIsOlder } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note, Row, Text } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { useDrafts } from '../drafts/use-drafts.ts'
import { useConversations } from '../fields/field-inputs.tsx'
import { needsAnalysis } from '../preparation/image-analysis.ts'
import { CreatedAgain } from '../queue/job-parts.tsx'
import type { Creation, CreationRequest } from './use-creation.ts'

const namesOf = (drafts: readonly Draft[]): string[] => drafts.map(({ fileName }) => withoutExtension(fileName))

// More names would push the confirmed facts out of the dialog.
const maxNamed = 6

function useNames(): (names: readonly string[]) => string {
  const { t, format } = useTexts('avatars')
  return (names) => {
    const others = names.length - maxNamed
    // The service chooses missing names, so one text is enough for all of them.
    if (names.every((name) => name === '')) return t('fields.serviceChooses')
    const shown = names.slice(0, maxNamed).map((name) => name || t('fields.serviceChooses'))
    return format.list(others > 0 ? [...shown, t('more', { count: others })] : shown)
  }
}

interface ConfirmCreationDialogProps {
  readonly creation: Creation
  readonly request: CreationRequest
  readonly onReview: (drafts: readonly Draft[]) => void
}

interface TicketProps {
  readonly ticket: CreationTicket
}

type SentField = 'voice' | 'conversationId' | 'language'

/** The distinct values of a field in the sent items; `empty` for an item without a value. */
function valuesOf({ items }: CreationTicket, field: SentField, empty: string): readonly string[] {
  return [...new Set(items.map(({ fields }) => fields[field] || empty))]
}

/** The conversation that is sent; a profile can send images without a conversation. */
function Conversation({ ticket }: TicketProps) {
  const { t } = useTexts('avatars')
  const listOf = useNames()
  const notSent = t('confirm.notSent')
  const ids = valuesOf(ticket, 'conversationId', notSent)
  const [id = ''] = ids
  const { name } = useConversations(id)
  if (ids.length > 1) return listOf(ids)
  if (id === notSent) return notSent
  return (
    <>
      {name} <code>{id}</code>
    </>
  )
}

/** The drafts that a request leaves out; empty for jobs. */
function useLeftOut(request: CreationRequest): readonly Draft[] {
  const drafts = useDrafts()
  if (request.kind === 'jobs') return []
  const requested = new Set(request.draftIds)
  return drafts.filter(({ id }) => !requested.has(id))
}

/** The facts of what main will send, read from the ticket. */
function CreationFacts({ ticket, request }: TicketProps & Pick<ConfirmCreationDialogProps, 'request'>) {
  const { t, format } = useTexts('avatars')
  const listOf = useNames()
  const leftOut = useLeftOut(request)
  const { items, queued, floor } = ticket
  const custom = items.filter(({ isCustom }) => isCustom).length
  const withoutImage = items.filter(({ image }) => image === null).length
  return (
    <DescriptionList
      framed
      items={[
        { label: t('confirm.profile'), value: useOpenProfile()?.profile.name },
        { label: t('fields.name'), value: listOf(items.map(({ name }) => name)) },
        { label: t('fields.voice'), value: listOf(valuesOf(ticket, 'voice', '')) },
        { label: t('job.conversation'), value: <Conversation ticket={ticket} /> },
        { label: t('fields.language'), value: listOf(valuesOf(ticket, 'language', 'English')) },
        custom > 0 && { label: t('drafts.ownFields'), value: t('head.drafts', { count: custom }) },
        withoutImage > 0 && { label: t('drafts.withoutTitle'), value: t('confirm.mayBeFree', { count: withoutImage }) },
        queued > 0 && { label: t('queue.title'), value: t('confirm.alsoQueued', { count: queued }) },
        floor > 0 && { label: t('confirm.kept'), value: t('confirm.floor', { floor: format.number(floor) }) },
        leftOut.length > 0 && { label: t('confirm.stay'), value: listOf(namesOf(leftOut)) },
      ]}
    />
  )
}

function Balance({ ticket, onRetry }: TicketProps & { readonly onRetry: () => void }) {
  const { balance, balanceFailure, lastBalance, count, queued } = ticket
  const { t, format } = useTexts('avatars')
  const figure = (
    <Text aria-hidden font="figure" tabular>
      {format.number(count)}
    </Text>
  )
  if (balance === null) {
    return (
      <>
        {lastBalance === null ? (
          <StatusLine tone="warn">{t('confirm.noBalance')}</StatusLine>
        ) : (
          <Row gap={4}>
            {figure}
            <div>
              <b>{t('confirm.usesOf', { count, balance: format.number(lastBalance.avatarCreationsLeft) })}</b>
              <Note tone="warn">
                <Trans t={t} i18nKey="confirm.unreadSince" components={{ age: <Age at={lastBalance.at} /> }} />
              </Note>
            </div>
          </Row>
        )}
        <ErrorNotice failure={balanceFailure} live="none" onRetry={onRetry} />
      </>
    )
  }
  const { avatarCreationsLeft, at } = balance
  const left = format.number(avatarCreationsLeft - queued - count)
  return (
    <Row gap={4}>
      {figure}
      <div>
        <b>{t('confirm.uses', { count, balance: format.number(avatarCreationsLeft), left })}</b>
        <Note>
          <Trans t={t} i18nKey="confirm.readAt" components={{ age: <Age at={at} /> }} />
        </Note>
      </div>
    </Row>
  )
}

/** Warns that jobs might be paid already, and that a job was created again before. */
function AgainWarnings({ jobIds }: { readonly jobIds: readonly JobId[] }) {
  const { t } = useTexts('avatars')
  const listOf = useNames()
  // Main refuses to confirm a job that was removed meanwhile.
  const jobs = useQueries({ queries: jobIds.map(jobById) }).flatMap(({ data }) => data ?? [])
  // An operator's decision can be wrong and does not make the outcome certain.
  const doubtful = jobs.filter((job) => job.state === 'unknown' || isMarkedNotCreated(job))
  const text = jobIds.length === 1 ? t('confirm.twice') : t('confirm.twiceOf', { names: listOf(doubtful.map(jobName)) })
  return (
    <>
      {doubtful.length > 0 && <StatusLine tone="warn">{text}</StatusLine>}
      {jobs.map(
        (job) =>
          job.createdAgain !== null && (
            <StatusLine key={job.id} tone="warn">
              <CreatedAgain job={job} />
            </StatusLine>
          ),
      )}
    </>
  )
}

interface DoubtProps extends Pick<ConfirmCreationDialogProps, 'creation' | 'onReview'> {
  readonly text: string
  readonly drafts: readonly Draft[]
  /** All drafts of the request, including `drafts`. */
  readonly requested: readonly DraftId[]
}

/** Drafts that an operator might not want to pay for, with buttons to see them and to leave them out. */
function Doubt({ creation, onReview, text, drafts, requested }: DoubtProps) {
  const { t } = useTexts('avatars')
  const concerned = new Set(drafts.map(({ id }) => id))
  const others = requested.filter((id) => !concerned.has(id))
  return (
    <StatusLine tone="warn">
      <Row gap={2} justify="between">
        {text}
        <Row gap={1}>
          {others.length > 0 && (
            <QuietButton
              disabled={creation.isConfirming}
              onClick={() => creation.open({ kind: 'drafts', draftIds: others, isFirst: false })}
            >
              {t('confirm.leaveOut', { count: drafts.length })}
            </QuietButton>
          )}
          <QuietButton
            disabled={creation.isConfirming}
            onClick={() => {
              creation.cancel()
              onReview(drafts)
            }}
          >
            {t('confirm.review')}
          </QuietButton>
        </Row>
      </Row>
    </StatusLine>
  )
}

interface DraftWarningsProps extends Pick<ConfirmCreationDialogProps, 'creation' | 'onReview'>, TicketProps {
  readonly draftIds: readonly DraftId[]
}

/** Warnings about the drafts: main knows which would be paid again, and the page knows which it still checks. */
function DraftWarnings({ ticket, draftIds, ...actions }: DraftWarningsProps) {
  const { t } = useTexts('avatars')
  const listOf = useNames()
  const requested = new Set(draftIds)
  const drafts = useDrafts().filter(({ id }) => requested.has(id))
  const createdIds = new Set(ticket.items.filter(({ isCreated }) => isCreated).map(({ draftId }) => draftId))
  const created = drafts.filter(({ id }) => createdIds.has(id))
  // No service refuses a copy, so it is paid twice.
  const copies = drafts.filter(({ findings }) => findings.some(isCopy))
  const doubtful = drafts.filter(({ findings }) => needsReview(findings.filter((finding) => !isCopy(finding))))
  const unchecked = drafts.filter(needsAnalysis).length
  const textOf = (
    key: 'confirm.created' | 'confirm.copies' | 'confirm.problems',
    namedDrafts: readonly Draft[],
  ): string => t(key, { count: namedDrafts.length, names: listOf(namesOf(namedDrafts)) })
  const common = { ...actions, requested: draftIds }
  return (
    <>
      {unchecked > 0 && <StatusLine tone="info">{t('confirm.checking', { count: unchecked })}</StatusLine>}
      {created.length > 0 && <Doubt {...common} drafts={created} text={textOf('confirm.created', created)} />}
      {copies.length > 0 && <Doubt {...common} drafts={copies} text={textOf('confirm.copies', copies)} />}
      {doubtful.length > 0 && <Doubt {...common} drafts={doubtful} text={textOf('confirm.problems', doubtful)} />}
    </>
  )
}

const isRefusedAs = (failure: Failure | null, reason: 'confirmation-expired' | 'confirmation-used'): boolean =>
  failure?.kind === 'refused' && failure.reason === reason

/**
 * `unread`: there is nothing to confirm. `old`: the shown ticket has expired. `failed`: the ticket was redeemed and
 * cannot be used again.
 */
function usePhase({ ticket, failure, hasFailed, isReading }: Creation) {
  const isPast = useIsOlder(ticket?.expiresAt ?? null, 0)
  if (isReading) return 'reading'
  if (isRefusedAs(failure, 'confirmation-used')) return 'failed'
  if (isPast || isRefusedAs(failure, 'confirmation-expired')) return 'old'
  if (hasFailed) return 'failed'
  return ticket === null && failure !== null ? 'unread' : 'ready'
}

/** Why this confirmation cannot continue, what is certain, and how many creations would fit. */
function WhyNot({ phase, failure }: Pick<Creation, 'failure'> & { readonly phase: ReturnType<typeof usePhase> }) {
  const { t } = useTexts('avatars')
  // An internal error might have come after the jobs were written, and a used confirmation has written them; any other
  // failure came before.
  const isUnclear = failure?.kind === 'internal' || isRefusedAs(failure, 'confirmation-used')
  const certain = isUnclear ? 'confirm.unclear' : 'confirm.notAdded'
  const fitting = failure?.kind === 'refused' ? failure.count : undefined
  return (
    <>
      <StatusLine tone="warn">{phase === 'old' ? t('confirm.expired') : null}</StatusLine>
      <StatusLine tone="warn">{phase === 'failed' ? t(certain) : null}</StatusLine>
      {!isRefusedAs(failure, 'confirmation-expired') && <ErrorNotice failure={failure} />}
      {fitting !== undefined && <p>{t('confirm.fits', { count: fitting })}</p>}
    </>
  )
}

/** As many of the requested drafts as the balance that main just read covers; null where it covers all or none. */
function useCoveredRequest(request: CreationRequest, { ticket, failure }: Creation): CreationRequest | null {
  const drafts = useDrafts()
  const count = ticket === null && failure?.kind === 'refused' ? (failure.count ?? 0) : 0
  if (request.kind !== 'drafts' || count === 0 || count >= request.draftIds.length) return null
  const requested = new Set(request.draftIds)
  const first = firstToCreate(
    drafts.filter(({ id }) => requested.has(id)),
    count,
  )
  return first.length === 0 ? null : { kind: 'drafts', draftIds: first.map(({ id }) => id), isFirst: true }
}

/** The button of the dialog: it spends, refreshes, or switches to as many drafts as the balance covers. */
function useAction(creation: Creation, request: CreationRequest, phase: ReturnType<typeof usePhase>) {
  const { t } = useTexts(['avatars', 'common'])
  const { ticket } = creation
  const labelOf = (labelled: CreationRequest, count: number): string =>
    t(labelled.kind === 'drafts' && labelled.isFirst ? 'balance.createFirst' : 'createCount', { count })
  const covered = useCoveredRequest(request, creation)
  if (covered?.kind === 'drafts')
    return { label: labelOf(covered, covered.draftIds.length), onClick: () => creation.open(covered) }
  if (phase !== 'ready' && phase !== 'reading') return { label: t('common:refresh'), onClick: creation.readAgain }
  const label = ticket === null ? t('confirm.create') : labelOf(request, ticket.count)
  return { label, onClick: creation.confirm }
}

/**
 * **Confirm creation**: how many creations are spent on which avatars, with a freshly read balance. The focus starts on
 * Cancel.
 */
export function ConfirmCreationDialog({ creation, request, onReview }: ConfirmCreationDialogProps) {
  const { t } = useTexts(['avatars', 'common'])
  const { ticket } = creation
  const phase = usePhase(creation)
  const action = useAction(creation, request, phase)
  return (
    <Dialog
      title={t('confirm.title')}
      colour={useOpenProfile()?.profile.colour ?? 'teal'}
      onClose={creation.cancel}
      action={{ ...action, busy: creation.isConfirming, disabled: phase === 'reading' }}
    >
      {phase === 'reading' && <Skeleton label={t('common:loading')} lines={4} />}
      {ticket !== null && (
        <>
          <Balance ticket={ticket} onRetry={creation.readAgain} />
          <p>{t('confirm.pays', { count: ticket.count })}</p>
          <CreationFacts ticket={ticket} request={request} />
          {request.kind === 'jobs' ? (
            <AgainWarnings jobIds={request.jobIds} />
          ) : (
            <DraftWarnings ticket={ticket} draftIds={request.draftIds} creation={creation} onReview={onReview} />
          )}
        </>
      )}
      <WhyNot phase={phase} failure={creation.failure} />
    </Dialog>
  )
}
