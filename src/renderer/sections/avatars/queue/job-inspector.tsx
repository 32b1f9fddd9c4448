import { useQuery } from '@tanstack/react-query'
import { Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { Trans } from 'react-i18next'
import { formFieldNames } from '../../../../shared/model/creation-fields.ts'
import type { JobId } from '../../../../shared/ids.ts'
import { isMarkedNotCreated } from '../../../../shared/model/avatar-job.ts'
import { jobName } from '../../../../shared/model/job-name.ts'
import { isLongerThanUsual } from '../../../../shared/model/usual-time.ts'
import type { CreationFields, Evidence, Job, Refund, UsualTime } from '../../../../shared/schemas/avatar.ts'
import { jobById, read as readOf } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { LastExchange } from '../../../failures/exchange-view.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { SaveEvidence } from '../../../failures/save-evidence.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go, useSectionState } from '../../../state/location-store.ts'
import { useCopyItems } from '../../../state/use-copy-items.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Inspector } from '../../../ui/inspector.tsx'
import { Note, Row } from '../../../ui/layout.tsx'
import { ShortId } from '../../../ui/short-id.tsx'
import { useConversations } from '../fields/field-inputs.tsx'
import {
  BalanceText,
  BesideOthers,
  CreatedAgain,
  JobSpan,
  JobStateText,
  Thumbnail,
  conversationIdOf,
  namedTaskOf,
  useJobRows,
  useJobActions,
  useJobName,
  useUsualTime,
} from './job-parts.tsx'
import type { OneJob } from './job-parts.tsx'
import styles from './queue.module.css'

/**
 * Evidence for a creation whose outcome is unknown, or was unknown until an operator decided: balances before and
 * after, and when it was sent.
 */
function EvidenceText({ job, evidence }: OneJob & { readonly evidence: Evidence }) {
  const { t, format } = useTexts(['avatars', 'common'])
  const { sentAt, endedAt } = evidence
  return (
    <>
      <p>
        <BalanceText job={job} />
      </p>
      {sentAt !== null && (
        <Note>
          {[
            t('job.evidence.sentAt', { time: format.time(sentAt) }),
            endedAt === null ? t('job.evidence.noEnd') : t('job.evidence.endedAt', { time: format.time(endedAt) }),
          ].join(t('common:comma'))}
        </Note>
      )}
    </>
  )
}

/**
 * Shows whether the creation was seen to return to the balance after a failed training. This is no proof, because
 * others can use the account.
 */
function RefundText({ refund }: { readonly refund: Refund | null }) {
  const { t, format } = useTexts('avatars')
  const soft = (text: string) => <Note>{text}</Note>
  if (refund === null) return soft(t('job.refund.usual'))
  const { state, before, after } = refund
  if (state === 'seen' && before !== null && after !== null) {
    const [first, last] = [before.avatarCreationsLeft, after.avatarCreationsLeft]
    // Creations spent meanwhile are counted: the balance itself need not have risen.
    const key = last > first ? 'job.refund.seen' : 'job.refund.seenDespite'
    return (
      <p>
        <BesideOthers
          balanceText={t(key, {
            before: format.number(first),
            after: format.number(last),
            time: format.time(after.at),
          })}
        />
      </p>
    )
  }
  if (state === 'not-seen' && after !== null) return soft(t('job.refund.notSeen', { time: format.time(after.at) }))
  return soft(t(`job.refund.short.${state === 'awaited' ? 'awaited' : 'unread'}`))
}

/** The cover that the service names for an avatar. Main fetches it when the operator opens it; a failure is shown. */
function Cover({ job }: OneJob) {
  const { t } = useTexts('avatars')
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed')
  return (
    <Disclosure
      label={t('job.cover.label')}
      // Opening the cover again tries again.
      onToggle={(open) => setState(open ? 'open' : 'closed')}
    >
      {state === 'open' && (
        <img
          className={styles.cover}
          src={`/media/${job.id}/cover-image`}
          alt={t('job.cover.alt', { name: jobName(job) })}
          draggable={false}
          onError={() => setState('failed')}
        />
      )}
      <Note role="status">{state === 'failed' ? t('job.cover.failed') : ''}</Note>
    </Disclosure>
  )
}

function Group(props: ComponentProps<typeof DescriptionList>) {
  if (!props.items.some(Boolean)) return null
  return (
    <div className={styles.group}>
      <DescriptionList {...props} />
    </div>
  )
}

// The name is the title.
const shownFields = formFieldNames.filter((name) => name !== 'name')

/** The conversation's name, where it is known, and its id. */
function MadeFrom({ conversationId }: Pick<CreationFields, 'conversationId'>) {
  const { t } = useTexts('avatars')
  const { name } = useConversations(conversationId)
  const id = <ShortId id={conversationId} valueName={t('job.copy.madeFrom')} />
  if (name === null) return id
  return (
    <>
      {name} {id}
    </>
  )
}

/** The usual time of a training job, whether the job has taken longer, and the trainings behind that time. */
function Usual({ job, usual }: OneJob & { readonly usual: UsualTime }) {
  const { t, format } = useTexts(['avatars', 'common'])
  const { trainings, lastReadyAt } = usual
  const range = format.durationRange(usual)
  return (
    <>
      {isLongerThanUsual(job, usual) ? [range, t('job.usual.longer')].join(t('common:comma')) : range}
      <Note font="secondary">
        <Trans
          t={t}
          i18nKey="job.usual.origin"
          values={{ number: format.number(trainings) }}
          count={trainings}
          components={{ age: <Age at={lastReadyAt} /> }}
        />
      </Note>
    </>
  )
}

function Facts({ job }: OneJob) {
  const { t, format } = useTexts('avatars')
  const { taskId, fields, fileName, submittedAt, stateSince, state, lastContactAt, createdAt } = job
  const conversationId = conversationIdOf(job)
  const usual = useUsualTime()
  return (
    <>
      <Group
        items={[
          conversationId !== null && {
            label: t('job.conversation'),
            value: <ShortId id={conversationId} valueName={t('job.copy.conversation')} />,
          },
          taskId !== null && { label: t('job.task'), value: <ShortId id={taskId} valueName={t('job.copy.task')} /> },
        ]}
      />
      <Group
        items={[
          fileName !== '' && { label: t('job.file'), value: fileName },
          ...shownFields.map(
            (field) =>
              fields[field] !== '' && {
                // The avatar's own conversation already has this field's label, so this conversation needs a different
                // label.
                label: field === 'conversationId' ? t('job.madeFrom') : t(`fields.${field}`),
                value: field === 'conversationId' ? <MadeFrom conversationId={fields[field]} /> : fields[field],
              },
          ),
        ]}
      />
      <Group
        items={[
          { label: t('job.confirmed'), value: format.time(createdAt) },
          submittedAt !== null && { label: t('job.sent'), value: format.time(submittedAt) },
          { label: t(`queue.state.${state}`), value: format.time(stateSince) },
          state === 'training' &&
            usual !== null && { label: t('job.usual.label'), value: <Usual job={job} usual={usual} /> },
          lastContactAt !== null && { label: t('queue.column.contact'), value: <Age at={lastContactAt} /> },
        ]}
      />
    </>
  )
}

/** The service's reasons for a failed training, field by field and unchanged. */
function ServiceReasons({ job: { result } }: OneJob) {
  const { t } = useTexts('avatars')
  const reasons = result?.reasons ?? []
  if (reasons.length === 0) return <Note>{t('job.noReason')}</Note>
  return <DescriptionList items={reasons.map(({ field, text }) => ({ label: field, value: text }))} />
}

/** Why the creation failed or is unknown, or instead the decision of an operator. */
function Reason({ job }: OneJob) {
  const { t } = useTexts(['avatars', 'common'])
  const { state, evidence, failure } = job
  const isMarked = isMarkedNotCreated(job)
  const task = namedTaskOf(job)
  return (
    <>
      {job.createdAgain !== null && (
        <p>
          <CreatedAgain job={job} />
        </p>
      )}
      {task !== null && <p>{t('job.namesTask', { taskId: task })}</p>}
      {isMarked && <p>{t('job.rejectedByHand')}</p>}
      {state === 'unknown' && failure === null && <p>{t('common:interrupted')}</p>}
      {(state === 'unknown' || isMarked) && evidence !== null && <EvidenceText job={job} evidence={evidence} />}
      {!isMarked && <ErrorNotice failure={failure} live="none" />}
      {state === 'failed' && <ServiceReasons job={job} />}
    </>
  )
}

const unknownDecisions = [
  ['enter-task-id', 'job.enterTaskId'],
  ['mark-not-created', 'job.notCreated'],
] as const

function EarlierAttempt({ job }: OneJob) {
  const { t, format } = useTexts(['avatars', 'common'])
  const { can, act } = useJobActions(job)
  const at = format.time(job.stateSince)
  return (
    <li>
      <p>
        <JobStateText state={job.state} /> {t('job.attemptAt', { time: at })}
      </p>
      <Reason job={job} />
      <Row gap={2} wrap>
        {unknownDecisions.map(
          ([action, label]) =>
            can(action) && (
              <Button key={action} size="small" aria-description={at} onClick={act(action)}>
                {t(label)}
              </Button>
            ),
        )}
      </Row>
    </li>
  )
}

/** The results of the earlier jobs that this job replaces; an unknown outcome can still be decided. */
function EarlierAttempts({ job: { id } }: OneJob) {
  const { t } = useTexts('avatars')
  const earlier = useQuery(readOf('job.earlier', { jobId: id }))
  const jobs = earlier.data ?? []
  if (earlier.isError) return <QueryFailure query={earlier} />
  if (jobs.length === 0) return null
  return (
    <section aria-label={t('job.earlier')} className={styles.earlier}>
      <h3>{t('job.earlier')}</h3>
      <ol>
        {jobs.map((job) => (
          <EarlierAttempt key={job.id} job={job} />
        ))}
      </ol>
    </section>
  )
}

function Exchange({ job }: OneJob) {
  const { data } = useQuery(readOf('job.exchange', { jobId: job.id }))
  return data !== undefined && <LastExchange exchangeId={data} />
}

/** "21 → 20", and how many other creations were sent between the two readings; null without a reading. */
function useBalanceText({ id }: Job): string | null {
  const { t, format } = useTexts('avatars')
  const { data } = useQuery(readOf('job.balances', { jobId: id }))
  const { before = null, after = null, othersSent = 0 } = data ?? {}
  const values = {
    before: before === null ? '?' : format.number(before.avatarCreationsLeft),
    after: after === null ? '?' : format.number(after.avatarCreationsLeft),
  }
  if (after === null) return before === null ? null : t('job.balanceBefore', values)
  const change = t('job.balances', values)
  return othersSent === 0 ? change : t('job.balancesOthers', { change, count: othersSent })
}

function Head({ job }: OneJob) {
  const { t } = useTexts('avatars')
  const balance = useBalanceText(job)
  return (
    <div className={styles.head}>
      <Thumbnail image={job.image} />
      <DescriptionList
        items={[
          { label: t('queue.column.state'), value: <JobStateText state={job.state} /> },
          { label: t('queue.column.elapsed'), value: <JobSpan job={job} /> },
          balance !== null && { label: t('job.balance'), value: balance },
        ]}
      />
    </div>
  )
}

function Details({ job }: OneJob) {
  const { t } = useTexts('avatars')
  const { state, result, submittedAt } = job
  return (
    <>
      <Head job={job} />
      <Reason job={job} />
      <ErrorNotice failure={job.pollFailure} about={t('job.pollFailed')} live="none" />
      {state === 'failed' && <RefundText refund={job.refund} />}
      <Facts job={job} />
      {state === 'ready' && (result?.coverImage ?? '') !== '' && <Cover job={job} />}
      {submittedAt !== null && state !== 'submitting' && (
        <>
          <Exchange job={job} />
          <SaveEvidence subject={{ kind: 'creation', jobId: job.id, withImage: false }} hasImage={job.image !== null} />
        </>
      )}
      <EarlierAttempts job={job} />
    </>
  )
}

function Foot({ job }: OneJob) {
  const { t } = useTexts('avatars')
  const { can, act } = useJobActions(job)
  const conversationId = conversationIdOf(job)
  const ids = [conversationId, job.taskId].filter((id) => id !== null)
  const { copy } = useCopyItems()
  return (
    <>
      {conversationId !== null && (
        <Button tone="primary" onClick={act('open-conversation')}>
          {t('job.open')}
        </Button>
      )}
      {ids.length > 0 && (
        <Button Icon={Copy} onClick={() => copy(ids.join('\n'))}>
          {t('job.copyIds')}
        </Button>
      )}
      {can('remove') && (
        <span className="to-end">
          <Button tone="quiet" Icon={Trash2} aria-label={t('remove')} onClick={act('remove')} />
        </span>
      )}
    </>
  )
}

function OpenedJob({ id }: { readonly id: JobId }) {
  const { t } = useTexts('avatars')
  const read = useQuery(jobById(id))
  const rows = useJobRows().data?.rows ?? []
  const at = rows.findIndex((row) => row.id === id)
  const openNext = (offset: 1 | -1): (() => void) | undefined => {
    const next = at === -1 ? undefined : rows[at + offset]
    return next && (() => go({ section: 'avatars', jobId: next.id }))
  }
  const { data: job } = read
  const name = useJobName(job ?? null)
  // Removed, perhaps in another window.
  if (job === null) return null
  return (
    <Inspector
      label={t('job.inspector')}
      title={name}
      footer={job ? <Foot job={job} /> : undefined}
      onClose={() => go({ section: 'avatars', jobId: null })}
      onPrevious={openNext(-1)}
      onNext={openNext(1)}
    >
      {job ? <Details key={id} job={job} /> : <QueryFailure query={read} />}
    </Inspector>
  )
}

/** `complementary` **Avatar details**: everything that is known of the opened job. */
export function JobInspector() {
  const opened = useSectionState('jobId')
  return opened && <OpenedJob id={opened} />
}
