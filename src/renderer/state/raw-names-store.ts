/** Whether the viewer shows the contract's own names beside the labels of fields. */
import { createWindowStore } from './create-store.ts'

const useStore = createWindowStore({ isShown: true })

export const useRawNames = (): boolean => useStore(({ isShown }) => isShown)

export function showRawNames(isShown: boolean): void {
  useStore.setState({ isShown })
}
