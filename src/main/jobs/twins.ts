/**
 * Finds the twins of drafts: drafts and jobs with the same picture, or one that looks like it. The pictures of jobs never
 * change, so they are read once and then only added to; what can change of a job is read when it is named.
 */
import type { ImageId, ProfileId } from '../../shared/ids.ts'
import type { Twin, Twins } from '../../shared/model/findings/examined.ts'
import { createHashList } from '../../shared/model/picture-hash.ts'
import type { HashList } from '../../shared/model/picture-hash.ts'
import type { Draft } from '../../shared/schemas/avatar.ts'
import type { DraftPicture, JobPicture, PicturesRepository } from '../store/pictures-repository.ts'

/** What of a draft is compared. */
export type Compared = Pick<Draft, 'id' | 'original' | 'prepared' | 'look'>

/** The twins of drafts. */
export interface TwinFinder {
  /** A function that finds the twins of any draft of the profile as its drafts are now. Fails with `storage`. */
  readonly among: (profileId: ProfileId) => (draft: Compared) => Twins
  /** True when what was just seen of a draft changes what is to be told of others: its copies, and later ones like it. */
  readonly changesOthers: (draft: Compared & Pick<Draft, 'profileId'>) => boolean
  /** Takes note that an image was looked at; its jobs are compared by it from now on. */
  readonly seen: (originalId: ImageId, hash: string) => void
}

const noTwins: Twins = { same: [], like: [] }

/** Pictures by their hashes and image ids. `Key` names the draft or job. */
interface Index<Key> {
  readonly hashes: HashList
  readonly hashed: Key[]
  readonly byImage: Map<string, Key[]>
}

function emptyIndex<Key>(): Index<Key> {
  return { hashes: createHashList(), hashed: [], byImage: new Map() }
}

function addHash<Key>({ hashes, hashed }: Index<Key>, key: Key, hash: string | null): void {
  if (hash === null) return
  hashes.add(hash)
  hashed.push(key)
}

function addImages<Key>({ byImage }: Index<Key>, key: Key, ids: readonly (string | null)[]): void {
  for (const id of new Set(ids)) {
    if (id === null) continue
    const keys = byImage.get(id)
    if (keys === undefined) byImage.set(id, [key])
    else keys.push(key)
  }
}

function hashOf({ look }: Compared): string | null {
  return look?.decoded === true ? look.hash : null
}

// Originals are compared with originals, and what is sent with what is sent; they may be the same file.
function sameIn<Key>({ byImage }: Index<Key>, { original, prepared }: Compared): readonly Key[] {
  const ids = new Set([original?.imageId, prepared?.imageId])
  return [...ids].flatMap((id) => (id === undefined ? [] : (byImage.get(id) ?? [])))
}

function likeIn<Key>({ hashes, hashed }: Index<Key>, draft: Compared): readonly Key[] {
  const hash = hashOf(draft)
  return hash === null ? [] : hashes.alike(hash).flatMap((place) => hashed[place] ?? [])
}

interface JobIndex extends Index<number> {
  last: number
  /** Jobs whose original was not looked at yet. */
  readonly unseen: Map<string, number[]>
}

function addJob(index: JobIndex, { seq, originalId, imageId, hash }: JobPicture): void {
  index.last = seq
  addImages(index, seq, [originalId, imageId])
  addHash(index, seq, hash)
  if (hash === null && originalId !== null) index.unseen.set(originalId, [...(index.unseen.get(originalId) ?? []), seq])
}

/** Places of drafts in the order in which they came: the first of two twins is not told of the second. */
function indexOfDrafts(pictures: readonly DraftPicture[]): Index<number> {
  const index = emptyIndex<number>()
  for (const [place, { originalId, preparedId, hash }] of pictures.entries()) {
    addImages(index, place, [originalId, preparedId])
    addHash(index, place, hash)
  }
  return index
}

/** Gives the finder over the rows of pictures. Nothing is read before it is asked. */
export function createTwinFinder({ pictures }: { readonly pictures: PicturesRepository }): TwinFinder {
  const histories = new Map<ProfileId, JobIndex>()

  const historyOf = (profileId: ProfileId): JobIndex => {
    const known = histories.get(profileId) ?? { ...emptyIndex<number>(), last: 0, unseen: new Map() }
    histories.set(profileId, known)
    for (const job of pictures.ofJobsAfter(profileId, known.last)) addJob(known, job)
    return known
  }

  const newestJob = (seqs: readonly number[]): readonly Twin[] => {
    for (const seq of seqs.toSorted((one, other) => other - one)) {
      const job = pictures.jobToTell(seq)
      if (job !== null) return [{ kind: 'job', name: job.name, state: job.state, at: job.createdAt }]
    }
    return []
  }

  return {
    among: (profileId) => {
      const drafts = pictures.ofDrafts(profileId)
      const index = indexOfDrafts(drafts)
      const places = new Map(drafts.map(({ id }, place) => [id, place]))
      const history = historyOf(profileId)

      const firstDraft = (found: readonly number[], before: number): readonly Twin[] => {
        const first = drafts[Math.min(...found.filter((place) => place < before), drafts.length)]
        return first === undefined ? [] : [{ kind: 'draft', name: first.fileName }]
      }

      return (draft) => {
        const place = places.get(draft.id)
        if (place === undefined) return noTwins
        const same = [...firstDraft(sameIn(index, draft), place), ...newestJob(sameIn(history, draft))]
        if (same.length > 0) return { same, like: [] }
        return { same, like: [...firstDraft(likeIn(index, draft), place), ...newestJob(likeIn(history, draft))] }
      }
    },
    changesOthers: (draft) => {
      const drafts = pictures.ofDrafts(draft.profileId)
      const place = drafts.findIndex(({ id }) => id === draft.id)
      const isCopy = ({ id, originalId }: DraftPicture): boolean =>
        id !== draft.id && originalId === draft.original?.imageId
      return drafts.some(isCopy) || likeIn(indexOfDrafts(drafts), draft).some((other) => other > place)
    },
    seen: (originalId, hash) => {
      for (const history of histories.values()) {
        for (const seq of history.unseen.get(originalId) ?? []) addHash(history, seq, hash)
        history.unseen.delete(originalId)
      }
    },
  }
}
