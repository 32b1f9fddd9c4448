/** Progress on the taskbar or dock: how much of what is on its way has come to its end, and whether somebody is needed. */
import type { BrowserWindow } from 'electron'
import type { JobsOverview } from '../creations/batches.ts'

/** What the taskbar shows: a part from 0 to 1, or -1 for nothing. The modes are seen on Windows only. */
export interface TaskbarState {
  readonly part: number
  readonly mode: 'none' | 'normal' | 'paused' | 'error'
}

/** The state for what is on its way: an unknown outcome is an error, a queue that does not send is paused. */
export function taskbarState({ progress, isStopped }: JobsOverview): TaskbarState {
  if (progress === null) return { part: -1, mode: 'none' }
  const part = progress.finished / progress.total
  if (progress.unknown > 0) return { part, mode: 'error' }
  return { part, mode: isStopped ? 'paused' : 'normal' }
}

export function showOnTaskbar(
  windows: readonly Pick<BrowserWindow, 'setProgressBar'>[],
  { part, mode }: TaskbarState,
): void {
  for (const window of windows) window.setProgressBar(part, { mode })
}
