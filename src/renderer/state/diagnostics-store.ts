/** Whether the dialog with the diagnostics is open, over whatever section. */
import { createWindowStore } from './create-store.ts'

const useStore = createWindowStore({ isOpen: false })

/** True while the diagnostics are on screen. */
export const useIsDiagnosticsOpen = (): boolean => useStore(({ isOpen }) => isOpen)

/** Shows what would be saved. */
export function openDiagnostics(): void {
  useStore.setState({ isOpen: true })
}

/** Closes it and resets the selection. */
export function closeDiagnostics(): void {
  useStore.setState({ isOpen: false })
}
