/** Dropped files that are no drafts: on their way to Avatars, manifests, refused or left out; until they are dealt with. */
import type { HandedFile } from '../../shared/bridge.ts'
import type { ImageId, ProfileId } from '../../shared/ids.ts'
import type { RefusedFile } from '../../shared/schemas/avatar.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { createProfileStore, createWindowStore, onReset } from './create-store.ts'

export interface DroppedThings {
  readonly files: readonly File[]
  readonly addresses: readonly string[]
}

/** A refused file with a key of its own, because two may carry one name. */
interface RejectedEntry extends RefusedFile {
  readonly key: number
}

interface Intake {
  /** Chosen, or dropped while another section was open, until Avatars takes it; null when there is nothing. */
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

/** Keeps what was dropped or chosen, beside what waits already. */
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

const textOf = ({ fileName, failure }: RefusedFile): string => JSON.stringify([fileName, failure])

/** Files that were refused for the same reason before are listed once, at their new place. */
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

/** The file that an image was copied from; null when it was not dropped on this window. It may have been changed since. */
export const droppedFile = (imageId: ImageId): File | null => files.get(imageId) ?? null

/** Drops those of other images. */
export function keepDroppedFiles(images: readonly (ImageId | undefined)[]): void {
  const present = new Set(images)
  for (const imageId of files.keys()) if (!present.has(imageId)) files.delete(imageId)
}

const useInterrupted = createWindowStore<ReadonlyMap<ProfileId, number>>(new Map())

/**
 * How many files of each profile were not added because the window went to another meanwhile, until that is dismissed.
 * They are of other profiles than the one on screen, mostly.
 */
export const useInterruptedIntakes = (): ReadonlyMap<ProfileId, number> => useInterrupted()

export function addInterruptedIntake(profileId: ShownProfile, count: number): void {
  if (count === 0 || profileId === null || profileId === undefined) return
  useInterrupted.setState((counts) => new Map(counts).set(profileId, (counts.get(profileId) ?? 0) + count), true)
}

export const dismissInterrupted = (profileId: ProfileId): void =>
  useInterrupted.setState((counts) => new Map([...counts].filter(([id]) => id !== profileId)), true)
