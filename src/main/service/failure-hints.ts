/** Likely causes of a failed exchange that its answer does not name: a wrong clock, an incomplete address, a closed port. */
import type { FailureHints, ServiceProblem } from '../../shared/failure.ts'
import { tokenCodes } from './parse-response.ts'

interface FailedExchange {
  readonly problem: ServiceProblem
  readonly httpStatus: number | null
  readonly code: string | null
  readonly answer: { readonly headers: Readonly<Record<string, string>> }
  readonly startedAt: number
  readonly at: number
}

interface HintSources {
  readonly baseUrl: string
  readonly token: { readonly isMinting: boolean }
  readonly answered: { readonly has: () => boolean }
}

// Tokens begin 10 s in the past, and `Date` is as old as the answer took. Less than this refuses no token.
const minClockOffsetMs = 15_000

/** Gives what may be the cause; null without any hint. */
export function failureHints(failed: FailedExchange, line: HintSources): FailureHints | null {
  const clockAheadMs = line.token.isMinting && isTokenRefused(failed) ? clockOffsetOf(failed) : null
  const hints: FailureHints = {
    ...(clockAheadMs === null ? {} : { clockAheadMs }),
    ...unansweredHints(failed, line),
  }
  return Object.keys(hints).length === 0 ? null : hints
}

const addressKinds: ReadonlySet<ServiceProblem['kind']> = new Set([
  'connection-refused',
  'dns',
  'link-local',
  'not-json',
  'redirect',
  'too-large',
])

function unansweredHints(failed: FailedExchange, { baseUrl, answered }: HintSources): FailureHints {
  const { problem, httpStatus } = failed
  const mayBeAddress = addressKinds.has(problem.kind) || isElsewhere(failed)
  const isDropped = problem.kind === 'connection-reset' && httpStatus === null
  if (answered.has()) return mayBeAddress ? { hasAnswered: true } : {}
  return {
    ...(isNotService(failed, baseUrl) && !hasVersion(baseUrl) ? { lacksVersion: true } : {}),
    ...(isDropped && isPlain(baseUrl) ? { mayWantHttps: true } : {}),
  }
}

function isTokenRefused({ problem, httpStatus, code }: FailedExchange): boolean {
  return problem.kind === 'token-rejected' || httpStatus === 401 || httpStatus === 403 || tokenCodes.has(code ?? '')
}

// The service wrote `Date` at some moment of the exchange: the offset counts from whichever end is nearer to it.
function clockOffsetOf({ answer, startedAt, at }: FailedExchange): number | null {
  const serviceAt = Date.parse(answer.headers['date'] ?? '')
  if (Number.isNaN(serviceAt)) return null
  const offsetMs = serviceAt < startedAt ? startedAt - serviceAt : Math.min(0, at - serviceAt)
  return Math.abs(offsetMs) < minClockOffsetMs ? null : offsetMs
}

// No operation answers a page, and the service itself has no path that does not exist.
function isElsewhere({ problem, httpStatus }: FailedExchange): boolean {
  const isUnknownPath = httpStatus === 404 || httpStatus === 405 || httpStatus === 410
  return (problem.kind === 'http' && isUnknownPath) || problem.kind === 'not-json'
}

// Also a web page's way to its sign-in, and JSON of something else.
function isNotService(failed: FailedExchange, baseUrl: string): boolean {
  const { problem } = failed
  if (problem.kind === 'redirect') return problem.targetOrigin === new URL(baseUrl).origin
  return isElsewhere(failed) || problem.kind === 'wrong-shape'
}

function hasVersion(baseUrl: string): boolean {
  return /\/v\d+(?:\.\d+)*\/*$/i.test(new URL(baseUrl).pathname)
}

function isPlain(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'http:'
}
