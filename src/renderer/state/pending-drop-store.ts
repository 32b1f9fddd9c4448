/** The last drop on the window while another section was open, until Avatars takes it; and whether it held nothing. */
import { createProfileStore } from './create-store.ts'

/** Files and folders, and addresses of images. */
export interface DroppedThings {
  readonly files: readonly File[]
  readonly addresses: readonly string[]
}

interface PendingDrop {
  readonly waiting: DroppedThings | null
  readonly isEmpty: boolean
}

const store = createProfileStore<PendingDrop>({ waiting: null, isEmpty: false })

/** The drop to be taken; null when there is none. */
export const useWaitingDrop = (): DroppedThings | null => store.useState((state) => state.waiting)

/** True when there was nothing to take in the last drop. */
export const useIsEmptyDrop = (): boolean => store.useState((state) => state.isEmpty)

/** Says whether there was anything to take in the last drop. */
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
