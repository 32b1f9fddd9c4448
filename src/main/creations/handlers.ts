import { FailureError, notFound } from '../../shared/failure.ts'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { ConversationProposal, Voice } from '../../shared/schemas/history.ts'
import type { AppContext } from '../context/app-context.ts'
import type { PracticeSample } from '../context/practice-sample.ts'
import type { CurrentProfile } from '../context/open-profile.ts'
import { requireOpen } from '../context/open-profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import type { HandedFiles } from '../files/handed-files.ts'
import type { Handlers, HandlersOf } from '../ipc/handlers.ts'
import type { MediaRules } from '../media/resolve-media-address.ts'
import type { Drafts } from '../portraits/drafts.ts'
import type { ImageStore } from '../portraits/image-store.ts'
import type { Intake } from '../portraits/intake.ts'
import { createManifests } from '../portraits/manifests.ts'
import type { Repositories } from '../store/repositories.ts'
import type { CreationConfirmations, Edits } from './confirm.ts'
import { createJobExport } from './job-export.ts'
import { jobBalances } from './job-balances.ts'
import type { JobJournal } from './job-journal.ts'
import type { JobStore } from './jobs.ts'
import type { Queue } from './queue.ts'

export type CreationsProfileContext = Pick<ProfileContext, 'current' | 'emit'>

/** Made once, for all profiles. */
export interface CreationParts {
  readonly files: HandedFiles
  readonly images: ImageStore
  readonly drafts: Drafts
  readonly intake: Intake
  /** The public conversations of the practice service; none while it does not run. */
  readonly publicSamples: () => readonly PracticeSample[]
  readonly confirmations: CreationConfirmations
  readonly jobStore: JobStore
  readonly queue: Queue
  readonly edits: Edits
  readonly journal: Pick<JobJournal, 'confirmed'>
}

/** Publicly known voices; the service offers no list of voices. Source: `service-api.md §Creating avatars`. */
const publicVoices = ['Echo', 'Aria', 'Nova', 'Marin', 'Alloy', 'guina']

const unused = { uses: 0, ready: 0, failed: 0, conversations: 0, public: false, sample: null }

/** The voices that are proposed (any name may be typed), each once, the most successful first. Failures: storage. */
function voicesOf(repository: Repositories['proposals'], profileId: ProfileId): Voice[] {
  const voices = new Map<string, Voice>()
  const add = (voice: string, facts: Partial<Voice>): void => {
    voices.set(voice, { ...unused, ...voices.get(voice), voice, ...facts })
  }
  for (const { voice, ...counts } of repository.usedVoices(profileId)) add(voice, counts)
  for (const { voice, ...seen } of repository.seenVoices(profileId)) add(voice, seen)
  for (const voice of publicVoices) add(voice, { public: true })
  // Voices of ready avatars first, then used voices, then seen voices; public voices keep their order at the end.
  return [...voices.values()].toSorted(
    (one, other) => other.ready - one.ready || other.uses - one.uses || other.conversations - one.conversations,
  )
}

/** The proposed conversations, each once; for the practice service its public samples come first. */
function conversationsOf(
  repository: Repositories['proposals'],
  profileId: ProfileId,
  samples: readonly PracticeSample[],
): ConversationProposal[] {
  const stored = repository
    .conversations(profileId)
    .filter(({ conversationId }) => samples.every((sample) => sample.conversationId !== conversationId))
  return [
    ...samples.map(({ conversationId, name }) => ({ conversationId, name, source: 'practice' as const })),
    ...stored,
  ]
}

function draftHandlers({ person }: AppContext, parts: CreationParts, current: CurrentProfile) {
  const { drafts, intake } = parts
  const open = (): ProfileId => requireOpen(current).profile.id
  // The images of the practice service are on this computer; nothing else is fetched from this computer.
  const rulesFor = (address: string): MediaRules | null => {
    const { kind, baseUrl } = requireOpen(current).profile
    const isOfPractice = kind === 'practice' && URL.parse(address)?.origin === new URL(baseUrl).origin
    return isOfPractice ? { baseUrl, mediaBaseUrl: '' } : null
  }
  return {
    'creator.read': () => drafts.read(open()),
    'creator.setShared': (fields) => drafts.setShared(open(), fields),
    'draft.add': ({ handles, remaining }, { windowId }) => intake.add(open(), { windowId, handles, remaining }),
    'draft.addAddress': async ({ address }, { windowId }) => {
      const [profileId, rules] = [open(), rulesFor(address)]
      const host = URL.parse(address)?.host ?? ''
      // An address without a host (`data:`) contains its image, so nothing is fetched.
      if (host !== '') await person.gesture(windowId, { kind: 'fetch', host })
      return intake.addAddress(profileId, address, rules)
    },
    'draft.addWithoutImage': () => drafts.addWithoutImage(open()),
    'draft.setEdit': ({ draftId, ...change }) => drafts.setEdit(open(), draftId, change),
    'draft.setAnalysis': ({ draftId, ...analysis }) => drafts.setAnalysis(open(), draftId, analysis),
    'draft.setOverrides': ({ draftId, overrides }) => drafts.setOverrides(open(), draftId, overrides),
    'draft.remove': ({ draftIds }) => drafts.remove(open(), draftIds),
    'draft.restore': ({ draftIds }) => drafts.restore(open(), draftIds),
  } satisfies Partial<Handlers>
}

/** Calls `run` for each id and skips failures; throws the first failure where every id fails. */
function forEachPossible(ids: readonly JobId[], run: (id: JobId) => void): null {
  const failures: unknown[] = []
  for (const id of ids) {
    try {
      run(id)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      failures.push(error)
    }
  }
  if (failures.length === ids.length) throw failures[0]
  return null
}

function jobHandlers(context: AppContext, parts: CreationParts, { current, emit }: CreationsProfileContext) {
  const { confirmations, jobStore, queue, edits, journal } = parts
  const exportCsv = createJobExport(context, jobStore)
  const open = (): ProfileId => requireOpen(current).profile.id
  const ownJobId = (id: JobId): JobId => jobStore.ofProfile(open(), id).id
  return {
    'creation.open': (source, { windowId }) => confirmations.open(requireOpen(current), source, windowId),
    'creation.confirm': async ({ ticket }, { windowId }) => {
      const { profileId, jobs, creationsLeft } = await confirmations.confirm(ticket, { windowId, current })
      journal.confirmed(jobs, creationsLeft)
      jobStore.announce(jobs)
      emit('creator.changed', {})
      queue.confirmed(profileId, jobs.length)
      return { jobIds: jobs.map(({ id }) => id) }
    },
    'job.list': (query) => jobStore.list(open(), query),
    'job.counts': () => jobStore.counts(open()),
    'job.read': ({ ids }) => [...jobStore.read(open(), ids)],
    'job.earlier': ({ jobId }) => [...jobStore.earlier(ownJobId(jobId))],
    'job.exchange': ({ jobId }) => jobStore.lastExchange(ownJobId(jobId)),
    'job.exportCsv': async (query) => ({ fileName: await exportCsv(open(), query) }),
    'job.balances': ({ jobId }) => jobBalances(context.repositories.refunds, jobStore.ofProfile(open(), jobId)),
    'job.openEdit': (change, { windowId }) => edits.open(requireOpen(current), change, windowId),
    'job.edit': ({ ticket }, { windowId }) => edits.confirm(ticket, { windowId, current }),
    'job.enterTaskId': ({ jobId, taskId }) => queue.enterTaskId(jobStore.ofProfile(open(), jobId), taskId),
    'job.markNotCreated': ({ jobId }) => queue.markNotCreated(ownJobId(jobId)),
    'job.remove': ({ jobIds }) => forEachPossible(jobIds, (id) => queue.remove(ownJobId(id))),
    'job.restore': ({ jobIds }) => forEachPossible(jobIds, (id) => queue.restore(ownJobId(id))),
  } satisfies Partial<Handlers>
}

export type CreationHandlers = HandlersOf<keyof ReturnType<typeof createCreationHandlers>>

export function createCreationHandlers(
  context: AppContext,
  parts: CreationParts,
  profileContext: CreationsProfileContext,
) {
  const { queue } = parts
  const { presets, proposals, removedRows } = context.repositories
  const open = (): ProfileId => requireOpen(profileContext.current).profile.id
  return {
    ...draftHandlers(context, parts, profileContext.current),
    ...jobHandlers(context, parts, profileContext),
    ...createManifests(parts, context.randomId, open),
    'queue.read': () => queue.state(open()),
    'queue.setPaused': ({ paused }) => queue.setPaused(open(), paused),
    'queue.resume': () => queue.resume(open()),
    'preset.list': () => presets.list(open()),
    'preset.save': (input) => {
      presets.save(open(), input)
      return presets.list(open())
    },
    'preset.remove': ({ name }) => {
      removedRows.remove('preset', open(), [name], context.clock.now())
      return presets.list(open())
    },
    'preset.restore': ({ name }) => {
      const restored = removedRows.restore('preset', open(), [name])
      if (restored.length === 0) throw notFound('preset')
      return presets.list(open())
    },
    'voice.list': () => voicesOf(proposals, open()),
    'creator.conversations': () => {
      const { id, kind } = requireOpen(profileContext.current).profile
      return conversationsOf(proposals, id, kind === 'practice' ? parts.publicSamples() : [])
    },
  } satisfies Partial<Handlers>
}
