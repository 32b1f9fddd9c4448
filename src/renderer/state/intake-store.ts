/**
 * Dropped files that are not drafts: files waiting for Avatars, manifests, and refused or omitted files, until the
 * operator deals with them.
 */
import type { HandedFile } from '../../shared/bridge.ts'
import type { ImageId, ProfileId } from '../../shared/ids.ts'
import type { RefusedFile } from '../../shared/schemas/avatar.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { createProfileStore, createWindowStore, onReset } from './create-store.ts'

export interface DroppedThings {
  readonly files: readonly File[]
  readonly addresses: readonly string[]
}

/** A refused file with a unique key, because two files can have the same name. */
interface RejectedEntry extends RefusedFile {
  readonly key: number
}

interface Intake {
  /**
   * Files that were chosen, or dropped while a different section was open, until Avatars takes them; null when there
   * are none.
   */
  readonly waiting: DroppedThings | null
  readonly isEmpty: boolean
  /** Oldest first. */
  readonly rejected: readonly RejectedEntry[]
  /** CSV files that are shown before they are added, one after the other. */
  readonly manifests: readonly HandedFile[]
}

const store = createProfileStore<Intake>({ waiting: null, isEmpty: false, rejected: [], manifests: [] })
let lastKey = 0

export const useWaitingDrop = store.field('waiting')
export const useIsEmptyDrop = store.field('isEmpty')
export const useRejectedFiles = store.field('rejected')
export const useProposedManifests = store.field('manifests')

export function proposeManifests(added: readonly HandedFile[], profileId: ShownProfile): void {
  if (added.length > 0) store.set(({ manifests }) => ({ manifests: [...manifests, ...added] }), profileId)
}

export function dismissManifest({ handle }: HandedFile): void {
  store.set(({ manifests }) => ({ manifests: manifests.filter((file) => file.handle !== handle) }))
}

export function setEmptyDrop({ files, addresses }: DroppedThings): void {
  store.set(() => ({ isEmpty: files.length + addresses.length === 0 }))
}

/** Adds dropped or chosen files to the waiting files. */
export function addPendingDrop({ files, addresses }: DroppedThings): void {
  store.set(({ waiting }) => ({
    waiting: {
      files: [...(waiting?.files ?? []), ...files],
      addresses: [...(waiting?.addresses ?? []), ...addresses],
    },
  }))
}

/** Returns the waiting files once; null when they were already taken. */
export function consumePendingDrop(): DroppedThings | null {
  const { waiting } = store.get()
  store.set(() => ({ waiting: null }))
  return waiting
}

const textOf = ({ fileName, failure }: RefusedFile): string => JSON.stringify([fileName, failure])

/** A file that is refused again for the same reason is listed once, at its new position. */
export function addRejectedFiles(files: readonly RefusedFile[], profileId: ShownProfile): void {
  const added = files.map((file) => ({ ...file, key: (lastKey += 1) }))
  const again = new Set(files.map(textOf))
  store.set(
    ({ rejected }) => ({ rejected: [...rejected.filter((entry) => !again.has(textOf(entry))), ...added] }),
    profileId,
  )
}

export function dismissRejectedFiles(key: number | null): void {
  store.set(({ rejected }) => ({ rejected: key === null ? [] : rejected.filter((entry) => entry.key !== key) }))
}

// Files that became drafts.
const files = new Map<ImageId, File>()
onReset(() => files.clear())

export const addDroppedFile = (imageId: ImageId, file: File): unknown => files.set(imageId, file)

/**
 * The file that an image was copied from; null when it was not dropped on this window. The file might have changed
 * since.
 */
export const droppedFile = (imageId: ImageId): File | null => files.get(imageId) ?? null

/** Forgets the files of all other images. */
export function keepDroppedFiles(images: readonly (ImageId | undefined)[]): void {
  const present = new Set(images)
  for (const imageId of files.keys()) if (!present.has(imageId)) files.delete(imageId)
}

const useInterrupted = createWindowStore<ReadonlyMap<ProfileId, number>>(new Map())

/**
 * How many files of each profile were not added because the window switched the profile meanwhile, until the notice is
 * dismissed. Most belong to a profile that is not on screen.
 */
export const useInterruptedIntakes = (): ReadonlyMap<ProfileId, number> => useInterrupted()

export function addInterruptedIntake(profileId: ShownProfile, count: number): void {
  if (count === 0 || profileId === null || profileId === undefined) return
  useInterrupted.setState((counts) => new Map(counts).set(profileId, (counts.get(profileId) ?? 0) + count), true)
}

export const dismissInterrupted = (profileId: ProfileId): void =>
  useInterrupted.setState((counts) => new Map([...counts].filter(([id]) => id !== profileId)), true)
