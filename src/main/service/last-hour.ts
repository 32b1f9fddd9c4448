/** The availability of each profile's service in the last hour, measured from this computer. Kept only in memory. */
import type { ServiceProblem } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { OperationHealth } from '../../shared/schemas/app.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Clock } from '../lib/clock.ts'
import type { ServiceOperation } from './operations.ts'

/** A finished call. */
export interface CallEnd {
  readonly operation: ServiceOperation
  /** When it ended, in epoch milliseconds. */
  readonly at: number
  readonly durationMs: number
  readonly httpStatus: number | null
  /** Null for a successful call. */
  readonly problem: ServiceProblem | null
}

/** Records the calls of one profile; each attempt counts separately. */
export interface CallEnds {
  readonly add: (end: CallEnd) => void
}

export interface LastHour {
  /** A profile that moved to a different service begins anew; later ends at the previous service do not count. */
  readonly of: (profile: Pick<Profile, 'id' | 'baseUrl'>) => CallEnds
  /** Ordered by the first call of each operation. */
  readonly read: (id: ProfileId) => readonly OperationHealth[]
}

const hourMs = 3_600_000
// Fifty applications polled every 15 s make 12,000 calls an hour.
const maxCalls = 20_000

interface RecordedCall {
  readonly operation: ServiceOperation
  readonly at: number
  readonly durationMs: number
  readonly isAvailable: boolean
}

interface RecordedService extends Pick<Profile, 'baseUrl'> {
  calls: RecordedCall[]
}

/** Whether the service itself answered, even with a refusal. A web page comes from a gateway. */
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
  const services = new Map<ProfileId, RecordedService>()
  return {
    of: ({ id, baseUrl }) => {
      const before = services.get(id)
      const service = before?.baseUrl === baseUrl ? before : { baseUrl, calls: [] }
      services.set(id, service)
      return {
        add: (end) => {
          // Greenroom itself ended the call, so the call does not measure the service.
          if (end.problem?.kind === 'cancelled' || end.problem?.kind === 'offline') return
          const { operation, at, durationMs } = end
          service.calls.push({ operation, at, durationMs, isAvailable: isAvailable(end) })
          if (service.calls.length > maxCalls) service.calls = service.calls.slice(maxCalls / 2)
        },
      }
    },
    read: (id) => {
      const service = services.get(id)
      if (service === undefined) return []
      const now = clock.now()
      // After the clock was set back, recorded calls can be in the future.
      service.calls = service.calls.filter(({ at }) => Math.abs(now - at) <= hourMs)
      return [...Map.groupBy(service.calls, ({ operation }) => operation)].map(([operation, calls]) => {
        const answered = calls.filter((call) => call.isAvailable)
        return {
          operation,
          calls: calls.length,
          answered: answered.length,
          medianMs: median(answered.map(({ durationMs }) => durationMs)),
        }
      })
    },
  }
}
