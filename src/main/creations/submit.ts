/**
 * One submission of one job: the reads and writes before the request, the request, and its outcome. `createAvatar` is
 * called here and nowhere else, and only for a job that has just been written as `submitting`.
 */
import { FailureError, isServiceFailure, notFound, refusal, sentOf } from '../../shared/failure.ts'
import type { Failure, FailureKind } from '../../shared/failure.ts'
import { commandCertainty } from '../../shared/model/command-certainty.ts'
import type { JobEvent } from '../../shared/model/avatar-job.ts'
import type { BalanceReading, ImageType, Job } from '../../shared/schemas/avatar.ts'
import { conversationId } from '../../shared/schemas/ids.ts'
import type { AppContext } from '../context/app-context.ts'
import { within } from '../lib/clock.ts'
import type { CreateAvatarInput, SentImageType } from '../service/creation-body.ts'
import type { ServiceClient } from '../service/operations.ts'
import { requestedDelayMs } from '../service/retry.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { ActiveProfiles } from '../context/active-profile.ts'
import type { Balances } from './balances.ts'
import type { ImageStore } from '../portraits/image-store.ts'
import type { JobJournal } from './job-journal.ts'
import type { JobStore } from './jobs.ts'

export type SubmissionEnd =
  /**
   * The job no longer waits: accepted, refused, or outcome unknown. `requestedMs`: the delay that the service asks for.
   */
  | { readonly kind: 'settled'; readonly job: Job; readonly requestedMs: number }
  /** The request was tried, and certainly did not leave: the queue must be held. */
  | { readonly kind: 'held'; readonly job: Job; readonly failure: Failure }
  /** The job no longer waits, or the queue no longer sends: nothing was done. */
  | { readonly kind: 'skipped' }

/** The service of a profile. */
export interface ServiceAccess {
  /** For calls that an operator asks for. Refuses with no-profile, and with practice-stopped. */
  readonly clientFor: (profileId: ProfileId) => Promise<ServiceClient>
  /** True while the service refuses the profile's token. */
  readonly isTokenRefused: (profileId: ProfileId) => boolean
}

export interface SubmissionParts {
  readonly activeProfiles: ActiveProfiles
  readonly service: ServiceAccess
  readonly jobStore: JobStore
  readonly images: Pick<ImageStore, 'toSend'>
  readonly balances: Balances
  readonly journal: JobJournal
}

// The balance is evidence, not a condition: a slow account read must not keep portraits waiting.
const balanceLimitMs = 5_000

function isSendable(type: ImageType): type is SentImageType {
  return type === 'jpeg' || type === 'png' || type === 'webp'
}

// Read from the job that was just written as `submitting`: an operator might have edited it while its image was read.
function inputOf({ fields }: Job, coverImage: CreateAvatarInput['coverImage']): CreateAvatarInput {
  // Blank only where the profile's rules at confirmation said that an image is sent without a conversation.
  const id = fields.conversationId === '' ? '' : conversationId.parse(fields.conversationId)
  return { ...fields, conversationId: id, coverImage }
}

/** Failures of this computer that concern every job alike; any other (an unreadable image) concerns the one job. */
const commonKinds: readonly FailureKind[] = [
  'no-token',
  'keychain-missing',
  'keychain-locked',
  'secret-not-for-host',
  'refused',
]

function eventOf(failure: Failure): JobEvent {
  if (commandCertainty(failure) === 'unknown') return { kind: 'outcome-unknown', failure }
  const mayWait = isServiceFailure(failure) ? failure.sent === 'no' : commonKinds.includes(failure.kind)
  return mayWait ? { kind: 'not-sent' } : { kind: 'refused', failure }
}

/** True when the balance pays for no further avatar with an image. */
export function isUsedUp({ avatarCreationsLeft }: BalanceReading): boolean {
  return avatarCreationsLeft < 1
}

/** True when the next request would fail in the same way, so that sending it is useless. */
function holdsTheQueue(failure: Failure): boolean {
  if (failure.kind === 'cancelled') return false
  return sentOf(failure) === 'no' || failure.kind === 'token-rejected'
}

/**
 * Submits a waiting job once. Throws where nothing was sent and the queue must be held: the balance, or its failed
 * read, shows that no job gets through; the disk is full; the program has a bug. `isCurrent` and `maySend` are called
 * at the last moment before the request. `isCurrent` returns false when the profile was changed since: its old client
 * would send to the previous address with the previous token.
 */
export function createSubmission(
  { submissions, clock, log }: Pick<AppContext, 'submissions' | 'clock' | 'log'>,
  { jobStore, images, balances, journal }: SubmissionParts,
  options: {
    readonly isCurrent: (client: ServiceClient) => boolean
    readonly maySend: () => boolean
    readonly onUpload: (job: Job, share: number) => void
  },
): (job: Job, client: ServiceClient) => Promise<SubmissionEnd> {
  const coverImageOf = async ({ image }: Job): Promise<CreateAvatarInput['coverImage']> => {
    if (image === null) return null
    const file = await images.toSend(image)
    if (file === null || !isSendable(file.type)) throw notFound('image')
    return { path: file.path, type: file.type, bytes: file.bytes, sha256: image.imageId }
  }

  const prepare = async (job: Job): Promise<Pick<CreateAvatarInput, 'coverImage'> | SubmissionEnd> => {
    try {
      return { coverImage: await coverImageOf(job) }
    } catch (error) {
      // A full disk affects every job and is temporary; any other failure concerns this image only.
      if (!(error instanceof FailureError) || error.failure.kind === 'storage') throw error
      const refused = jobStore.record(job, { kind: 'refused', failure: error.failure })
      return refused === null ? { kind: 'skipped' } : { kind: 'settled', job: refused, requestedMs: 0 }
    }
  }

  const balanceBefore = async (job: Job, client: ServiceClient): Promise<BalanceReading | null> => {
    try {
      const reading = await within(clock, { limitMs: balanceLimitMs }, (signal) =>
        balances.read(job.profileId, client, { signal }),
      )
      // The remaining creations are spent: each waiting job would be refused, and all would have to be created again.
      if (job.image !== null && reading !== null && isUsedUp(reading)) throw refusal('not-enough-creations', '0')
      return reading
    } catch (error) {
      if (!(error instanceof FailureError) || holdsTheQueue(error.failure)) throw error
      log.info(`balance before job ${job.id} not read: ${error.failure.kind}`)
      return balances.last(job.profileId)
    }
  }

  const send = async (
    job: Job,
    coverImage: CreateAvatarInput['coverImage'],
    client: ServiceClient,
  ): Promise<{ readonly event: JobEvent; readonly failure: Failure | null; readonly requestedMs: number }> => {
    try {
      const onExchange = jobStore.noteExchange(job.id)
      const onUpload = (share: number): void => options.onUpload(job, share)
      const { taskId } = await client.createAvatar(inputOf(job, coverImage), { onExchange, onUpload })
      return { event: { kind: 'accepted', taskId }, failure: null, requestedMs: 0 }
    } catch (error) {
      const requestedMs = requestedDelayMs(error, clock.now())
      if (error instanceof FailureError) return { event: eventOf(error.failure), failure: error.failure, requestedMs }
      // A bug doesn't show whether the request was sent, so the outcome is unknown.
      const failure: Failure = { kind: 'internal', logId: log.error('createAvatar', error) }
      return { event: { kind: 'outcome-unknown', failure }, failure, requestedMs }
    }
  }

  // Writes both records before the request: if one is lost, the other still shows that the job might have been sent.
  const writeBefore = (waiting: Job, balance: BalanceReading | null): Job => {
    submissions.sending(waiting, clock.now())
    try {
      return jobStore.change(waiting.id, { kind: 'submit-started', balanceBefore: balance })
    } catch (error) {
      submissions.notCreated(waiting.id)
      throw error
    }
  }

  const writeAfter = (submitting: Job, event: JobEvent): Job => {
    if (event.kind === 'accepted') submissions.accepted(submitting.id, event.taskId)
    else if (event.kind !== 'outcome-unknown') submissions.notCreated(submitting.id)
    return jobStore.record(submitting, event) ?? submitting
  }

  return async (job, client) => {
    const prepared = await prepare(job)
    if ('kind' in prepared) return prepared
    const before = await balanceBefore(job, client)
    if (!options.isCurrent(client) || !options.maySend()) return { kind: 'skipped' }
    const waiting = jobStore.find(job.id)
    if (waiting?.state !== 'waiting') return { kind: 'skipped' }
    const submitting = writeBefore(waiting, before)
    journal.sending(submitting)
    const { event, failure, requestedMs } = await send(submitting, prepared.coverImage, client)
    const settled = writeAfter(submitting, event)
    const isHeld = event.kind === 'not-sent' && failure !== null
    return isHeld ? { kind: 'held', job: settled, failure } : { kind: 'settled', job: settled, requestedMs }
  }
}
