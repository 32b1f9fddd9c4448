/** One watched file or folder: watched, polled, and what was added to it handed on. */
import type { WatchedPath } from '../../../shared/schemas/inbox.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { StoredWatch, WatchProgress } from '../../store/watched-paths-repository.ts'
import { createFolderWatcher } from './folder-watcher.ts'
import { createFilePoll } from './file-poll.ts'
import { createFileTail, quietMs } from './file-tail.ts'

export interface PathWatcher {
  /** Begins, or resumes; resolves after the first poll. */
  readonly start: () => Promise<void>
  /** Ends it for now; resolves when nothing is read any more. */
  readonly stop: () => Promise<void>
  readonly problem: () => WatchedPath['problem']
}

export interface PathWatcherDeps {
  readonly stored: StoredWatch
  readonly clock: Clock
  readonly log: Log
  /** Takes new text of a file; answers how many new sessions were in it, null when nobody takes it any more. */
  readonly onText: (fileName: string, text: string) => Promise<number | null>
  /** Stores what a poll brought. */
  readonly onProgress: (progress: WatchProgress) => void
  /** Its problem is another one, or it has none any more. */
  readonly onProblem: () => void
}

// Network drives do not notify of what is written elsewhere, nor a path that is gone when it is back.
const slowMs = 30_000

export function createPathWatcher({ stored, clock, log, onText, onProgress, onProblem }: PathWatcherDeps): PathWatcher {
  const { kind, path, reached } = stored
  let problem: WatchedPath['problem'] = null
  let isFirst = reached === null
  let isOn = false
  let found = 0
  let isLost = false
  const isWanted = (): boolean => isOn

  const tail = createFileTail({
    kind,
    path,
    reached,
    clock,
    isWanted,
    onText: async (fileName, text) => {
      const added = await onText(fileName, text)
      if (added === null) isLost = true
      else found += added
    },
  })
  const folderWatcher = createFolderWatcher(stored, () => {
    filePoll.schedule()
  })

  const settle = (next: WatchedPath['problem'], hasRead: boolean): void => {
    // The first poll of a folder reads nothing and is stored all the same: what is new counts from then on.
    const isWorthStoring = hasRead || (isFirst && isWanted())
    // What was taken counts as read, also when it is the last: read again, it would bring back what was taken away since.
    if (next !== 'gone' && isWorthStoring && !isLost) {
      onProgress({ reached: tail.reached(), readAt: clock.now(), found })
      isFirst = false
      found = 0
    }
    if (next === problem) return
    problem = next
    onProblem()
  }

  const pollOnce = async (): Promise<number> => {
    try {
      // Before the poll, so that nothing is written between the two unseen.
      await folderWatcher.listen()
      const result = await tail.poll()
      settle(result.problem, result.hasRead)
      return result.isUnended ? quietMs : slowMs
    } catch (error) {
      log.error(`a watched ${kind} could not be looked at`, error)
      return slowMs
    }
  }
  const filePoll = createFilePoll(clock, pollOnce)

  return {
    start: () => {
      isOn = true
      return filePoll.poll()
    },
    stop: async () => {
      isOn = false
      folderWatcher.stop()
      await filePoll.stop()
    },
    problem: () => problem,
  }
}
