/** The life of an avatar job as a pure state machine: only `advance` may change a job's state. */
import type { Failure } from '../failure.ts'
import type { JobId, TaskId } from '../ids.ts'
import { commandCertainty } from './command-certainty.ts'
import { trainedMsOf } from './usual-time.ts'
import type {
  AvatarResult,
  BalanceReading,
  CreationFields,
  Evidence,
  Job,
  JobState,
  Refund,
} from '../schemas/avatar.ts'

/** The facts that are known at the confirmation; events add everything else. */
export type Intent = Pick<
  Job,
  'id' | 'profileId' | 'createdAt' | 'fileName' | 'image' | 'fields' | 'batchId' | 'originalId'
>

interface SeenTraining {
  readonly status: number | null
  readonly step: string | null
  readonly result: AvatarResult
}

type Nothing = object

/** Counts of other events that may have changed the balance between the two readings of the evidence. */
const besideNames = ['othersSent', 'othersAccepted', 'refunded', 'refundsAwaited'] as const

interface EventFields {
  /** The request is about to be sent. The event is stored before the request is sent. */
  readonly 'submit-started': { readonly balanceBefore: BalanceReading | null }
  /** Certain: not one byte was sent. */
  readonly 'not-sent': Nothing
  readonly accepted: { readonly taskId: TaskId }
  /** Certain: nothing was created, and sending the same request again would not help. */
  readonly refused: { readonly failure: Failure }
  /** Neither success nor failure is certain. */
  readonly 'outcome-unknown': { readonly failure: Failure }
  /** The program was started. */
  readonly restarted: Nothing
  /** A balance read after the outcome became unknown. */
  readonly 'balance-read': { readonly balanceAfter: BalanceReading } & Readonly<
    Partial<Record<(typeof besideNames)[number], number>>
  >
  /** queryAvatar answered; `pollEvent` selects one of the three events. */
  readonly 'seen-training': SeenTraining
  readonly 'seen-ready': SeenTraining
  readonly 'seen-failed': SeenTraining
  /** queryAvatar failed, which says nothing about the training. */
  readonly 'poll-failed': { readonly failure: Failure }
  readonly 'task-id-entered': { readonly taskId: TaskId }
  /** The operator knows that nothing was created. */
  readonly 'ruled-not-created': Nothing
  readonly edited: { readonly fields: CreationFields }
  /** The operator confirmed a different job to replace this job. */
  readonly 'created-again': { readonly jobId: JobId }
  /** The replacing job was removed before it was sent, so nothing was paid to replace this job. */
  readonly 'again-withdrawn': Nothing
  readonly 'refund-noted': { readonly refund: Refund }
  /** The account may have changed, so earlier balance readings cannot be compared with later readings. */
  readonly 'account-changed': Nothing
  readonly removed: Nothing
}

export type JobEventKind = keyof EventFields

// One type for the union and its members, so that the compiler links each event to its effect below.
type EventOf<Kind extends JobEventKind> = { [Name in Kind]: { readonly kind: Name } & EventFields[Name] }[Kind]

export type JobEvent = EventOf<JobEventKind>

type Targets = Readonly<Partial<Record<JobEventKind, JobState>>>

/**
 * State × event -> state; a missing pair cannot happen. A job enters `submitting` only from `waiting` and returns to
 * `waiting` only when it is certain that nothing was sent. Thus a job is sent at most once.
 */
const transitions: Readonly<Record<JobState, Targets>> = {
  waiting: {
    'submit-started': 'submitting',
    refused: 'rejected',
    edited: 'waiting',
    restarted: 'waiting',
    removed: 'removed',
  },
  submitting: {
    'not-sent': 'waiting',
    accepted: 'training',
    refused: 'rejected',
    'outcome-unknown': 'unknown',
    'account-changed': 'submitting',
    restarted: 'unknown',
  },
  unknown: {
    'balance-read': 'unknown',
    'task-id-entered': 'training',
    'created-again': 'unknown',
    'again-withdrawn': 'unknown',
    'ruled-not-created': 'rejected',
    'account-changed': 'unknown',
    restarted: 'unknown',
    removed: 'removed',
  },
  training: {
    'seen-training': 'training',
    'seen-ready': 'ready',
    'seen-failed': 'failed',
    'poll-failed': 'training',
    'again-withdrawn': 'training',
    restarted: 'training',
    removed: 'removed',
  },
  ready: { 'again-withdrawn': 'ready', restarted: 'ready', removed: 'removed' },
  failed: {
    'created-again': 'failed',
    'again-withdrawn': 'failed',
    'refund-noted': 'failed',
    'account-changed': 'failed',
    restarted: 'failed',
    removed: 'removed',
  },
  rejected: {
    'created-again': 'rejected',
    'again-withdrawn': 'rejected',
    restarted: 'rejected',
    removed: 'removed',
  },
  removed: { restarted: 'removed' },
}

/** null: the event cannot happen in that state. */
export function nextState(state: JobState, event: JobEventKind): JobState | null {
  return transitions[state][event] ?? null
}

export function jobOf(intent: Intent): Job {
  return {
    ...intent,
    state: 'waiting',
    stateSince: intent.createdAt,
    taskId: null,
    step: null,
    status: null,
    submittedAt: null,
    lastContactAt: null,
    result: null,
    failure: null,
    pollFailure: null,
    evidence: null,
    refund: null,
    createdAgain: null,
    trainedMs: null,
  }
}

type Effect<Kind extends JobEventKind> = (job: Job, event: EventOf<Kind>, at: number) => Partial<Job>

const noEvidence: Evidence = { balanceBefore: null, balanceAfter: null, sentAt: null, endedAt: null }

const unchanged = (): Partial<Job> => ({})

const seenTraining = (_job: Job, { status, step, result }: SeenTraining, at: number): Partial<Job> => ({
  status,
  step,
  result,
  lastContactAt: at,
  pollFailure: null,
})

// A job that was refused before it was sent has no evidence and gets none.
const endedAttempt = (job: Job, { failure }: { readonly failure: Failure }, at: number): Partial<Job> => ({
  failure,
  evidence: job.evidence && { ...job.evidence, endedAt: at },
})

const effects: { readonly [Kind in JobEventKind]: Effect<Kind> } = {
  'submit-started': (_job, { balanceBefore }, at) => ({
    submittedAt: at,
    evidence: { ...noEvidence, balanceBefore, sentAt: at },
  }),
  'not-sent': () => ({ submittedAt: null, evidence: null }),
  accepted: (job, { taskId }, at) => ({
    taskId,
    lastContactAt: at,
    evidence: job.evidence && { ...job.evidence, endedAt: at },
  }),
  refused: endedAttempt,
  'outcome-unknown': endedAttempt,
  restarted: unchanged,
  // The first reading after the event is the best reading: later readings also include what others used since then.
  'balance-read': ({ evidence }, { balanceAfter, ...beside }) => {
    const read: Partial<Evidence> = { balanceAfter }
    for (const name of besideNames) {
      const count = beside[name] ?? 0
      if (count > 0) read[name] = count
    }
    return { evidence: { ...noEvidence, ...evidence, ...(evidence?.balanceAfter ? {} : read) } }
  },
  'seen-training': seenTraining,
  'seen-ready': (job, event, at) => ({ ...seenTraining(job, event, at), trainedMs: trainedMsOf(job, at) }),
  'seen-failed': seenTraining,
  'poll-failed': (_job, { failure }) => ({ pollFailure: failure }),
  'task-id-entered': (_job, { taskId }) => ({ taskId }),
  'ruled-not-created': unchanged,
  'created-again': (_job, { jobId }, at) => ({ createdAgain: { jobId, at } }),
  'again-withdrawn': () => ({ createdAgain: null }),
  edited: (_job, { fields }) => ({ fields }),
  'refund-noted': (_job, { refund }) => ({ refund }),
  'account-changed': ({ state, evidence, refund }) => {
    if (state === 'failed') return refund?.state === 'awaited' ? { refund: null } : {}
    return evidence?.balanceAfter === null ? { evidence: { ...evidence, balanceBefore: null } } : {}
  },
  removed: unchanged,
}

function changesOf<Kind extends JobEventKind>(job: Job, event: EventOf<Kind>, at: number): Partial<Job> {
  return effects[event.kind](job, event, at)
}

/** The job after an event at `at` (epoch ms); null when the event cannot happen in its state. */
export function advance(job: Job, event: JobEvent, at: number): Job | null {
  const state = nextState(job.state, event.kind)
  if (state === null) return null
  return { ...job, ...changesOf(job, event, at), state, stateSince: state === job.state ? job.stateSince : at }
}

/** A status that is not documented keeps the job training. Source: `service-api.md §States and transitions`. */
export function pollEvent(task: SeenTraining): JobEvent {
  if (task.status === 2) return { kind: 'seen-ready', ...task }
  return { kind: task.status === 1 ? 'seen-failed' : 'seen-training', ...task }
}

/** States of jobs without an avatar, as far as is known. */
export const endedWithout: readonly JobState[] = ['failed', 'rejected', 'unknown']

/**
 * Whether a newly confirmed job can replace the job. This is possible only once (`isReplaced`), because each creation
 * would be paid.
 */
export function canCreateAgain(state: JobState): boolean {
  return endedWithout.includes(state)
}

/** Whether the row of the job is part of the row of the job that replaced it. */
export function isReplaced({ state, createdAgain }: Pick<Job, 'state' | 'createdAgain'>): boolean {
  return endedWithout.includes(state) && createdAgain !== null
}

/** Whether an operator marked an unknown outcome as not created; the job's failure says why the outcome was unknown. */
export function isMarkedNotCreated({ state, failure }: Pick<Job, 'state' | 'failure'>): boolean {
  return state === 'rejected' && (failure === null || commandCertainty(failure) === 'unknown')
}
