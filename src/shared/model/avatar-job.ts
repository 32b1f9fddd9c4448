/** The life of an avatar job as a pure state machine: nothing but `advance` may change a job's state. */
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

/** What is known at the confirmation: everything else of a job comes from events. */
export type Intent = Pick<
  Job,
  'id' | 'profileId' | 'createdAt' | 'fileName' | 'image' | 'fields' | 'batchId' | 'originalId'
>

interface Seen {
  readonly status: number | null
  readonly step: string | null
  readonly result: AvatarResult
}

type Nothing = object

/** What else may have changed the balance between the two readings of the evidence. */
const besideNames = ['othersSent', 'othersAccepted', 'refunded', 'refundsAwaited'] as const

interface EventFields {
  /** The request is about to leave; written down before it does. */
  readonly 'submit-started': { readonly balanceBefore: BalanceReading | null }
  /** Certain: not one byte was sent. */
  readonly 'not-sent': Nothing
  readonly accepted: { readonly taskId: TaskId }
  /** Certain: nothing was created, and sending the same again would not help. */
  readonly refused: { readonly failure: Failure }
  /** Neither success nor failure is certain. */
  readonly 'outcome-unknown': { readonly failure: Failure }
  /** The program was started. */
  readonly restarted: Nothing
  /** A balance read after the outcome became unknown. */
  readonly 'balance-read': { readonly balanceAfter: BalanceReading } & Readonly<
    Partial<Record<(typeof besideNames)[number], number>>
  >
  /** queryAvatar answered; `pollEvent` tells which of the three. */
  readonly 'seen-training': Seen
  readonly 'seen-ready': Seen
  readonly 'seen-failed': Seen
  /** queryAvatar failed: says nothing of the training. */
  readonly 'poll-failed': { readonly failure: Failure }
  readonly 'task-id-entered': { readonly taskId: TaskId }
  /** The operator knows that nothing was created. */
  readonly 'ruled-not-created': Nothing
  readonly edited: { readonly fields: CreationFields }
  /** The operator confirmed another job in place of this one. */
  readonly 'created-again': { readonly jobId: JobId }
  /** That other job was removed before it was sent: nothing was paid in place of this one. */
  readonly 'again-withdrawn': Nothing
  readonly 'refund-noted': { readonly refund: Refund }
  /** From now on another account may be read: what was read before compares with nothing that is read later. */
  readonly 'account-changed': Nothing
  readonly removed: Nothing
}

export type JobEventKind = keyof EventFields

// For the union and its members alike, so that the compiler ties an event to its effect below.
type EventOf<Kind extends JobEventKind> = { [Name in Kind]: { readonly kind: Name } & EventFields[Name] }[Kind]

export type JobEvent = EventOf<JobEventKind>

type Targets = Readonly<Partial<Record<JobEventKind, JobState>>>

/**
 * State × event -> state; a pair that is not here cannot happen. `submitting` is entered from `waiting` alone and left
 * for `waiting` only when it is certain that nothing was sent: so a job is sent at most once.
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

const seen = (_job: Job, { status, step, result }: Seen, at: number): Partial<Job> => ({
  status,
  step,
  result,
  lastContactAt: at,
  pollFailure: null,
})

// A job refused before it was sent has no evidence, and gets none.
const ended = (job: Job, { failure }: { readonly failure: Failure }, at: number): Partial<Job> => ({
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
  refused: ended,
  'outcome-unknown': ended,
  restarted: unchanged,
  // The first reading after the event is the best one: later ones also show what others used since.
  'balance-read': ({ evidence }, { balanceAfter, ...beside }) => {
    const read: Partial<Evidence> = { balanceAfter }
    for (const name of besideNames) {
      const count = beside[name] ?? 0
      if (count > 0) read[name] = count
    }
    return { evidence: { ...noEvidence, ...evidence, ...(evidence?.balanceAfter ? {} : read) } }
  },
  'seen-training': seen,
  'seen-ready': (job, event, at) => ({ ...seen(job, event, at), trainedMs: trainedMsOf(job, at) }),
  'seen-failed': seen,
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
export function pollEvent(seen: Seen): JobEvent {
  if (seen.status === 2) return { kind: 'seen-ready', ...seen }
  return { kind: seen.status === 1 ? 'seen-failed' : 'seen-training', ...seen }
}

/** What came to no avatar, as far as is known. */
export const endedWithout: readonly JobState[] = ['failed', 'rejected', 'unknown']

/** By a new job that is confirmed anew; once, as each would be paid (`isReplaced`). */
export function canCreateAgain(state: JobState): boolean {
  return endedWithout.includes(state)
}

/** Its row is part of the row of the job that was confirmed in its place. */
export function isReplaced({ state, createdAgain }: Pick<Job, 'state' | 'createdAgain'>): boolean {
  return endedWithout.includes(state) && createdAgain !== null
}

/** An operator ruled that an unknown outcome was none; its failure says why it was unknown. */
export function isMarkedNotCreated({ state, failure }: Pick<Job, 'state' | 'failure'>): boolean {
  return state === 'rejected' && (failure === null || commandCertainty(failure) === 'unknown')
}
