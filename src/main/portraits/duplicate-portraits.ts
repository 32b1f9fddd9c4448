/**
 * Finds the duplicates of drafts: drafts and jobs with the same picture, or one that looks like it. The pictures of a profile
 * are read once and then followed, so that a change costs the same whatever their number; what else can change of a job
 * is read when it is named.
 */
import type { ImageId, ProfileId } from '../../shared/ids.ts'
import { isCreated } from '../../shared/model/findings.ts'
import type { Duplicate, Duplicates } from '../../shared/model/findings.ts'
import { createHashList } from '../../shared/model/picture-hash.ts'
import type { Draft } from '../../shared/schemas/avatar.ts'
import type { DraftPicture, Picture, PictureChange } from '../store/images-repository.ts'
import type { Repositories } from '../store/repositories.ts'

export type Compared = Pick<Draft, 'id' | 'original' | 'prepared' | 'analysis'>

/** An original, and where its hash stands in the list of hashes. */
interface Original {
  readonly seqs: Set<number>
  hash: string | null
  place: number | null
}

type PictureIndex<Row extends Picture> = ReturnType<typeof createPictureIndex<Row>>

/** Rows by their images and hashes. What is found is named by its `seq`, in no order that is promised. */
function createPictureIndex<Row extends Picture>() {
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
    const original = originals.getOrInsertComputed(id, () => ({ seqs: new Set(), hash: null, place: null }))
    original.seqs.add(seq)
    rehash(original, hash)
  }

  const ofOriginal = (id: string): readonly number[] => [...(originals.get(id)?.seqs ?? [])]

  return {
    /** The highest `seq` that was ever added; 0 before. */
    last: () => last,
    size: () => rows.size,
    row: (seq: number) => rows.get(seq),
    add: (row: Row): void => {
      const { seq, originalId, sentId } = row
      rows.set(seq, row)
      last = Math.max(last, seq)
      if (originalId !== null) addOriginal(originalId, row)
      if (sentId !== null) sent.getOrInsertComputed(sentId, () => new Set()).add(seq)
    },
    /** Does nothing for a `seq` that is not there. Its original keeps its hash: a changed draft comes back at once. */
    remove: (seq: number): void => {
      const row = rows.get(seq)
      if (row === undefined) return
      rows.delete(seq)
      if (row.originalId !== null) originals.get(row.originalId)?.seqs.delete(seq)
      if (row.sentId !== null) sent.get(row.sentId)?.delete(seq)
    },
    /** Gives all rows of an original the hash that is known of it now. */
    setHash: (originalId: string, hash: string | null): void => {
      const original = originals.get(originalId)
      if (original !== undefined) rehash(original, hash)
    },
    ofOriginal,
    /** Rows with one of the images, as original or as what is sent: they may be the same file. */
    withImage: (ids: Iterable<ImageId>) => [...ids].flatMap((id) => [...ofOriginal(id), ...(sent.get(id) ?? [])]),
    /** Rows whose original looks like the hash. */
    like: (hash: string) => hashes.alike(hash).flatMap((place) => [...(hashed[place]?.seqs ?? [])]),
  }
}

const noDuplicates: Duplicates = { same: [], like: [] }

type Indexes<Row extends Picture> = Map<ProfileId, PictureIndex<Row>>

// Originals are compared with originals, and what is sent with what is sent; they may be the same file.
function sameIn<Row extends Picture>(index: PictureIndex<Row>, { original, prepared }: Compared): readonly number[] {
  return index.withImage(new Set([original, prepared].flatMap((image) => image?.imageId ?? [])))
}

function likeIn<Row extends Picture>(index: PictureIndex<Row>, { analysis }: Compared): readonly number[] {
  return analysis?.decoded === true ? index.like(analysis.hash) : []
}

function seqOf(index: PictureIndex<DraftPicture>, { id, original }: Compared): number | undefined {
  return original === null ? undefined : index.ofOriginal(original.imageId).find((seq) => index.row(seq)?.id === id)
}

/** The duplicates of drafts. Nothing is read before its first call; every function fails with `storage`. */
export function createDuplicateFinder(pictures: Repositories['pictures']) {
  const draftsOf: Indexes<DraftPicture> = new Map()
  const jobsOf: Indexes<Picture> = new Map()
  let followed = 0

  const followDraft = (seq: number): void => {
    for (const [profileId, index] of draftsOf) {
      // Later ones are read when the profile is asked for.
      if (seq > index.last()) continue
      const row = pictures.draftAt(profileId, seq)
      index.remove(seq)
      if (row !== null) index.add(row)
      if (index.size() === 0) draftsOf.delete(profileId)
    }
  }

  const follow = ({ draftSeq, imageId, hash }: PictureChange): void => {
    if (draftSeq !== null) followDraft(draftSeq)
    if (imageId !== null) for (const index of [...draftsOf.values(), ...jobsOf.values()]) index.setHash(imageId, hash)
  }

  const upToDate = <Row extends Picture>(
    indexes: Indexes<Row>,
    profileId: ProfileId,
    readAfter: (profileId: ProfileId, seq: number) => readonly Row[],
  ): PictureIndex<Row> => {
    for (const change of pictures.changesAfter(followed)) {
      follow(change)
      followed = change.n
    }
    const index = indexes.getOrInsertComputed(profileId, () => createPictureIndex<Row>())
    for (const row of readAfter(profileId, index.last())) index.add(row)
    return index
  }

  // The newest that would be paid again; without any, the newest: a later attempt may have failed where an earlier succeeded.
  const jobToName = (seqs: readonly number[]): readonly Duplicate[] => {
    let job: ReturnType<typeof pictures.jobToShow> = null
    for (const seq of new Set(seqs.toSorted((one, other) => other - one))) {
      const found = pictures.jobToShow(seq)
      job ??= found
      if (found === null || !isCreated(found.state)) continue
      job = found
      break
    }
    return job === null ? [] : [{ kind: 'job', name: job.name, state: job.state, at: job.createdAt }]
  }

  return {
    /** A function that finds the duplicates of any draft of the profile. Not to be kept: it follows no later change. */
    among: (profileId: ProfileId): ((draft: Compared) => Duplicates) => {
      const drafts = upToDate(draftsOf, profileId, pictures.ofDraftsAfter)
      const jobs = upToDate(jobsOf, profileId, pictures.ofJobsAfter)

      // The first of two duplicates has no finding for the second.
      const firstDraft = (found: readonly number[], before: number): readonly Duplicate[] => {
        const first = drafts.row(found.reduce((least, seq) => Math.min(least, seq), before))
        return first === undefined || first.seq === before ? [] : [{ kind: 'draft', name: first.fileName }]
      }

      return (draft) => {
        const seq = seqOf(drafts, draft)
        if (seq === undefined) return noDuplicates
        const same = [...firstDraft(sameIn(drafts, draft), seq), ...jobToName(sameIn(jobs, draft))]
        if (same.length > 0) return { same, like: [] }
        return { same, like: [...firstDraft(likeIn(drafts, draft), seq), ...jobToName(likeIn(jobs, draft))] }
      }
    },
    /** True when what was just seen of a draft changes the findings of others: its copies, and later ones like it. */
    changesOthers: (draft: Compared & Pick<Draft, 'profileId'>): boolean => {
      const drafts = upToDate(draftsOf, draft.profileId, pictures.ofDraftsAfter)
      const seq = seqOf(drafts, draft)
      if (seq === undefined || draft.original === null) return false
      return drafts.ofOriginal(draft.original.imageId).length > 1 || likeIn(drafts, draft).some((other) => other > seq)
    },
  }
}
