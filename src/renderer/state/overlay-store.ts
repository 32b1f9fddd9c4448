/** What is open over the page, whatever section it shows. */
import { createWindowStore } from './create-store.ts'

type Overlay = 'palette' | null

const useStore = createWindowStore<{ readonly overlay: Overlay }>({ overlay: null })

export const useOverlay = (): Overlay => useStore(({ overlay }) => overlay)

/** Opens the command palette, but never over a dialog: a confirmation is answered first. */
export function openPalette(): void {
  if (document.querySelector('dialog:modal') === null) useStore.setState({ overlay: 'palette' })
}

export function closeOverlay(): void {
  useStore.setState({ overlay: null })
}
