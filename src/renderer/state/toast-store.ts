import type { QueuedToast, ToastMessage } from '../ui/toast.tsx'
import { createWindowStore } from './create-store.ts'

const useQueued = createWindowStore<readonly QueuedToast[]>([])
let count = 0

/** One sentence for ten seconds at the foot of the window, announced politely; the action is for the profile on screen. */
export function showToast(message: ToastMessage): void {
  count += 1
  useQueued.setState((queued) => [...queued, { ...message, id: `toast-${count}` }], true)
}

/** Those not shown yet. */
export function useQueuedToasts(): readonly QueuedToast[] {
  return useQueued()
}

export function clearQueuedToasts(): void {
  useQueued.setState([], true)
}
