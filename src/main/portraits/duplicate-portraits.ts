/**
 * Finds the twins of drafts: drafts and jobs with the same picture, or one that looks like it. The pictures of a profile
 * are read once and then followed, so that a change costs the same whatever their number; what else can change of a job
 * is read when it is named.
 */
import type { ProfileId } from '../../shared/ids.ts'
import type { Duplicate, Duplicates } from '../../shared/model/findings/examined.ts'
import type { Draft } from '../../shared/schemas/avatar.ts'
import type { DraftPicture, Picture, PictureChange, PicturesRepository } from '../store/pictures-repository.ts'
import { createPictureIndex } from './picture-index.ts'
import type { PictureIndex } from './picture-index.ts'

/** What of a draft is compared. */
export type Compared = Pick<Draft, 'id' | 'original' | 'prepared' | 'analysis'>

/** The twins of drafts. Every function fails with `storage`. */
export interface DuplicateFinder {
  /** A function that finds the twins of any draft of the profile. Not to be kept: it follows no later change. */
  readonly among: (profileId: ProfileId) => (draft: Compared) => Duplicates
  /** True when what was just seen of a draft changes what is to be told of others: its copies, and later ones like it. */
  readonly changesOthers: (draft: Compared & Pick<Draft, 'profileId'>) => boolean
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

/** Gives the finder over the rows of pictures. Nothing is read before it is asked. */
export function createDuplicateFinder({ pictures }: { readonly pictures: PicturesRepository }): DuplicateFinder {
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
    const index = indexes.get(profileId) ?? createPictureIndex<Row>()
    indexes.set(profileId, index)
    for (const row of readAfter(profileId, index.last())) index.add(row)
    return index
  }

  const newestJob = (seqs: readonly number[]): readonly Duplicate[] => {
    for (const seq of seqs.toSorted((one, other) => other - one)) {
      const job = pictures.jobToShow(seq)
      if (job !== null) return [{ kind: 'job', name: job.name, state: job.state, at: job.createdAt }]
    }
    return []
  }

  return {
    among: (profileId) => {
      const drafts = upToDate(draftsOf, profileId, pictures.ofDraftsAfter)
      const jobs = upToDate(jobsOf, profileId, pictures.ofJobsAfter)

      // The first of two twins is not told of the second.
      const firstDraft = (found: readonly number[], before: number): readonly Duplicate[] => {
        const first = drafts.row(found.reduce((least, seq) => Math.min(least, seq), before))
        return first === undefined || first.seq === before ? [] : [{ kind: 'draft', name: first.fileName }]
      }

      return (draft) => {
        const seq = seqOf(drafts, draft)
        if (seq === undefined) return noDuplicates
        const same = [...firstDraft(sameIn(drafts, draft), seq), ...newestJob(sameIn(jobs, draft))]
        if (same.length > 0) return { same, like: [] }
        return { same, like: [...firstDraft(likeIn(drafts, draft), seq), ...newestJob(likeIn(jobs, draft))] }
      }
    },
    changesOthers: (draft) => {
      const drafts = upToDate(draftsOf, draft.profileId, pictures.ofDraftsAfter)
      const seq = seqOf(drafts, draft)
      if (seq === undefined || draft.original === null) return false
      return drafts.ofOriginal(draft.original.imageId).length > 1 || likeIn(drafts, draft).some((other) => other > seq)
    },
  }
}
