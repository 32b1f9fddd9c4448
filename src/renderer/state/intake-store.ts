/** What of dropped files is not a draft: on its way to Avatars, refused, or left out; until it is taken or dismissed. */
import type { ImageId, ProfileId } from '../../shared/ids.ts'
import type { RefusedFile } from '../../shared/schemas/avatar.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { createProfileStore, createWindowStore } from './create-store.ts'

export interface DroppedThings {
  readonly files: readonly File[]
  readonly addresses: readonly string[]
}

/** A refused file with a key of its own, because two may carry one name. */
interface RejectedEntry extends RefusedFile {
  readonly key: number
}

interface Intake {
  /** Dropped while another section was open, until Avatars takes it; null when there is nothing. */
  readonly waiting: DroppedThings | null
  readonly isEmpty: boolean
  /** Oldest first. */
  readonly rejected: readonly RejectedEntry[]
}

const store = createProfileStore<Intake>({ waiting: null, isEmpty: false, rejected: [] })
let lastKey = 0

export const useWaitingDrop = (): DroppedThings | null => store.useState(({ waiting }) => waiting)
export const useIsEmptyDrop = (): boolean => store.useState(({ isEmpty }) => isEmpty)
export const useRejectedFiles = (): readonly RejectedEntry[] => store.useState(({ rejected }) => rejected)

export function setEmptyDrop({ files, addresses }: DroppedThings): void {
  store.set(() => ({ isEmpty: files.length + addresses.length === 0 }))
}

/** Keeps what was dropped, beside what waits already. */
export function addPendingDrop({ files, addresses }: DroppedThings): void {
  store.set(({ waiting }) => ({
    waiting: {
      files: [...(waiting?.files ?? []), ...files],
      addresses: [...(waiting?.addresses ?? []), ...addresses],
    },
  }))
}

/** Hands it over, once: null when it was taken before. */
export function consumePendingDrop(): DroppedThings | null {
  const { waiting } = store.get()
  store.set(() => ({ waiting: null }))
  return waiting
}

export function addRejectedFiles(files: readonly RefusedFile[], profileId: ShownProfile): void {
  const more = files.map((file) => ({ ...file, key: (lastKey += 1) }))
  store.set(({ rejected }) => ({ rejected: [...rejected, ...more] }), profileId)
}

export function dismissRejectedFiles(key: number | null): void {
  store.set(({ rejected }) => ({ rejected: key === null ? [] : rejected.filter((entry) => entry.key !== key) }))
}

// Files that became drafts.
const files = new Map<ImageId, File>()

export function addDroppedFile(imageId: ImageId, file: File): void {
  files.set(imageId, file)
}

/** The file that an image was copied from; null when it was not dropped on this window. It may have been changed since. */
export function droppedFile(imageId: ImageId): File | null {
  return files.get(imageId) ?? null
}

/** Lets go of those of other images. */
export function keepDroppedFiles(images: readonly (ImageId | undefined)[]): void {
  const present = new Set(images)
  for (const imageId of files.keys()) if (!present.has(imageId)) files.delete(imageId)
}

/** How many files of a profile were not added because the window went to another meanwhile. */
export interface InterruptedIntake {
  readonly profileId: ProfileId
  readonly count: number
}

const useStore = createWindowStore<{ readonly intakes: readonly InterruptedIntake[] }>({ intakes: [] })

/** Those that were not dismissed, one for each profile. They are of other profiles than the one on screen, mostly. */
export const useInterruptedIntakes = (): readonly InterruptedIntake[] => useStore(({ intakes }) => intakes)

export function addInterruptedIntake(profileId: ShownProfile, count: number): void {
  if (count === 0 || profileId === null || profileId === undefined) return
  useStore.setState(({ intakes }) => {
    const before = intakes.find((one) => one.profileId === profileId)?.count ?? 0
    return { intakes: [...intakes.filter((one) => one.profileId !== profileId), { profileId, count: before + count }] }
  })
}

export function dismissInterrupted(profileId: ProfileId): void {
  useStore.setState(({ intakes }) => ({ intakes: intakes.filter((one) => one.profileId !== profileId) }))
}
