/** Turns drafts, or jobs to be created again, into confirmed jobs: confirms exactly what the confirmation showed. */
import { FailureError, notFound, refusal } from '../../shared/failure.ts'
import type { DraftId, JobId, ProfileId, TicketId } from '../../shared/ids.ts'
import { canCreateAgain, isReplaced } from '../../shared/model/avatar-job.ts'
import { cleanName } from '../../shared/model/file-names.ts'
import {
  confirmedFields,
  expandFields,
  missingFields,
  needsConversation,
  trimmedFields,
  creationsThatFit,
  withoutExtension,
} from '../../shared/model/creation-template.ts'
import type {
  BalanceReading,
  ConfirmedAvatar,
  CreationFields,
  CreationSource,
  CreationTicket,
  Job,
} from '../../shared/schemas/avatar.ts'
import { creationFields } from '../../shared/schemas/avatar.ts'
import { conversationId, jobId } from '../../shared/schemas/ids.ts'
import type { CreationRules } from '../../shared/schemas/profile.ts'
import type { AppContext } from '../context/app-context.ts'
import { refuseReadOnly } from '../context/open-profile.ts'
import type { OpenProfile } from '../context/open-profile.ts'
import type { DraftRecord } from '../store/drafts-repository.ts'
import { createTickets } from '../context/tickets.ts'
import type { RedeemContext } from '../context/tickets.ts'
import type { Balances } from './balances.ts'
import type { Drafts } from '../portraits/drafts.ts'
import type { JobStore } from './jobs.ts'
import { jobName } from '../../shared/model/job-name.ts'
import type { OutputOf, ParsedInputOf } from '../../shared/contract.ts'
import type { Queue } from './queue.ts'

interface Item extends Readonly<Pick<ConfirmedAvatar, 'draftId' | 'isCustom' | 'isCreated'>> {
  readonly intent: Readonly<Pick<Job, 'fileName' | 'image' | 'originalId' | 'fields'>>
}

interface ConfirmedCreation {
  readonly source: CreationSource
  readonly items: readonly Item[]
  readonly balance: BalanceReading | null
  /** How many confirmations of the profile were written when its queue and balance were read. */
  readonly mark: number
  /** The `createdAgain` of each job when the confirmation was shown; empty for drafts. */
  readonly createdAgain: readonly Job['createdAgain'][]
}

/**
 * Throws refused (`missing-fields`, with the name and the blank fields) or invalid-input for fields that can't be sent.
 */
function assertComplete(
  fields: CreationFields,
  { name, hasImage, rules }: { readonly name: string; readonly hasImage: boolean; readonly rules: CreationRules },
): void {
  const isConversationNeeded = needsConversation(hasImage, rules)
  const missing = missingFields(fields, isConversationNeeded)
  if (missing.length > 0) throw refusal('missing-fields', `${name}: ${missing.join(', ')}`)
  const isNamed = isConversationNeeded || fields.conversationId !== ''
  const issues = [
    ...(creationFields.safeParse(fields).error?.issues ?? []),
    ...(isNamed ? (conversationId.safeParse(fields.conversationId).error?.issues ?? []) : []),
  ].map(({ path, message }) => ({ path: `${name}: ${path.join('.') || 'conversationId'}`, message }))
  if (issues.length > 0) throw new FailureError({ kind: 'invalid-input', issues })
}

// A floor (the creations that must be left) that cannot be checked would have no effect.
function assertAffordable(
  count: number,
  floor: number,
  { queued, balance }: Pick<CreationTicket, 'queued' | 'balance'>,
): void {
  if (balance === null) {
    if (floor > 0) throw refusal('floor-unchecked')
    return
  }
  const fitting = creationsThatFit({ left: balance.avatarCreationsLeft, queued, floor })
  if (count <= fitting) return
  throw refusal(floor > 0 ? 'below-floor' : 'not-enough-creations', null, fitting)
}

const ticketLifetimeMs = 120_000
const maxNames = 5

function names(records: readonly DraftRecord[]): string {
  const shownNames = records.slice(0, maxNames).map(({ fileName }) => fileName)
  return [...shownNames, ...(records.length > maxNames ? ['…'] : [])].join(', ')
}

// Nobody has seen an image that could not be decoded, and an image that is still being converted has no bytes to send.
function assertPrepared(records: readonly DraftRecord[]): void {
  const broken = records.filter(({ analysis }) => analysis?.decoded === false)
  if (broken.length > 0) throw refusal('not-decodable', names(broken))
  const unprepared = records.filter(({ original, prepared }) => original !== null && prepared === null)
  if (unprepared.length > 0) throw refusal('not-prepared', names(unprepared))
}

// A damaged database can lose the reference to the image; without it, a different avatar would be created and paid.
function assertHasItsImage({ intent: { fileName, image, originalId } }: Item): void {
  if (image === null && (fileName !== '' || originalId !== null)) throw notFound('image')
}

interface ConfirmationParts {
  readonly drafts: Pick<Drafts, 'shared' | 'find' | 'delete' | 'alreadyCreated'>
  readonly jobStore: JobStore
  readonly balances: Pick<Balances, 'read'>
  readonly queue: Pick<Queue, 'confirming'>
}

function itemsOfDrafts({ drafts }: ConfirmationParts, profileId: ProfileId, ids: readonly DraftId[]): readonly Item[] {
  const shared = drafts.shared(profileId)
  const records = [...new Set(ids)].map((id) => drafts.find(profileId, id))
  assertPrepared(records)
  const created = drafts.alreadyCreated(records)
  return records.map(({ id, fileName, original, prepared, overrides }, index) => ({
    draftId: id,
    isCustom: Object.keys(overrides).length > 0,
    isCreated: created.has(id),
    intent: {
      fileName,
      image: prepared,
      originalId: original?.imageId ?? null,
      fields: expandFields(shared, overrides, { fileName, n: index + 1 }),
    },
  }))
}

function itemOfJob({ jobStore }: ConfirmationParts, profileId: ProfileId, id: JobId): Item {
  const job = jobStore.ofProfile(profileId, id)
  if (!canCreateAgain(job.state) || isReplaced(job)) throw refusal('wrong-state', job.state)
  const { fileName, image, originalId, fields } = job
  return { draftId: null, isCustom: false, isCreated: false, intent: { fileName, image, originalId, fields } }
}

function itemsOf(parts: ConfirmationParts, { profile }: OpenProfile, source: CreationSource): readonly Item[] {
  const items =
    source.kind === 'jobs'
      ? [...new Set(source.jobIds)].map((id) => itemOfJob(parts, profile.id, id))
      : itemsOfDrafts(parts, profile.id, source.draftIds)
  return items.map((item) => {
    const { intent } = item
    const isNeeded = needsConversation(intent.image !== null, profile.creation)
    return { ...item, intent: { ...intent, fields: confirmedFields(intent.fields, isNeeded) } }
  })
}

async function readBalance(
  { balances }: ConfirmationParts,
  { profile, client }: OpenProfile,
): Promise<Pick<CreationTicket, 'balance' | 'balanceFailure'>> {
  try {
    return { balance: await balances.read(profile.id, client), balanceFailure: null }
  } catch (error) {
    if (error instanceof FailureError) return { balance: null, balanceFailure: error.failure }
    throw error
  }
}

interface ConfirmedJobs {
  readonly profileId: ProfileId
  readonly jobs: readonly Job[]
  /** The creations that were left when the confirmation was opened; null where the balance could not be read. */
  readonly creationsLeft: number | null
}

export interface CreationConfirmations {
  /**
   * Reads the balance and issues a ticket. Every avatar is counted, also an avatar without an image, which might not
   * cost a creation: the count is the most that can be used. Failures: refused (`read-only`, `missing-fields` with the
   * draft's name and its blank fields, `not-enough-creations` and `below-floor` with the number that fits,
   * `floor-unchecked`, `wrong-state`), not-found, invalid-input for fields that became too long, storage. Without a
   * floor, a balance that cannot be read is no failure.
   */
  readonly open: (open: OpenProfile, source: CreationSource, windowId: number) => Promise<CreationTicket>
  /**
   * Writes the jobs and removes the drafts, all or nothing: the returned jobs are written and will be sent. Failures:
   * those of `Tickets.redeem`, refused (`confirmation-expired`) when the drafts were changed since, storage.
   */
  readonly confirm: (ticket: TicketId, context: RedeemContext) => Promise<ConfirmedJobs>
}

export function createCreationConfirmations(
  { person, clock, randomId, repositories }: Pick<AppContext, 'person' | 'clock' | 'randomId' | 'repositories'>,
  parts: ConfirmationParts,
): CreationConfirmations {
  const { drafts, jobStore, queue } = parts
  const lastBalance = (profileId: ProfileId): BalanceReading | null => {
    const { at = 0, avatarCreationsLeft = null } =
      repositories.accountSamples.newestOfAccount(profileId, clock.now()) ?? {}
    return avatarCreationsLeft === null ? null : { avatarCreationsLeft, at }
  }
  const tickets = createTickets<ConfirmedCreation>({ clock, randomId, person }, ticketLifetimeMs)
  /** How many confirmations of a profile were written in this run: each of them invalidates the open tickets. */
  const written = new Map<ProfileId, number>()
  const markOf = (profileId: ProfileId): number => written.get(profileId) ?? 0
  /** The jobs of the source, in the order of the items; empty for drafts. */
  const jobsOf = ({ profile }: OpenProfile, source: CreationSource): readonly Job[] =>
    source.kind === 'jobs' ? [...new Set(source.jobIds)].map((id) => jobStore.ofProfile(profile.id, id)) : []

  // What is confirmed must be what the dialog showed, down to the last field and the crop.
  const assertAsShown = (open: OpenProfile, { source, items, mark, createdAgain: shown }: ConfirmedCreation): void => {
    // Two windows that show the same job must not both create it again.
    const isOther = (job: Job, index: number): boolean => job.createdAgain?.jobId !== shown[index]?.jobId
    if (jobsOf(open, source).some(isOther)) throw refusal('confirmation-expired')
    // A different confirmation spends the same balance, also where its creations are answered by now.
    if (markOf(open.profile.id) !== mark) throw refusal('confirmation-expired')
    if (JSON.stringify(itemsOf(parts, open, source)) !== JSON.stringify(items)) throw refusal('confirmation-expired')
  }

  const write = (open: OpenProfile, { source, items }: ConfirmedCreation): readonly Job[] => {
    const { id: profileId } = open.profile
    const same = { profileId, createdAt: clock.now(), batchId: randomId() }
    // The job has the id of its draft, so that no draft can become two jobs.
    const intents = items.map(({ draftId, intent }) => ({
      ...intent,
      ...same,
      id: jobId.parse(draftId ?? randomId()),
    }))
    const waited = jobStore.unanswered(profileId) > 0
    const jobs = jobStore.confirm(intents, jobsOf(open, source), () => {
      if (source.kind === 'drafts') for (const id of new Set(source.draftIds)) drafts.delete(profileId, id)
      queue.confirming(open.profile, waited)
    })
    written.set(profileId, markOf(profileId) + 1)
    return jobs
  }

  return {
    open: async (open, source, windowId) => {
      refuseReadOnly(open)
      const items = itemsOf(parts, open, source)
      items.forEach(assertHasItsImage)
      const rules = open.profile.creation
      for (const [index, { intent }] of items.entries()) {
        const name = intent.fileName || `#${String(index + 1)}`
        assertComplete(intent.fields, { name, hasImage: intent.image !== null, rules })
      }
      // Counted before the balance is read: a job that is answered meanwhile counts twice rather than not at all.
      const mark = markOf(open.profile.id)
      const queued = jobStore.unanswered(open.profile.id)
      const { balance, balanceFailure } = await readBalance(parts, open)
      assertAffordable(items.length, rules.floor, { queued, balance })
      const createdAgain = jobsOf(open, source).map((job) => job.createdAgain)
      const issued = tickets.issue({ source, items, balance, mark, createdAgain }, { windowId, open })
      return {
        ...issued,
        count: items.length,
        queued,
        balance,
        balanceFailure,
        lastBalance: balance === null ? lastBalance(open.profile.id) : null,
        floor: rules.floor,
        items: items.map(({ draftId, isCustom, isCreated, intent: { fileName, fields, image } }) => ({
          draftId,
          name: cleanName(fields.name || withoutExtension(fileName)),
          image,
          fields,
          isCustom,
          isCreated,
        })),
      }
    },
    confirm: async (ticket, context) => {
      const { payload: confirmed, open } = await tickets.redeem(ticket, context, ({ items }, { profile }) => ({
        kind: 'create',
        profileName: profile.name,
        count: items.length,
      }))
      assertAsShown(open, confirmed)
      const jobs = write(open, confirmed)
      return { profileId: open.profile.id, jobs, creationsLeft: confirmed.balance?.avatarCreationsLeft ?? null }
    },
  }
}

interface ConfirmedEdit {
  /** The job when the change was shown. */
  readonly job: Job
  readonly fields: CreationFields
}

export interface Edits {
  /**
   * Issues a ticket for a change as the operator typed it. Failures: not-found, refused (`wrong-state`,
   * `missing-fields`), invalid-input.
   */
  readonly open: (open: OpenProfile, edit: ParsedInputOf<'job.openEdit'>, windowId: number) => OutputOf<'job.openEdit'>
  /**
   * Writes the fields. Failures: those of `Tickets.redeem`, refused (`confirmation-expired` when the job was changed
   * since, `wrong-state` when it was sent), storage.
   */
  readonly confirm: (ticket: TicketId, context: RedeemContext) => Promise<Job>
}

export function createEdits(
  { clock, person, randomId }: Pick<AppContext, 'clock' | 'person' | 'randomId'>,
  jobStore: Pick<JobStore, 'ofProfile'>,
  queue: Pick<Queue, 'edit'>,
): Edits {
  const tickets = createTickets<ConfirmedEdit>({ clock, randomId, person }, ticketLifetimeMs)
  return {
    open: (open, { jobId, fields: typed }, windowId) => {
      const job = jobStore.ofProfile(open.profile.id, jobId)
      if (job.state !== 'waiting') throw refusal('wrong-state', job.state)
      const rules = open.profile.creation
      const hasImage = job.image !== null
      const fields = confirmedFields(trimmedFields(typed), needsConversation(hasImage, rules))
      assertComplete(fields, { name: job.fileName || job.fields.name, hasImage, rules })
      return { ...tickets.issue({ job, fields }, { windowId, open }), fields }
    },
    confirm: async (ticket, context) => {
      const { payload, open } = await tickets.redeem(ticket, context, ({ job }, { profile }) => ({
        kind: 'edit-job',
        profileName: profile.name,
        jobName: jobName(job),
      }))
      const job = jobStore.ofProfile(open.profile.id, payload.job.id)
      if (JSON.stringify(job.fields) !== JSON.stringify(payload.job.fields)) throw refusal('confirmation-expired')
      return queue.edit(job, payload.fields)
    },
  }
}
