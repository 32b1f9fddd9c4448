import { useQuery } from '@tanstack/react-query'
import { Trans } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import { isMarkedNotCreated } from '../../../../shared/model/avatar-job.ts'
import { expandFields, needsConversation, withoutExtension } from '../../../../shared/model/creation-template.ts'
import { needsReview } from '../../../../shared/model/findings.ts'
import type { CreationFields, CreationTicket, Draft } from '../../../../shared/schemas/avatar.ts'
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
import { useConversations } from '../fields/field-inputs.tsx'
import { needsAnalysis } from '../preparation/image-analysis.ts'
import { CreatedAgain } from '../queue/job-parts.tsx'
import type { OneJob } from '../queue/job-parts.tsx'
import type { Creation, CreationRequest } from './use-creation.ts'

const namesOf = (drafts: readonly Draft[]): string[] => drafts.map(({ fileName }) => withoutExtension(fileName))

// More would push what is confirmed out of the dialog.
const maxNamed = 6

function useNames(): (names: readonly string[]) => string {
  const { t, format } = useTexts('avatars')
  return (names) => {
    const others = names.length - maxNamed
    // Without a name the service gives one, the same words for all of them.
    if (names.every((name) => name === '')) return t('fields.serviceChooses')
    const shown = names.slice(0, maxNamed).map((name) => name || t('fields.serviceChooses'))
    return format.list(others > 0 ? [...shown, t('more', { count: others })] : shown)
  }
}

interface ConfirmCreationDialogProps {
  readonly creation: Creation
  readonly request: CreationRequest
  /** Fields of drafts without custom ones. */
  readonly shared: CreationFields
  readonly onReview: (drafts: readonly Draft[]) => void
}

interface TicketProps {
  readonly ticket: CreationTicket
}

/** The conversation that is sent; a profile may send images without one. */
function Conversation({ ticket, ids }: TicketProps & { readonly ids: readonly string[] }) {
  const { t } = useTexts('avatars')
  const rules = useOpenProfile()?.profile.creation
  const listOf = useNames()
  const [id = ''] = ids
  const { name } = useConversations(id)
  if (rules !== undefined && !ticket.items.some(({ image }) => needsConversation(image !== null, rules)))
    return t('confirm.notSent')
  if (ids.length > 1) return listOf(ids)
  return (
    <>
      {name} <code>{id}</code>
    </>
  )
}

type FactsProps = TicketProps & Pick<ConfirmCreationDialogProps, 'request' | 'shared'>

function CreationFacts({ ticket, request, shared }: FactsProps) {
  const { t, format } = useTexts('avatars')
  const listOf = useNames()
  const { items, queued, floor } = ticket
  const [drafts, leftOut] = request.kind === 'drafts' ? [request.drafts, request.leftOut] : [[], []]
  const sent =
    request.kind === 'job'
      ? [request.job.fields]
      : drafts.map(({ overrides, fileName }, index) => expandFields(shared, overrides, { fileName, n: index + 1 }))
  const each = (field: 'voice' | 'conversationId' | 'language', empty = ''): readonly string[] => [
    ...new Set(sent.map((fields) => fields[field] || empty)),
  ]
  const custom = drafts.filter(({ overrides }) => Object.keys(overrides).length > 0).length
  const withoutImage = items.filter(({ image }) => image === null).length
  const fileNames = new Set(drafts.map(({ fileName }) => fileName))
  const names = items.map(({ name }) => (fileNames.has(name) ? withoutExtension(name) : name))
  return (
    <DescriptionList
      framed
      items={[
        { label: t('confirm.profile'), value: useOpenProfile()?.profile.name },
        { label: t('fields.name'), value: listOf(names) },
        { label: t('fields.voice'), value: listOf(each('voice')) },
        { label: t('job.conversation'), value: <Conversation ticket={ticket} ids={each('conversationId')} /> },
        { label: t('fields.language'), value: listOf(each('language', 'English')) },
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
  const { balance, balanceFailure, count, queued } = ticket
  const { t, format } = useTexts('avatars')
  if (balance === null) {
    return (
      <>
        <StatusLine tone="warn">{t('confirm.noBalance')}</StatusLine>
        <ErrorNotice failure={balanceFailure} live="none" onRetry={onRetry} />
      </>
    )
  }
  const { avatarCreationsLeft, at } = balance
  const left = format.number(avatarCreationsLeft - queued - count)
  return (
    <Row gap={4}>
      <Text aria-hidden font="figure" tabular>
        {format.number(count)}
      </Text>
      <div>
        <b>{t('confirm.uses', { count, balance: format.number(avatarCreationsLeft), left })}</b>
        <Note>
          <Trans t={t} i18nKey="confirm.readAt" components={{ age: <Age at={at} /> }} />
        </Note>
      </div>
    </Row>
  )
}

/** That a job may be paid already, and that it was created again before. */
function AgainWarnings({ job: asked }: OneJob) {
  const { t } = useTexts('avatars')
  // As it is now: another window may have created it again.
  const job = useQuery(jobById(asked.id)).data ?? asked
  // A ruling of an operator may be wrong: what is certain did not change by it.
  const mayBePaid = job.state === 'unknown' || isMarkedNotCreated(job)
  return (
    <>
      {mayBePaid && <StatusLine tone="warn">{t('confirm.twice')}</StatusLine>}
      {job.createdAgain !== null && (
        <StatusLine tone="warn">
          <CreatedAgain job={job} />
        </StatusLine>
      )}
    </>
  )
}

function Warnings({ creation, request, onReview }: Omit<ConfirmCreationDialogProps, 'shared'>) {
  const { t } = useTexts('avatars')
  const listOf = useNames()
  if (request.kind === 'job') return <AgainWarnings job={request.job} />
  const doubtful = request.drafts.filter(({ findings }) => needsReview(findings))
  const unchecked = request.drafts.filter(needsAnalysis).length
  const names = listOf(namesOf(doubtful))
  return (
    <>
      {unchecked > 0 && <StatusLine tone="info">{t('confirm.checking', { count: unchecked })}</StatusLine>}
      {doubtful.length > 0 && (
        <StatusLine tone="warn">
          <Row gap={2} justify="between">
            {t('confirm.problems', { count: doubtful.length, names })}
            <QuietButton
              disabled={creation.isConfirming}
              onClick={() => {
                creation.cancel()
                onReview(doubtful)
              }}
            >
              {t('confirm.review')}
            </QuietButton>
          </Row>
        </StatusLine>
      )}
    </>
  )
}

const isRefusedAs = (failure: Failure | null, reason: 'confirmation-expired' | 'confirmation-used'): boolean =>
  failure?.kind === 'refused' && failure.reason === reason

/**
 * `unread`: there is nothing to confirm. `old`: what is shown can no longer be confirmed. `failed`: it was confirmed, and
 * its ticket is spent.
 */
function usePhase({ ticket, failure, hasFailed, isReading }: Creation) {
  const isPast = useIsOlder(ticket?.expiresAt ?? null, 0)
  if (isReading) return 'reading'
  if (isRefusedAs(failure, 'confirmation-used')) return 'failed'
  if (isPast || isRefusedAs(failure, 'confirmation-expired')) return 'old'
  if (hasFailed) return 'failed'
  return ticket === null && failure !== null ? 'unread' : 'ready'
}

/** Why this confirmation does not go on, what is certain then, and the number that would fit. */
function WhyNot({ phase, failure }: Pick<Creation, 'failure'> & { readonly phase: ReturnType<typeof usePhase> }) {
  const { t } = useTexts('avatars')
  // A fault of the program may have come after the jobs were written, and what was confirmed once wrote them; any other
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

/** The first of the requested drafts, where the balance that main just read does not cover all of them; else null. */
function coveredOf(request: CreationRequest, { ticket, failure }: Creation) {
  const count = ticket === null && failure?.kind === 'refused' ? (failure.count ?? 0) : 0
  if (request.kind !== 'drafts' || count === 0 || count >= request.drafts.length) return null
  const leftOut = [...request.drafts.slice(count), ...request.leftOut]
  return { kind: 'drafts', drafts: request.drafts.slice(0, count), leftOut } as const
}

/** The button of the dialog: it spends, reads anew, or goes over to as many drafts as the balance covers. */
function useAction(creation: Creation, request: CreationRequest, phase: ReturnType<typeof usePhase>) {
  const { t } = useTexts(['avatars', 'common'])
  const { ticket } = creation
  const labelOf = (of: CreationRequest, count: number): string =>
    t(of.kind === 'drafts' && of.leftOut.length > 0 ? 'balance.createFirst' : 'createCount', { count })
  const covered = coveredOf(request, creation)
  if (covered !== null) return { label: labelOf(covered, covered.drafts.length), onClick: () => creation.open(covered) }
  if (phase !== 'ready' && phase !== 'reading') return { label: t('common:refresh'), onClick: creation.readAgain }
  const label = ticket === null ? t('confirm.create') : labelOf(request, ticket.count)
  return { label, onClick: creation.confirm }
}

/** **Confirm creation**: what is spent, on what, with a balance read just now. The focus starts on Cancel. */
export function ConfirmCreationDialog({ creation, request, shared, onReview }: ConfirmCreationDialogProps) {
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
          <p>{t('confirm.pays')}</p>
          <CreationFacts ticket={ticket} request={request} shared={shared} />
          <Warnings creation={creation} request={request} onReview={onReview} />
        </>
      )}
      <WhyNot phase={phase} failure={creation.failure} />
    </Dialog>
  )
}
