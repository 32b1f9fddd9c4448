/** Words may stand in a snapshot or in what operators wrote; a hit is the newest snapshot that holds the others. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ProfileId } from '../../../shared/ids.ts'
import { librarySearch } from '../../../shared/schemas/library.ts'
import type { LibrarySearch } from '../../../shared/schemas/library.ts'
import { storing } from '../../store/storage-failure.ts'
import { createNoteSearch, defineHolds, excerptOf, isExact, likePattern, patternOf, queryTerms } from './query-terms.ts'
import type { NotePlace } from './query-terms.ts'
import { textAround } from './searchable.ts'

/** Failures: storage. */
export type Find = (profileId: ProfileId, search: string) => LibrarySearch

interface Conversation {
  readonly index: number
  readonly profileId: string
  readonly id: string
  lastFetchedAt: number
}

interface Snapshot {
  readonly id: string
  readonly conversation: Conversation
  readonly fetchedAt: number
}

interface Sought {
  /** Ids of the texts that hold it, ascending. */
  readonly texts: readonly number[]
  readonly own: ReadonlySet<string>
}

/** A snapshot that holds all words, with the text that holds the first one; null when that is of the operators'. */
interface Found {
  readonly snapshot: Snapshot
  readonly text: number | null
}

// More are narrowed down rather than read, and each costs the search its text.
const maxHits = 100
// The index knows no shorter words.
const minIndexedLength = 3

/** Which snapshot a text belongs to. Kept in memory: to read it for each search would take longer than to search. */
function createSnapshotsOfTexts(database: DatabaseSync) {
  const columns = 'texts.id AS text_id, snapshots.id AS id, profile_id, conversation_id, fetched_at'
  // Both indexes have all of it, and are read beside each other without the texts and the bodies.
  const all = database.prepare(`
    SELECT ${columns} FROM snapshot_texts AS texts INDEXED BY snapshot_texts_by_snapshot
      CROSS JOIN snapshots INDEXED BY snapshots_without_bodies ON snapshots.id = snapshot_id`)
  const added = database.prepare(`
    SELECT ${columns} FROM snapshot_texts AS texts CROSS JOIN snapshots ON snapshots.id = snapshot_id
      WHERE texts.id > ?`)
  const byText: Snapshot[] = []
  const snapshots = new Map<string, Snapshot>()
  const conversations = new Map<string, Conversation>()
  let last = 0

  const conversationOf = (profileId: string, id: string): Conversation =>
    conversations.getOrInsert(`${profileId} ${id}`, { index: conversations.size, profileId, id, lastFetchedAt: 0 })
  const snapshotOf = (row: Readonly<Record<string, SQLOutputValue>>): Snapshot => {
    const id = String(row['id'])
    const fetchedAt = Number(row['fetched_at'])
    const conversation = conversationOf(String(row['profile_id']), String(row['conversation_id']))
    conversation.lastFetchedAt = Math.max(conversation.lastFetchedAt, fetchedAt)
    return snapshots.getOrInsert(id, { id, conversation, fetchedAt })
  }

  return {
    refresh: (): void => {
      for (const row of last === 0 ? all.iterate() : added.iterate(last)) {
        const text = Number(row['text_id'])
        byText[text] = snapshotOf(row)
        last = Math.max(last, text)
      }
    },
    of: (textId: number): Snapshot | undefined => byText[textId],
    all: (): Iterable<Snapshot> => snapshots.values(),
    countConversations: (): number => conversations.size,
  }
}

function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`
}

/** Where the first word stands in the text that holds most of the others. */
function placeInText(part: string, first: RegExp, others: readonly RegExp[]): NotePlace {
  // The index folds a few signs that the pattern does not: then the begin of the text has to do.
  let best: NotePlace | null = null
  let held = -1
  // One look at each text, however often it holds the word.
  let next = 0
  for (const { index, 0: match } of part.matchAll(first)) {
    if (index < next) continue
    const { place, text, from } = textAround(part, index)
    next = from + text.length
    const count = others.filter((pattern) => pattern.test(text)).length
    if (count > held) best = { place, ...excerptOf(text, index - from, match.length) }
    held = Math.max(held, count)
    if (held === others.length) break
  }
  if (best !== null) return best
  const { place, text, from } = textAround(part, 1)
  return { place, ...excerptOf(text, 1 - from, 0) }
}

/** Only reads the database. */
export function createFind(database: DatabaseSync): Find {
  defineHolds(database)
  const own = createNoteSearch(database)
  const snapshots = createSnapshotsOfTexts(database)
  // As one text: thousands of rows take three times as long.
  const matching = database.prepare(
    'SELECT json_group_array(rowid) AS ids FROM snapshot_search WHERE snapshot_search MATCH ?',
  )
  const like = database.prepare(`
    SELECT json_group_array(id) AS ids FROM snapshot_texts
      WHERE text LIKE ?1 ESCAPE '\\' AND (?2 IS NULL OR holds(text, ?2))`)
  const texts = database.prepare(
    'SELECT snapshot_texts.id, text FROM json_each(?) CROSS JOIN snapshot_texts ON snapshot_texts.id = value',
  )
  const isUnindexed = database.prepare('SELECT 1 FROM unindexed_snapshots LIMIT 1')

  const textsWith = (word: string): readonly number[] => {
    const isIndexed = Array.from(word).length >= minIndexedLength
    const row = isIndexed ? matching.get(quoted(word)) : like.get(likePattern(word), isExact(word) ? null : word)
    // Both go through the texts in the order of their ids.
    return JSON.parse(String(row?.['ids'])) as number[]
  }

  const conditionOf = ({ texts, own }: Sought) => {
    const holding = new Set(texts.map(snapshots.of))
    return (snapshot: Snapshot): boolean => holding.has(snapshot) || own.has(snapshot.conversation.id)
  }

  const newestWith = (of: ProfileId, first: Sought, others: readonly Sought[]): readonly Found[] => {
    const conditions = others.map(conditionOf)
    // By the conversation's index: a map of thousands would take as long as finding them.
    const newest = new Array<Found | undefined>(snapshots.countConversations())
    const add = (snapshot: Snapshot, text: number | null): void => {
      const { index, profileId } = snapshot.conversation
      if (profileId !== of || !conditions.every((holds) => holds(snapshot))) return
      const known = newest[index]
      // Texts of a snapshot come one after the other, and the first of them counts.
      if (known === undefined || known.snapshot.fetchedAt < snapshot.fetchedAt) newest[index] = { snapshot, text }
    }
    for (const text of first.texts) {
      const snapshot = snapshots.of(text)
      if (snapshot !== undefined) add(snapshot, text)
    }
    for (const snapshot of first.own.size === 0 ? [] : snapshots.all()) {
      if (first.own.has(snapshot.conversation.id)) add(snapshot, null)
    }
    return newest
      .filter((found) => found !== undefined)
      .sort((one, other) => other.snapshot.fetchedAt - one.snapshot.fetchedAt)
  }

  const placesIn = (
    found: readonly Found[],
    [word = '', ...more]: readonly string[],
  ): ReadonlyMap<number | null, NotePlace> => {
    const first = new RegExp(patternOf(word), 'giu')
    const others = more.map(patternOf)
    const rows = texts.all(JSON.stringify(found.map(({ text }) => text)))
    return new Map(rows.map(({ id, text }) => [Number(id), placeInText(String(text), first, others)]))
  }

  const find = (of: ProfileId, search: string): Omit<LibrarySearch, 'isIndexing'> => {
    snapshots.refresh()
    const words = queryTerms(search)
    const sought = words.map((word): Sought => ({ texts: textsWith(word), own: new Set(own.holding(of, word)) }))
    const [first, ...others] = sought
    if (first === undefined) return { hits: [], total: 0 }
    const found = newestWith(of, first, others)
    const read = new Set(first.own.size === 0 ? [] : found.map(({ snapshot }) => snapshot.conversation.id))
    const unread = [...first.own].filter((id) => !read.has(id) && others.every((one) => one.own.has(id)))

    const shown = found.slice(0, maxHits)
    const shownUnread = unread.slice(0, maxHits - shown.length)
    const names = own.namesOf(of, [...shown.map(({ snapshot }) => snapshot.conversation.id), ...shownUnread])
    const places = placesIn(shown, words)
    const hitOf = (id: string, place: NotePlace | null) => ({
      conversationId: id,
      name: names.get(id) ?? null,
      ...(place ?? own.placeIn(of, id, words) ?? { place: 'id', before: '', match: id, after: '' }),
    })
    const { hits } = librarySearch.pick({ hits: true }).parse({
      hits: [
        ...shown.map(({ snapshot: { id, conversation, fetchedAt }, text }) => ({
          ...hitOf(conversation.id, places.get(text) ?? null),
          snapshotId: id,
          fetchedAt,
          isOld: fetchedAt < conversation.lastFetchedAt,
        })),
        ...shownUnread.map((id) => ({ ...hitOf(id, null), snapshotId: null, fetchedAt: null, isOld: false })),
      ],
    })
    return { hits, total: found.length + unread.length }
  }

  return (of, search) => storing(() => ({ ...find(of, search), isIndexing: isUnindexed.get() !== undefined }))
}
