/** One watched file or folder: heard, looked at, and what came from it handed on. */
import type { WatchedPath } from '../../../shared/schemas/inbox.ts'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { StoredWatch, WatchProgress } from '../../store/watched-paths-repository.ts'
import { createListening } from './listening.ts'
import { createLookSchedule } from './look-schedule.ts'
import { createLooking, quietMs } from './looking.ts'

/** A watch at work. */
export interface Watch {
  /** Begins, or goes on after a rest; resolves when it was looked at once. */
  readonly start: () => Promise<void>
  /** Ends it for now; resolves when nothing is read any more. */
  readonly stop: () => Promise<void>
  readonly problem: () => WatchedPath['problem']
}

export interface WatchDeps {
  readonly kept: StoredWatch
  readonly clock: Clock
  readonly log: Log
  /** Takes new text of a file; answers how many new sessions were in it, null when nobody takes it any more. */
  readonly onText: (fileName: string, text: string) => Promise<number | null>
  /** Keeps what a look brought. */
  readonly onProgress: (progress: WatchProgress) => void
  /** Its problem is another one, or it has none any more. */
  readonly onProblem: () => void
}

// Network drives tell nothing of what is written elsewhere, and a path that is gone tells nothing when it is back.
const slowMs = 30_000

export function createWatch({ kept, clock, log, onText, onProgress, onProblem }: WatchDeps): Watch {
  const { kind, path, reached } = kept
  let problem: WatchedPath['problem'] = null
  let isFirst = reached === null
  let isOn = false
  let found = 0
  let isLost = false
  const isWanted = (): boolean => isOn

  const looking = createLooking({
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
  const listening = createListening({
    kind,
    path,
    onChange: () => {
      schedule.stir()
    },
  })

  const settle = (next: WatchedPath['problem'], hasRead: boolean): void => {
    // The first look of a folder reads nothing and is kept all the same: what is new counts from then on.
    const isWorthKeeping = hasRead || (isFirst && isWanted())
    // What was taken counts as read, also when it is the last: read again, it would bring back what was taken away since.
    if (next !== 'gone' && isWorthKeeping && !isLost) {
      onProgress({ reached: looking.reached(), readAt: clock.now(), found })
      isFirst = false
      found = 0
    }
    if (next === problem) return
    problem = next
    onProblem()
  }

  const lookOnce = async (): Promise<number> => {
    try {
      // Before the look, so that nothing is written between the two unheard.
      await listening.listen()
      const look = await looking.look()
      settle(look.problem, look.hasRead)
      return look.isUnended ? quietMs : slowMs
    } catch (error) {
      log.error(`a watched ${kind} could not be looked at`, error)
      return slowMs
    }
  }
  const schedule = createLookSchedule({ clock, look: lookOnce })

  return {
    start: () => {
      isOn = true
      return schedule.look()
    },
    stop: async () => {
      isOn = false
      listening.stop()
      await schedule.stop()
    },
    problem: () => problem,
  }
}
