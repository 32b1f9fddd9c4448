import { invalidInput, refusal } from '../../../shared/failure.ts'
import type { ConversationId, ProfileId } from '../../../shared/ids.ts'
import { limits } from '../../../shared/model/limits.ts'
import type { SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import { conversationId } from '../../../shared/schemas/ids.ts'
import type { ActivityAction, ActivityEntry } from '../../../shared/schemas/activity.ts'
import type { IdCandidate, PlannedReads } from '../../../shared/schemas/library.ts'
import type { HandlersOf, HandlersUnder } from '../../ipc/handlers.ts'
import type { HandedFiles, HandedText } from '../../files/handed-files.ts'
import { readHandedTexts } from '../../files/handed-files.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { logged } from '../../lib/log.ts'
import { createThrottle } from '../../lib/throttle.ts'
import type { LibraryEdit } from '../../store/library-repository.ts'
import { snapshotSummary } from '../conversations.ts'
import type { ConversationCore } from '../core.ts'
import type { Reader } from '../reader/reader.ts'
import type { Indexing } from '../search/indexer.ts'
import { createAutomaticRead, markChange } from './automatic-read.ts'
import { createReadScheduler } from './read-scheduler.ts'
import type { ReadScheduler } from './read-scheduler.ts'

interface Parts {
  readonly reader: Pick<Reader, 'ask'>
  readonly reading: ReadScheduler
  readonly indexing: Pick<Indexing, 'schedule'>
  readonly files: Pick<HandedFiles, 'open'>
  readonly changed: (profileId: ProfileId) => void
}

const throttleMs = 500

type ImportHandlers = HandlersOf<'library.import' | 'library.planned' | 'library.pausePlanned' | 'library.dropPlanned'>

function entryHandlers(context: ProfileContext, parts: Parts): Omit<HandlersUnder<'library'>, keyof ImportHandlers> {
  const { library, snapshots } = context.repositories
  const { reader, reading, indexing, files, changed } = parts
  const openId = (): ProfileId => requireOpen(context.current).profile.id

  const edit = (conversationId: ConversationId, change: LibraryEdit) => {
    const profileId = openId()
    const entry = library.edit({ profileId, conversationId }, change, context.clock.now())
    changed(profileId)
    return entry
  }

  const proposed = async (text: string): Promise<IdCandidate[]> => {
    const profileId = openId()
    const found = (await reader.ask('findIds', { text })).map((one) => ({ ...one, id: conversationId.parse(one.id) }))
    const ids = found.map(({ id }) => id)
    const known = library.known(profileId, ids)
    return found.map(({ id, isLikely }) => ({ conversationId: id, isLikely, isKnown: known.has(id) }))
  }

  return {
    'library.list': (query) => {
      indexing.schedule()
      return library.list(openId(), query)
    },
    'library.overview': () => library.overview(openId()),
    'library.entry': ({ conversationId }) => library.entry({ profileId: openId(), conversationId }),
    'library.snapshots': ({ conversationId }) => [...snapshots.list({ profileId: openId(), conversationId })],
    'library.search': async ({ search }) => {
      const profileId = openId()
      const result = await reader.ask('search', { profileId, search })
      if (result.isIndexing) indexing.schedule()
      return result
    },
    'library.markSeen': async ({ snapshotId }) => {
      const summary = snapshotSummary(context, snapshotId)
      const pair = library.seen(summary)
      changed(summary.profileId)
      if (pair !== null) {
        await markChange(context.repositories, reader, { of: summary, ...pair })
        changed(summary.profileId)
      }
      return null
    },
    'library.findIds': ({ text }) => proposed(text),
    'library.findIdsInFile': async ({ handle }) => {
      openId()
      const texts: HandedText[] = []
      for await (const text of readHandedTexts(files, [handle])) texts.push(text)
      const [file] = texts
      if (file === undefined || texts.length > 1) throw refusal('not-at-hand')
      return { fileName: file.fileName, bytes: file.bytes, proposals: await proposed(file.text) }
    },
    'library.setFavourite': ({ conversationId, isFavourite }) => edit(conversationId, { isFavourite }),
    'library.editTags': ({ conversationId, add, remove }) => {
      const before = library.entry({ profileId: openId(), conversationId })?.tags ?? []
      const tags = [...new Set([...before.filter((tag) => !remove.includes(tag)), ...add])]
      if (tags.length > limits.tags) throw invalidInput('add', `at most ${String(limits.tags)} tags`)
      return edit(conversationId, { tags })
    },
    'library.setNote': ({ conversationId, note }) => edit(conversationId, { note }),
    'library.setWatch': ({ conversationId, everyMinutes }) => {
      const entry = edit(conversationId, { watchEveryMinutes: everyMinutes })
      reading.reschedule()
      return entry
    },
  }
}

/** Lists of ids, planned to be read one after the other. The journal has their begin and end. */
function createImports(
  { repositories, current, journal, clock, emit }: ProfileContext,
  reading: Pick<ReadScheduler, 'planned' | 'reschedule' | 'retryNow'>,
  onEntries: (profileId: ProfileId) => void,
) {
  const { library, plannedReads: plan } = repositories

  const record = ({ profile }: OpenProfile, action: ActivityAction, facts: ActivityEntry['facts']): void => {
    const outcome = action === 'library.readingStarted' ? 'done' : 'seen'
    journal.noteAfter({ profile, action, target: '', outcome, facts })
  }

  const publish = ({ profile }: OpenProfile): PlannedReads => {
    const planned = reading.planned(profile.id)
    if (current()?.profile.id === profile.id) emit('plannedReads.changed', planned)
    return planned
  }

  const recordEnd = (open: OpenProfile): void => record(open, 'library.readingEnded', plan.ends(open.profile.id))

  const handlers: ImportHandlers = {
    'library.import': ({ conversationIds: ids }) => {
      const open = requireOpen(current)
      const { id } = open.profile
      library.addIds(id, ids, clock.now())
      plan.plan(id, ids, clock.now())
      record(open, 'library.readingStarted', { planned: ids.length })
      onEntries(id)
      reading.retryNow()
      return publish(open)
    },
    'library.planned': () => reading.planned(requireOpen(current).profile.id),
    'library.pausePlanned': ({ paused }) => {
      const open = requireOpen(current)
      if (paused) {
        plan.pause(open.profile.id, null)
        reading.reschedule()
      } else {
        plan.resume(open.profile.id)
        reading.retryNow()
      }
      return publish(open)
    },
    'library.dropPlanned': () => {
      const open = requireOpen(current)
      const isInFlight = reading.planned(open.profile.id).waiting > 0
      plan.drop(open.profile.id)
      if (isInFlight) recordEnd(open)
      reading.reschedule()
      return publish(open)
    },
  }
  return {
    handlers,
    /** A planned read came to its end; it may have been the last one. */
    readEnded: (open: OpenProfile): void => {
      const { waiting } = publish(open)
      if (waiting === 0) recordEnd(open)
    },
    held: publish,
  }
}

/** Throttled, because automatic reads go on for long. */
export function createLibraryEvents({ current, clock, emit }: Pick<ProfileContext, 'current' | 'clock' | 'emit'>) {
  const throttle = createThrottle(clock, throttleMs, () => emit('library.changed', {}))
  return {
    /** The page hears of the open profile only. */
    changed: (profileId: ProfileId): void => {
      if (current()?.profile.id === profileId) throttle.trigger()
    },
    dispose: throttle.dispose,
  }
}

/** Nothing is read or sent before `follow` or a call of the page. */
export function createLibraryHandlers(
  context: ProfileContext,
  { reader, saveSnapshot, indexing }: Pick<ConversationCore, 'reader' | 'saveSnapshot' | 'indexing'>,
  files: Pick<HandedFiles, 'open'>,
) {
  const { current, log, repositories } = context
  const { library } = repositories
  const { changed, dispose } = createLibraryEvents(context)
  const read = createAutomaticRead(context, { reader, saveSnapshot }, indexing.schedule)
  const reading: ReadScheduler = createReadScheduler(context, read, {
    onReadEnded: (open) => imports.readEnded(open),
    onHeld: (open) => void imports.held(open),
    onEntry: changed,
  })
  const imports = createImports(context, reading, changed)
  const entries = entryHandlers(context, { reader, reading, indexing, files, changed })

  return {
    handlers: { ...entries, ...imports.handlers },
    onSnapshotSaved: (summary: SnapshotSummary): void => {
      library.addFetched(summary)
      changed(summary.profileId)
      indexing.schedule()
    },
    /** An avatar of that profile has finished, or something else outside of the library has written into it. */
    onExternalChange: changed,
    indexed: (): void => {
      const open = current()
      if (open !== null) changed(open.profile.id)
    },
    follow: (): void => {
      const id = current()?.profile.id
      // A disk that cannot be written must not keep a profile from being opened: the next time will do.
      if (id !== undefined) logged(log, 'snapshots without an entry could not be taken up', () => library.adopt(id))
      reading.follow()
    },
    pause: reading.pause,
    wake: reading.wake,
    /** Breaks off reads; resolves when they have ended. Before the database is closed. */
    dispose: async (): Promise<void> => {
      dispose()
      await reading.dispose()
    },
  }
}
