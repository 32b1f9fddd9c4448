/** What is open over the page, whatever section it shows. */
import { createWindowStore } from './create-store.ts'

type Overlay = 'palette' | 'shortcuts' | 'diagnostics'

const useStore = createWindowStore<{ readonly overlay: Overlay | null }>({ overlay: null })

export const useOverlay = (): Overlay | null => useStore(({ overlay }) => overlay)
export const openOverlay = (overlay: Overlay): void => useStore.setState({ overlay })
export const closeOverlay = (): void => useStore.setState({ overlay: null })
