import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Ellipsis, Pencil, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { Trans } from 'react-i18next'
import type { JobId } from '../../../../shared/ids.ts'
import { sumBalance } from '../../../../shared/model/balance-sum.ts'
import { isMarkedNotCreated } from '../../../../shared/model/avatar-job.ts'
import type { Job, JobState } from '../../../../shared/schemas/avatar.ts'
import { jobById, read } from '../../../api/queries.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go } from '../../../state/location-store.ts'
import { toggleCollapsed, useIsCollapsed } from '../../../state/view-preferences-store.ts'
import { jsonOf, useCopyItems } from '../../../state/use-copy-items.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { DataRow } from '../../../ui/data-table.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { ShortId } from '../../../ui/short-id.tsx'
import { StepProgress } from '../../../ui/progress-bar.tsx'
import {
  BalanceText,
  JobSpan,
  JobStateText,
  Thumbnail,
  conversationIdOf,
  namedTaskOf,
  useJobActions,
  useJobName,
} from './job-parts.tsx'
import type { OneJob } from './job-parts.tsx'
import styles from './queue.module.css'

interface JobRowProps {
  readonly id: JobId
  /** Place in the line of a waiting job, 1 is next; null for any other. */
  readonly place: number | null
  readonly isOpen: boolean
}

/** The four stops of a training, in order, spelled as they come. Source: `service-api.md §Avatar creation status`. */
const trainingSteps = ['preparing', 'processing', 'after_processing', 'done'] as const

function useWording() {
  return { ...useTexts(['avatars', 'common']), reasonOf: useFailureText() }
}

/** How much of the image has left, while that takes time, and since when the rest is waited for. */
function Sending({ job: { id, submittedAt } }: OneJob) {
  const { t, format } = useTexts('avatars')
  const uploads = useQuery({ ...read('queue.read', {}), enabled: false }).data?.uploads
  const share = uploads?.find(({ jobId }) => jobId === id)?.share ?? 1
  if (submittedAt === null) return null
  return (
    <>
      {share < 1 && <>{t('job.uploading', { share: format.percent(share) })} · </>}
      <Trans t={t} i18nKey="job.sending" components={{ age: <Age at={submittedAt} /> }} />
    </>
  )
}

type Translate = ReturnType<typeof useWording>['t']

// The documented words speak for themselves; another field's name is part of what it says.
function reasonText(field: string, text: string, t: Translate): string {
  return field === 'msg' || field === 'message' ? text : t('common:about', { about: field }) + text
}

function refundText(refund: Job['refund'], t: Translate): string | null {
  if (refund === null) return null
  // A balance that was never read after it says nothing.
  const isUnread = refund.state === 'not-seen' && refund.after === null
  return t(`job.refund.short.${isUnread ? 'unread' : refund.state}`)
}

type Step = (job: Job, wording: ReturnType<typeof useWording>, place: number | null) => ReactNode

/** How far the job is, or what came of it, in the words of its state. */
const steps: Readonly<Record<JobState, Step>> = {
  waiting: (_job, { t }, place) => {
    // Until the line is read the place is not known, and a wrong one would be worse than none.
    if (place === null) return null
    return place === 1 ? t('job.line.next') : t('job.line.place', { count: place })
  },
  submitting: (job) => <Sending job={job} />,
  unknown: (job, { t, format: { number } }) => {
    const before = job.evidence?.balanceBefore?.avatarCreationsLeft
    const after = job.evidence?.balanceAfter?.avatarCreationsLeft
    const sum = sumBalance(job)
    if (before === undefined || after === undefined || sum === null) return null
    return t('job.evidence.short', {
      before: number(before),
      after: number(after),
      guess: t(`job.evidence.guess.${sum.guess}`),
    })
  },
  training: ({ step, status, pollFailure }, { t, reasonOf }) => (
    <>
      <StepProgress
        label={t('job.progress')}
        steps={trainingSteps}
        current={trainingSteps.findIndex((name) => name === step)}
        text={
          pollFailure === null
            ? (step ?? t('job.noStep'))
            : t('common:about', { about: t('job.pollFailed') }) + reasonOf(pollFailure).sentence
        }
        hasFailed={pollFailure !== null}
      />
      {status !== null && status !== 0 && <> · {t('job.statusRaw', { status })}</>}
    </>
  ),
  ready: (job, { t }) => {
    const conversationId = conversationIdOf(job)
    if (conversationId === null) return t('job.noConversation')
    return (
      <Row as="span" gap={2}>
        <span className={styles.what}>{t('job.conversation')}</span>
        <ShortId id={conversationId} what={t('job.copy.conversation')} />
      </Row>
    )
  },
  failed: ({ refund, result }, { t }) => {
    const reasons = (result?.reasons ?? []).map(({ field, text }) => reasonText(field, text, t))
    return [...reasons, refundText(refund, t)].filter((text) => text !== null).join(' · ') || t('job.failedWords')
  },
  rejected: (job, { t, reasonOf }) =>
    job.failure === null || isMarkedNotCreated(job) ? t('job.rejectedByHand') : reasonOf(job.failure).sentence,
  removed: () => null,
}

function CollapseButton({ job: { id } }: OneJob) {
  const { t } = useTexts('common')
  const isCollapsed = useIsCollapsed(id)
  const Chevron = isCollapsed ? ChevronDown : ChevronUp
  return (
    <QuietButton
      Icon={Chevron}
      aria-label={t('details')}
      aria-expanded={!isCollapsed}
      onClick={() => toggleCollapsed(id)}
    />
  )
}

function Actions({ job }: OneJob) {
  const { t } = useTexts(['avatars', 'common'])
  const { can, act } = useJobActions(job)
  const name = useJobName(job)
  return (
    <Row as="span" justify="end" className={styles.actions}>
      {can('open-conversation') && (
        <Button tone="quiet" aria-label={t('job.open')} aria-description={name} onClick={act('open-conversation')}>
          {t('job.openShort')}
        </Button>
      )}
      {can('create-again') && job.state !== 'unknown' && (
        <Button tone="quiet" aria-description={name} onClick={act('create-again')}>
          {t('common:retry')}
        </Button>
      )}
      {job.state === 'unknown' && <CollapseButton job={job} />}
      <MenuButton
        variant="icon"
        label={t('job.moreOf', { name })}
        Icon={Ellipsis}
        items={[
          {
            label: t('job.details'),
            Icon: SquareArrowOutUpRight,
            onChoose: () => go({ section: 'avatars', jobId: job.id }),
          },
          ...(can('edit') ? [{ label: t('job.edit'), Icon: Pencil, onChoose: act('edit') }] : []),
          ...(can('remove') ? [{ label: t('remove'), Icon: Trash2, onChoose: act('remove') }] : []),
        ]}
      />
    </Row>
  )
}

const decisions = [
  ['enter-task-id', 'job.enterTaskId'],
  ['mark-not-created', 'job.notCreated'],
  ['create-again', 'job.createAgain'],
] as const

function Decide({ job }: OneJob) {
  const { t, reasonOf } = useWording()
  const { can, act } = useJobActions(job)
  const name = useJobName(job)
  const { evidence, failure } = job
  const task = namedTaskOf(job)
  return (
    <div className={styles.decide}>
      <p>
        {failure === null ? t('common:interrupted') : reasonOf(failure).sentence}
        {t('common:between')}
        {task !== null && t('job.namesTask', { taskId: task }) + t('common:between')}
        {evidence !== null && <BalanceText job={job} />}
      </p>
      <Row gap={2} align="stretch" wrap>
        {decisions.map(
          ([action, label]) =>
            can(action) && (
              <Button key={action} aria-description={name} onClick={act(action)}>
                {t(label)}
              </Button>
            ),
        )}
      </Row>
    </div>
  )
}

function LoadedRow({ job, place, isOpen }: Omit<JobRowProps, 'id'> & OneJob) {
  const wording = useWording()
  const copy = useCopyItems()
  const { can, act } = useJobActions(job)
  const { t } = wording
  const { id, state, image, lastContactAt, taskId } = job
  const conversationId = conversationIdOf(job)
  const isUnknown = state === 'unknown'
  const isCollapsed = useIsCollapsed(id)
  return (
    <DataRow
      menu={() => [
        ...(conversationId === null ? [] : [copy.value(t('job.copy.conversation'), conversationId)]),
        ...(taskId === null ? [] : [copy.value(t('job.copy.task'), taskId)]),
        copy.json(jsonOf(job)),
      ]}
      isOpen={isOpen}
      tone={isUnknown ? 'ask' : undefined}
      onOpen={() => go({ section: 'avatars', jobId: id })}
      onClose={isOpen ? () => go({ section: 'avatars', jobId: null }) : undefined}
      onRemove={can('remove') ? act('remove') : undefined}
      cells={{
        image: <Thumbnail image={image} />,
        name: useJobName(job),
        state: <JobStateText state={state} />,
        step: <Text tone="soft">{steps[state](job, wording, place)}</Text>,
        elapsed: <JobSpan job={job} />,
        contact: lastContactAt === null ? '–' : <Age at={lastContactAt} />,
        actions: <Actions job={job} />,
      }}
      more={isUnknown && !isCollapsed ? <Decide job={job} /> : undefined}
    />
  )
}

/** One job of the queue, read when it comes on screen. A job that is gone keeps its height until the list knows. */
export const JobRow = memo(function JobRow({ id, ...rest }: JobRowProps) {
  const read = useQuery(jobById(id))
  if (read.data) return <LoadedRow job={read.data} {...rest} />
  return <DataRow cells={{ step: <QueryFailure query={read} live="none" /> }} />
})
