/** Parts that the row, the inspector and the dialogs of a job share. */
import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { createContext, use, useCallback, useDeferredValue } from 'react'
import { Trans } from 'react-i18next'
import { isServiceFailure } from '../../../../shared/failure.ts'
import { canCreateAgain, isReplaced, nextState } from '../../../../shared/model/avatar-job.ts'
import { sumBalance } from '../../../../shared/model/balance-sum.ts'
import { jobName } from '../../../../shared/model/job-name.ts'
import type { Job, JobState, UsualTime } from '../../../../shared/schemas/avatar.ts'
import { jobById, read } from '../../../api/queries.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { Elapsed, minElapsedMs } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useQueueQuery, useShownRows } from '../../../state/view-preferences-store.ts'
import { useFoundJobs } from '../../../state/use-jobs.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { thumbnailUrl } from '../../../imaging/image-url.ts'
import styles from './queue.module.css'

export interface OneJob {
  readonly job: Job
}

export const conversationIdOf = ({ result }: Job): string | null => result?.conversationId ?? null

/** The task id in the answer to a creation with an unknown outcome; null without a task id. */
export const namedTaskOf = ({ state, failure }: Job): string | null =>
  state === 'unknown' && failure !== null && isServiceFailure(failure) ? (failure.taskId ?? null) : null

const requirements = {
  'open-conversation': (job: Job) => job.state === 'ready' && conversationIdOf(job) !== null,
  'create-again': (job: Job) => canCreateAgain(job.state) && !isReplaced(job),
  edit: ({ state }: Job) => state === 'waiting',
  'enter-task-id': ({ state }: Job) => state === 'unknown',
  'mark-not-created': ({ state }: Job) => state === 'unknown',
  remove: ({ state }: Job) => nextState(state, 'removed') !== null,
} as const

export type JobAction = keyof typeof requirements

const sending: readonly JobAction[] = ['create-again', 'edit']

/**
 * Runs an action for jobs: several jobs can be created again or removed; every other action is for one job. Must keep
 * its identity: a row is drawn again only when its own job changes.
 */
export const JobActions = createContext<(action: JobAction, jobs: readonly Job[]) => void>(() => undefined)

/** The actions that a job allows in its current state; a read-only profile allows no action that sends. */
export function useActionsOf() {
  const act = use(JobActions)
  const isReadOnly = useIsReadOnly()
  return useCallback(
    (job: Job) => ({
      can: (action: JobAction): boolean => requirements[action](job) && !(isReadOnly && sending.includes(action)),
      act: (action: JobAction) => (): void => act(action, [job]),
    }),
    [act, isReadOnly],
  )
}

export const useJobActions = (job: Job) => useActionsOf()(job)

/** The job's name for a sentence, "Unnamed" when it has none; "" for a job that is not known yet. */
export function useJobName(job: Job | null): string {
  const { t } = useTexts('avatars')
  return job === null ? '' : jobName(job) || t('unnamed')
}

export function Thumbnail({ image }: Pick<Job, 'image'>) {
  return (
    <span className={styles.thumb}>
      {image === null ? (
        <ImageOff aria-hidden size={14} />
      ) : (
        <img src={thumbnailUrl(image.imageId)} alt="" draggable={false} loading="lazy" decoding="async" />
      )}
    </span>
  )
}

/** The rows of the queue. */
export function useJobRows() {
  // The next typed letter has priority over drawing hundreds of rows.
  const query = useDeferredValue(useQueueQuery())
  return useFoundJobs({ ...query, search: query.search.trim(), limit: useShownRows('queue') })
}

/** Ordered: states that need the operator, ongoing states, results. */
export const jobStates = [
  'unknown',
  'submitting',
  'training',
  'waiting',
  'failed',
  'rejected',
  'ready',
  'removed',
] as const

type CountedState = Exclude<JobState, 'waiting' | 'submitting'>

/** "14 ready", "1 needs you": the texts of the states with a count above zero, in this order. */
export function useCountTexts() {
  const { t, format } = useTexts('avatars')
  const textOf = (state: CountedState, count: number) => t(`count.${state}`, { count, number: format.number(count) })
  return <State extends CountedState>(
    states: readonly State[],
    counts: Readonly<Record<State, number>>,
  ): readonly { readonly state: State; readonly text: string }[] =>
    states.filter((state) => counts[state] > 0).map((state) => ({ state, text: textOf(state, counts[state]) }))
}

export function JobStateText({ state }: Pick<Job, 'state'>) {
  const { t } = useTexts('avatars')
  const kind = state === 'rejected' ? 'failed' : state === 'removed' ? 'waiting' : state
  return (
    <Row as="span" gap={2}>
      <StateGlyph kind={kind} />
      <span className={styles.stateName}>{t(`queue.state.${state}`)}</span>
    </Row>
  )
}

const ongoing: readonly JobState[] = ['submitting', 'training', 'unknown']
const ended: readonly JobState[] = ['ready', 'failed']

/**
 * How long the job took, or takes so far: at most, where nobody saw when an avatar became ready; a dash for a job that
 * was never sent, was rejected or was removed.
 */
export function JobSpan({ job: { submittedAt, state, stateSince, trainedMs } }: OneJob) {
  const { t, format } = useTexts('avatars')
  if (submittedAt === null) return <>–</>
  if (ongoing.includes(state)) return <Elapsed at={submittedAt} />
  if (!ended.includes(state)) return <>–</>
  const duration = format.duration(Math.max(minElapsedMs, stateSince - submittedAt))
  return <>{state === 'ready' && trainedMs === null ? t('job.atMost', { duration }) : duration}</>
}

/** The usual training time of the profile; null with too few ready avatars. */
export function useUsualTime(): UsualTime | null {
  return useQuery({ ...read('queue.read', {}), select: (queue) => queue.usualTime ?? null }).data ?? null
}

/** When another avatar was confirmed in place of the job; null without another avatar. */
function useCreatedAgainAt({ createdAgain }: Job): string | null {
  const { t, format } = useTexts('avatars')
  return createdAgain && t('job.againAt', { time: format.time(createdAgain.at) })
}

function Again({ job, jobId }: OneJob & { readonly jobId: Job['id'] }) {
  const { t } = useTexts('avatars')
  const createdAgainText = useCreatedAgainAt(job) ?? ''
  const { data } = useQuery(jobById(jobId))
  // The second creation is certain, so it is shown even while the state of the new job is unknown.
  const state = data === undefined ? '–' : t(`queue.state.${data?.state ?? 'removed'}`)
  return <b>{t('job.again', { what: createdAgainText, state })}</b>
}

/** When another avatar was confirmed in place of the job, and the state of that avatar. */
export function CreatedAgain({ job }: OneJob) {
  return job.createdAgain && <Again job={job} jobId={job.createdAgain.jobId} />
}

/** Adds to a change of the balance that others can use the account too: the change alone proves little. */
export function BesideOthers({ balanceText }: { readonly balanceText: string }) {
  const { t } = useTexts('avatars')
  return (
    <Trans
      t={t}
      i18nKey="job.evidence.others"
      values={{ what: balanceText }}
      components={{ soft: <Text tone="soft" /> }}
    />
  )
}

/** "Balance fell by 2, 1 other accepted: 1 unexplained, probably created"; null where a reading is missing. */
function useBalanceSum() {
  const { t, format } = useTexts(['avatars', 'common'])
  return (job: Job): string | null => {
    const sum = sumBalance(job)
    if (sum === null) return null
    const { fell, accepted, uncertain, refunded, refundsAwaited, unexplained, guess } = sum
    const change = fell === 0 ? 'unchanged' : fell > 0 ? 'fell' : 'rose'
    const counts = { accepted, uncertain, refunded, refundsAwaited }
    const facts = [
      t(`job.evidence.${change}`, { number: format.number(Math.abs(fell)) }),
      ...countNames.flatMap((name) => {
        const count = counts[name]
        return count > 0 ? [t(`job.evidence.${name}`, { count, number: format.number(count) })] : []
      }),
    ]
    return t('job.evidence.sum', {
      facts: facts.join(t('common:comma')),
      unexplained: format.number(unexplained),
      guess: t(`job.evidence.guess.${guess}`),
    })
  }
}

const countNames = ['accepted', 'uncertain', 'refunded', 'refundsAwaited'] as const

/** How the balance changed while a creation was sent, and what the change indicates. */
export function BalanceText({ job }: OneJob) {
  const { t, format } = useTexts('avatars')
  const sumOf = useBalanceSum()
  const first = job.evidence?.balanceBefore ?? null
  const last = job.evidence?.balanceAfter ?? null
  const before = first && { before: format.number(first.avatarCreationsLeft), beforeTime: format.time(first.at) }
  const after = last && { after: format.number(last.avatarCreationsLeft), afterTime: format.time(last.at) }
  if (before !== null && after !== null) {
    return (
      <>
        <BesideOthers balanceText={t('job.evidence.balance', { ...before, ...after })} />
        <b className={styles.sum}>{sumOf(job)}</b>
      </>
    )
  }
  if (before !== null) return <BesideOthers balanceText={t('job.evidence.noAfter', before)} />
  return <BesideOthers balanceText={after === null ? t('job.evidence.none') : t('job.evidence.noBefore', after)} />
}
