import type { QueuedToast, ToastMessage } from '../ui/toast.tsx'
import { createWindowStore } from './create-store.ts'

const useQueued = createWindowStore<readonly QueuedToast[]>([])
let count = 0

/**
 * Shows a sentence for ten seconds at the foot of the window, announced politely. The action applies to the profile on
 * screen. A sentence without an action replaces a toast with the same sentence.
 */
export function showToast(message: ToastMessage): void {
  count += 1
  const id = message.action === undefined ? message.text : `toast-${count}`
  useQueued.setState((queued) => [...queued, { ...message, id }], true)
}

export function useQueuedToasts(): readonly QueuedToast[] {
  return useQueued()
}

export function clearQueuedToasts(): void {
  useQueued.setState([], true)
}
