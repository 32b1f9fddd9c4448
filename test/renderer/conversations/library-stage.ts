/**
 * Main's side of the library in memory: entries are listed, found and annotated as in main, but without the database.
 */
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import type { InputOf } from '../../../src/shared/contract.ts'
import type { LibraryEntry, LibraryHit, LibraryList, LibraryOverview } from '../../../src/shared/schemas/library.ts'
import { libraryEntry, libraryHit, libraryList, libraryOverview } from '../../../src/shared/schemas/library.ts'

/** An entry that was fetched a minute ago. */
export function anEntry(conversationId: string, changes: Partial<Record<keyof LibraryEntry, unknown>> = {}) {
  return libraryEntry.parse({
    conversationId,
    name: `Conversation ${conversationId}`,
    source: 'look-up',
    addedAt: 1_790_000_000_000,
    isFavourite: false,
    tags: [],
    note: '',
    readAt: Date.now() - 60_000,
    snapshotId: `snapshot-${conversationId}`,
    ...changes,
  })
}

/** An id that was never read. */
export function anUnread(conversationId: string) {
  return anEntry(conversationId, { name: null, source: 'import', readAt: null, snapshotId: null })
}

/** A hit in the newest snapshot of a conversation. */
export function aHit(conversationId: string, changes: Partial<Record<keyof LibraryHit, unknown>> = {}): LibraryHit {
  return libraryHit.parse({
    conversationId,
    name: `Conversation ${conversationId}`,
    snapshotId: `snapshot-${conversationId}`,
    fetchedAt: Date.now() - 60_000,
    newestSnapshotId: `snapshot-${conversationId}`,
    isOld: false,
    place: 'prompt',
    before: 'You are a ',
    match: 'concierge',
    after: ' of the hotel',
    ...changes,
  })
}

/** The data of the library. */
export interface LibraryState {
  entries: LibraryEntry[]
  hits: Readonly<Record<string, readonly LibraryHit[]>>
}

const belongs: Readonly<Record<string, (entry: LibraryEntry) => boolean>> = {
  favourites: ({ isFavourite }) => isFavourite,
  unread: ({ readAt }) => readAt === null,
}

function listOf(entries: readonly LibraryEntry[], { show, tag, limit }: InputOf<'library.list'>): LibraryList {
  const shown = entries
    .filter((entry) => belongs[show]?.(entry) ?? true)
    .filter(({ tags }) => tag === null || tags.some((carried) => carried === tag))
  return libraryList.parse({ rows: shown.slice(0, limit), total: shown.length })
}

function overviewOf(entries: readonly LibraryEntry[]): LibraryOverview {
  const counts = Object.entries(belongs).map(([show, isPart]) => [show, entries.filter(isPart).length] as const)
  const tags = [...new Set(entries.flatMap((entry) => entry.tags))].sort()
  return libraryOverview.parse({ counts: { all: entries.length, ...Object.fromEntries(counts) }, tags })
}

/** The handlers of a library, and its state for the test to read and change. */
export function libraryMain(start: Partial<LibraryState> = {}): {
  readonly library: LibraryState
  readonly handlers: Partial<Handlers>
} {
  const library: LibraryState = { entries: [], hits: {}, ...start }
  const change = (id: string, changes: Partial<Record<keyof LibraryEntry, unknown>>): LibraryEntry => {
    const entry = library.entries.find(({ conversationId }) => conversationId === id) ?? anUnread(id)
    const changed = libraryEntry.parse({ ...entry, ...changes })
    library.entries = [changed, ...library.entries.filter((other) => other !== entry)]
    return changed
  }
  const handlers: Partial<Handlers> = {
    'library.list': (query) => listOf(library.entries, query),
    'library.overview': () => overviewOf(library.entries),
    'library.entry': ({ conversationId }) =>
      library.entries.find((entry) => entry.conversationId === conversationId) ?? null,
    'library.search': ({ search, limit }) => {
      const hits = library.hits[search] ?? []
      return { rows: hits.slice(0, limit), total: hits.length }
    },
    'library.setFavourite': ({ conversationId, isFavourite }) => change(conversationId, { isFavourite }),
    'library.editTags': ({ conversationId, add, remove }) => {
      const before = library.entries.find((entry) => entry.conversationId === conversationId)?.tags ?? []
      return change(conversationId, { tags: [...before.filter((tag) => !remove.includes(tag)), ...add] })
    },
    'library.setNote': ({ conversationId, note }) => change(conversationId, { note }),
    'library.add': ({ conversationIds }) => {
      const known = new Set(library.entries.map(({ conversationId }) => conversationId))
      const added = conversationIds.filter((id) => !known.has(id))
      library.entries = [...added.map((id) => anUnread(id)), ...library.entries]
      return { added: added.length }
    },
  }
  return { library, handlers }
}
