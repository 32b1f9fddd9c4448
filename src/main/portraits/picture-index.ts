/** Drafts or jobs by their pictures: an index that follows single changes, so that it need not be built anew for each. */
import type { ImageId } from '../../shared/ids.ts'
import { createHashList } from '../../shared/model/picture-hash.ts'
import type { Picture } from '../store/pictures-repository.ts'

/** Rows by their images and hashes. What is found is named by its `seq`, in no order that is promised. */
export interface PictureIndex<Row extends Picture> {
  /** The highest `seq` that was ever added; 0 before. */
  readonly last: () => number
  readonly size: () => number
  readonly row: (seq: number) => Row | undefined
  readonly add: (row: Row) => void
  /** Does nothing for a `seq` that is not there. Its original keeps its hash: a draft that is changed comes back at once. */
  readonly remove: (seq: number) => void
  /** Gives all rows of an original the hash that is known of it now. */
  readonly setHash: (originalId: string, hash: string | null) => void
  /** Rows with this original. */
  readonly ofOriginal: (id: ImageId) => readonly number[]
  /** Rows with one of the images, as original or as what is sent: they may be the same file. */
  readonly withImage: (ids: Iterable<ImageId>) => readonly number[]
  /** Rows whose original looks like the hash. */
  readonly like: (hash: string) => readonly number[]
}

/** An original, and where its hash stands in the list of hashes. */
interface Original {
  readonly seqs: Set<number>
  hash: string | null
  place: number | null
}

export function createPictureIndex<Row extends Picture>(): PictureIndex<Row> {
  const rows = new Map<number, Row>()
  const originals = new Map<string, Original>()
  const sent = new Map<string, Set<number>>()
  const hashes = createHashList()
  // Beside each hash of the list; null for one that its original has no more, as the list only grows.
  const hashed: (Original | null)[] = []
  let last = 0

  const rehash = (original: Original, hash: string | null): void => {
    if (original.hash === hash) return
    if (original.place !== null) hashed[original.place] = null
    original.hash = hash
    original.place = hash === null ? null : hashed.push(original) - 1
    if (hash !== null) hashes.add(hash)
  }

  const addOriginal = (id: string, { seq, hash }: Row): void => {
    const original = originals.get(id) ?? { seqs: new Set(), hash: null, place: null }
    originals.set(id, original)
    original.seqs.add(seq)
    rehash(original, hash)
  }

  const ofOriginal = (id: string): readonly number[] => [...(originals.get(id)?.seqs ?? [])]

  return {
    last: () => last,
    size: () => rows.size,
    row: (seq) => rows.get(seq),
    add: (row) => {
      const { seq, originalId, sentId } = row
      rows.set(seq, row)
      last = Math.max(last, seq)
      if (originalId !== null) addOriginal(originalId, row)
      if (sentId !== null) sent.set(sentId, (sent.get(sentId) ?? new Set()).add(seq))
    },
    remove: (seq) => {
      const row = rows.get(seq)
      if (row === undefined) return
      rows.delete(seq)
      if (row.originalId !== null) originals.get(row.originalId)?.seqs.delete(seq)
      if (row.sentId !== null) sent.get(row.sentId)?.delete(seq)
    },
    setHash: (originalId, hash) => {
      const original = originals.get(originalId)
      if (original !== undefined) rehash(original, hash)
    },
    ofOriginal,
    withImage: (ids) => [...ids].flatMap((id) => [...ofOriginal(id), ...(sent.get(id) ?? [])]),
    like: (hash) => hashes.alike(hash).flatMap((place) => [...(hashed[place]?.seqs ?? [])]),
  }
}
