/**
 * Finds conversations by words in their snapshots and in the operators' texts about them. A hit is the newest snapshot
 * that contains every word that is not in the operators' texts.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../../shared/ids.ts'
import { formsOf } from '../../../shared/model/search-words.ts'
import { librarySearch } from '../../../shared/schemas/library.ts'
import type { LibrarySearch } from '../../../shared/schemas/library.ts'
import { storing } from '../../store/storage-failure.ts'
import { createNoteSearch } from './note-search.ts'
import type { HitExcerpt } from './note-search.ts'
import { defineHolds, excerptOf, isExact, likePattern, patternOf, queryTerms } from './query-terms.ts'
import { textAround } from './searchable.ts'

/** Returns at most `limit` hits. Failures: storage. */
export type Find = (profileId: ProfileId, search: string, limit: number) => LibrarySearch

interface Conversation {
  readonly index: number
  readonly profileId: string
  readonly id: string
  /** Number of the snapshot that was read last, whatever the clock said. */
  newestSeq: number
}

interface Snapshot {
  readonly seq: number
  readonly id: string
  readonly conversation: Conversation
  readonly fetchedAt: number
}

/** Where a word occurs. */
interface WordOccurrences {
  /** Numbers of the snapshots that contain the word, ascending. */
  readonly snapshots: readonly number[]
  /** Ids of the conversations whose operators' texts contain the word. */
  readonly annotated: ReadonlySet<string>
}

/** A snapshot with all words; `isInText` is false where the first word is only in the operators' texts. */
interface FoundSnapshot {
  readonly snapshot: Snapshot
  readonly isInText: boolean
}

// The index contains no shorter words.
const minIndexedLength = 3

/** The snapshots by their number, kept in memory: reading them for each search would take longer than the search. */
function createSnapshotIndex(database: DatabaseSync) {
  // The index has every selected column, so bodies are not read.
  const added = database.prepare(`
    SELECT seq, id, profile_id, conversation_id, fetched_at FROM snapshots INDEXED BY snapshots_without_bodies
      WHERE seq > ?`)
  const bySeq = new Map<number, Snapshot>()
  const conversations = new Map<string, Conversation>()
  let last = 0

  const conversationOf = (profileId: string, id: string): Conversation => {
    const key = `${profileId} ${id}`
    const conversation = conversations.get(key) ?? { index: conversations.size, profileId, id, newestSeq: 0 }
    conversations.set(key, conversation)
    return conversation
  }

  return {
    refresh: (): void => {
      for (const row of added.iterate(last)) {
        const conversation = conversationOf(String(row['profile_id']), String(row['conversation_id']))
        last = Number(row['seq'])
        conversation.newestSeq = last
        bySeq.set(last, { seq: last, id: String(row['id']), conversation, fetchedAt: Number(row['fetched_at']) })
      }
    },
    of: (seq: number): Snapshot | undefined => bySeq.get(seq),
    all: (): Iterable<Snapshot> => bySeq.values(),
    countConversations: (): number => conversations.size,
  }
}

function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`
}

/** The text around the first word in the text that contains most of the other words. */
function excerptInText(part: string, first: RegExp, others: readonly RegExp[]): HitExcerpt {
  // The index folds a few characters that the pattern does not fold: then the beginning of the text is shown.
  let best: HitExcerpt | null = null
  let bestCount = -1
  // Each text is checked once, however often it contains the word.
  let next = 0
  for (const { index, 0: match } of part.matchAll(first)) {
    if (index < next) continue
    const { place, text, from } = textAround(part, index)
    next = from + text.length
    const count = others.filter((pattern) => pattern.test(text)).length
    if (count > bestCount) best = { place, ...excerptOf(text, index - from, match.length) }
    bestCount = Math.max(bestCount, count)
    if (bestCount === others.length) break
  }
  if (best !== null) return best
  const { place, text, from } = textAround(part, 1)
  return { place, ...excerptOf(text, 1 - from, 0) }
}

/** Only reads the database. */
export function createFind(database: DatabaseSync): Find {
  defineHolds(database)
  const annotations = createNoteSearch(database)
  const snapshots = createSnapshotIndex(database)
  // As one JSON text: thousands of rows take three times as long.
  const matching = database.prepare(
    'SELECT json_group_array(rowid) AS ids FROM snapshot_search WHERE snapshot_search MATCH ?',
  )
  const like = database.prepare(`
    SELECT json_group_array(id) AS ids FROM snapshot_texts
      WHERE text LIKE ?1 ESCAPE '\\' AND (?2 IS NULL OR holds(text, ?2))`)
  const texts = database.prepare(
    'SELECT snapshot_texts.id, text FROM json_each(?) CROSS JOIN snapshot_texts ON snapshot_texts.id = value',
  )

  const snapshotsWithForm = (form: string): readonly number[] => {
    const isIndexed = Array.from(form).length >= minIndexedLength
    const row = isIndexed ? matching.get(quoted(form)) : like.get(likePattern(form), isExact(form) ? null : form)
    // Both statements go through the texts in the order of their numbers.
    return JSON.parse(String(row?.['ids'])) as number[]
  }
  const snapshotsWith = (word: string): readonly number[] => {
    const [first = [], ...others] = formsOf(word).map(snapshotsWithForm)
    return others.length === 0 ? first : [...new Set([first, ...others].flat())].sort((one, other) => one - other)
  }

  const conditionOf = ({ snapshots: seqs, annotated }: WordOccurrences) => {
    const holding = new Set(seqs)
    return ({ seq, conversation }: Snapshot): boolean => holding.has(seq) || annotated.has(conversation.id)
  }

  const newestWith = (
    searchedProfileId: ProfileId,
    first: WordOccurrences,
    others: readonly WordOccurrences[],
  ): readonly FoundSnapshot[] => {
    const conditions = others.map(conditionOf)
    // An array by the conversation's index: a map of thousands would take as long as the search.
    const newest = new Array<FoundSnapshot | undefined>(snapshots.countConversations())
    const add = (snapshot: Snapshot, isInText: boolean): void => {
      const { index, profileId } = snapshot.conversation
      if (profileId !== searchedProfileId || !conditions.every((holds) => holds(snapshot))) return
      const latest = newest[index]
      if (latest === undefined || latest.snapshot.seq < snapshot.seq) newest[index] = { snapshot, isInText }
    }
    for (const seq of first.snapshots) {
      const snapshot = snapshots.of(seq)
      if (snapshot !== undefined) add(snapshot, true)
    }
    for (const snapshot of first.annotated.size === 0 ? [] : snapshots.all()) {
      if (first.annotated.has(snapshot.conversation.id)) add(snapshot, false)
    }
    return newest
      .filter((entry) => entry !== undefined)
      .sort((one, other) => other.snapshot.fetchedAt - one.snapshot.fetchedAt)
  }

  const excerptsIn = (found: readonly FoundSnapshot[], [word = '', ...more]: readonly string[]) => {
    const first = new RegExp(patternOf(word), 'giu')
    const others = more.map(patternOf)
    const seqs = found.filter(({ isInText }) => isInText).map(({ snapshot }) => snapshot.seq)
    const rows = texts.all(JSON.stringify(seqs))
    return new Map(rows.map(({ id, text }) => [Number(id), excerptInText(String(text), first, others)]))
  }

  const find = (profileId: ProfileId, search: string, limit: number): LibrarySearch => {
    snapshots.refresh()
    const words = queryTerms(search)
    const holders = words.map((word): WordOccurrences => {
      return { snapshots: snapshotsWith(word), annotated: new Set(annotations.holding(profileId, word)) }
    })
    const [first, ...others] = holders
    if (first === undefined) return { rows: [], total: 0 }
    const matches = newestWith(profileId, first, others)
    const read = new Set(first.annotated.size === 0 ? [] : matches.map(({ snapshot }) => snapshot.conversation.id))
    const unread = [...first.annotated].filter((id) => {
      return !read.has(id) && others.every(({ annotated }) => annotated.has(id))
    })

    const shown = matches.slice(0, limit)
    const shownUnread = unread.slice(0, limit - shown.length)
    const names = annotations.namesOf(profileId, [
      ...shown.map(({ snapshot }) => snapshot.conversation.id),
      ...shownUnread,
    ])
    const excerpts = excerptsIn(shown, words)
    const hitOf = (id: string, excerpt: HitExcerpt | null) => ({
      conversationId: id,
      name: names.get(id) ?? null,
      ...(excerpt ?? annotations.placeIn(profileId, id, words) ?? { place: 'id', before: '', match: id, after: '' }),
    })
    const rows = [
      ...shown.map(({ snapshot: { seq, id, conversation, fetchedAt } }) => ({
        ...hitOf(conversation.id, excerpts.get(seq) ?? null),
        snapshotId: id,
        fetchedAt,
        newestSnapshotId: snapshots.of(conversation.newestSeq)?.id ?? id,
        isOld: seq < conversation.newestSeq,
      })),
      ...shownUnread.map((id) => ({
        ...hitOf(id, null),
        snapshotId: null,
        fetchedAt: null,
        newestSnapshotId: null,
        isOld: false,
      })),
    ]
    return librarySearch.parse({ rows, total: matches.length + unread.length })
  }

  return (profileId, search, limit) => storing(() => find(profileId, search, limit))
}
