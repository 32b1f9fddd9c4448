/** What is open over the page, whatever section it shows. */
import { createWindowStore } from './create-store.ts'

type Overlay = 'palette' | 'shortcuts'

const useStore = createWindowStore<{ readonly overlay: Overlay | null }>({ overlay: null })

export const useOverlay = (): Overlay | null => useStore(({ overlay }) => overlay)

/** Opens the command palette or the list of shortcuts. */
export function openOverlay(overlay: Overlay): void {
  useStore.setState({ overlay })
}

export function closeOverlay(): void {
  useStore.setState({ overlay: null })
}
