/** How the service of each profile did in the last hour, as seen from this computer. In memory alone. */
import type { ServiceProblem } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { OperationHealth } from '../../shared/schemas/app.ts'
import type { Clock } from '../lib/clock.ts'
import type { ServiceOperation } from './operations.ts'

/** A call that came to an end. */
export interface CallEnd {
  readonly operation: ServiceOperation
  /** When it ended, in epoch milliseconds. */
  readonly at: number
  readonly durationMs: number
  readonly httpStatus: number | null
  /** Null where the service did what it was asked. */
  readonly problem: ServiceProblem | null
}

/** What is noted of the calls to one profile, each attempt for itself. */
export interface CallEnds {
  readonly add: (end: CallEnd) => void
}

export interface LastHour {
  readonly of: (id: ProfileId) => CallEnds
  /** In the order in which the operations were called first. */
  readonly read: (id: ProfileId) => readonly OperationHealth[]
}

const hourMs = 3_600_000
// Fifty applications that are read every 15 s are 12,000 an hour.
const maxCalls = 20_000

interface Seen {
  readonly operation: ServiceOperation
  readonly at: number
  readonly durationMs: number
  readonly isAvailable: boolean
}

/** The service itself answered, if only with a refusal; a web page is of a gateway. */
function isAvailable({ problem, httpStatus }: CallEnd): boolean {
  switch (problem?.kind) {
    case undefined:
    case 'declined':
    case 'no-content':
      return true
    case 'token-rejected':
      return problem.body !== 'page'
    case 'http':
      return problem.proxy === undefined && problem.body !== 'page' && httpStatus !== null && httpStatus < 500
    default:
      return false
  }
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}

export function createLastHour(clock: Pick<Clock, 'now'>): LastHour {
  const calls = new Map<ProfileId, Seen[]>()
  return {
    of: (id) => ({
      add: (end) => {
        // Greenroom itself gave it up: that says nothing of the service.
        if (end.problem?.kind === 'cancelled' || end.problem?.kind === 'offline') return
        const seen = calls.getOrInsertComputed(id, () => [])
        const { operation, at, durationMs } = end
        seen.push({ operation, at, durationMs, isAvailable: isAvailable(end) })
        if (seen.length > maxCalls) calls.set(id, seen.slice(maxCalls / 2))
      },
    }),
    read: (id) => {
      const now = clock.now()
      // A clock that was set back has left calls of the future.
      const recent = (calls.get(id) ?? []).filter(({ at }) => Math.abs(now - at) <= hourMs)
      calls.set(id, recent)
      return [...Map.groupBy(recent, ({ operation }) => operation)].map(([operation, all]) => {
        const answered = all.filter((call) => call.isAvailable)
        return {
          operation,
          calls: all.length,
          answered: answered.length,
          medianMs: median(answered.map(({ durationMs }) => durationMs)),
        }
      })
    },
  }
}
