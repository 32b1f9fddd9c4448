/** Whether a part without a place of its own on screen could not be loaded: a background feature, a language. */
import { createWindowStore } from './create-store.ts'

const useStore = createWindowStore<{ readonly isMissing: boolean }>({ isMissing: false })

/** True until the page is loaded again. */
export const useIsPartMissing = (): boolean => useStore(({ isMissing }) => isMissing)

/** A part could not be loaded. */
export function setPartMissing(): void {
  useStore.setState({ isMissing: true })
}
