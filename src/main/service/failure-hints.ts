/**
 * Likely causes of a failed exchange that its answer does not name: a wrong clock, an incomplete address, http instead
 * of https.
 */
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

// Minted tokens are backdated by 10 s, and `Date` is as old as the answer took. A smaller offset does not cause a
// refusal.
const minClockOffsetMs = 15_000

/** Returns possible causes; null without a hint. */
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
  const mayBeAddress = addressKinds.has(problem.kind) || isOtherServer(failed)
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

// The service wrote `Date` at some moment during the exchange, so the offset counts from the nearer end of the
// exchange.
function clockOffsetOf({ answer, startedAt, at }: FailedExchange): number | null {
  const serviceAt = Date.parse(answer.headers['date'] ?? '')
  if (Number.isNaN(serviceAt)) return null
  const offsetMs = serviceAt < startedAt ? startedAt - serviceAt : Math.min(0, at - serviceAt)
  return Math.abs(offsetMs) < minClockOffsetMs ? null : offsetMs
}

// No operation returns a page, and all paths that Greenroom requests exist in the service.
function isOtherServer({ problem, httpStatus }: FailedExchange): boolean {
  const isUnknownPath = httpStatus === 404 || httpStatus === 405 || httpStatus === 410
  return (problem.kind === 'http' && isUnknownPath) || problem.kind === 'not-json'
}

// Includes a website's redirect to its sign-in page, and JSON of a different server.
function isNotService(failed: FailedExchange, baseUrl: string): boolean {
  const { problem } = failed
  if (problem.kind === 'redirect') return problem.targetOrigin === new URL(baseUrl).origin
  return isOtherServer(failed) || problem.kind === 'wrong-shape'
}

function hasVersion(baseUrl: string): boolean {
  return /\/v\d+(?:\.\d+)*\/*$/i.test(new URL(baseUrl).pathname)
}

function isPlain(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'http:'
}
