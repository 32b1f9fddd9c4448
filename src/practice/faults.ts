import { isOperationName } from './operations.ts'
import type { OperationName } from './operations.ts'

/** One way in which an exchange goes wrong. Times are milliseconds of the service's clock. */
export type Fault =
  /** The right answer, late. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** A status with an HTML body, as a gateway answers it. */
  | { readonly kind: 'status'; readonly status: number }
  /** The connection is reset when the head has come; the body is never read. */
  | { readonly kind: 'reset-before-read' }
  /** The request is read and done, then the connection is reset with no answer. */
  | { readonly kind: 'reset-after-processing' }
  /** The connection is reset under a request only when it had served another before. */
  | { readonly kind: 'reset-kept-alive' }
  /** Never an answer; the connection stays open. */
  | { readonly kind: 'hang' }
  /** HTTP 200, success false, code 1006. */
  | { readonly kind: 'expired-token' }
  /** The answer's status with no body. */
  | { readonly kind: 'empty-body' }
  /** Half of the body that content-length announces, then the connection ends. */
  | { readonly kind: 'truncated-body' }
  /** Half of the JSON text, as a whole answer. */
  | { readonly kind: 'truncated-json' }
  /** HTTP 200 with plain text. */
  | { readonly kind: 'not-json' }
  /** JSON of another shape than the contract's. */
  | { readonly kind: 'wrong-shape'; readonly shape: 'no-data' | 'numbers-as-strings' | 'array' }
  /** A redirect; `to` is absolute, and elsewhere. */
  | { readonly kind: 'redirect'; readonly to: string; readonly status: 301 | 302 | 307 | 308 }
  /** A JSON text that goes on for that many bytes. */
  | { readonly kind: 'huge-body'; readonly bytes: number }
  /** The right answer, a few bytes at a time. */
  | { readonly kind: 'slow-drip'; readonly intervalMs: number }
  /** HTTP 429 with Retry-After. */
  | { readonly kind: 'too-many-requests'; readonly retryAfterSeconds: number }
  /** HTTP 200, success false, with that code and message. */
  | { readonly kind: 'declined'; readonly code: string; readonly message: string }
  /** Every member of the envelope twice, `code` and `data` with another value the second time. */
  | { readonly kind: 'duplicate-keys' }
  /** JSON nested that deep. */
  | { readonly kind: 'deep-json'; readonly depth: number }

/** Names of the faults. */
export type FaultKind = Fault['kind']

/** How a fault is switched on. */
export interface Arming {
  /** The operation that it strikes; every one when left out. */
  readonly on?: OperationName
  /** How often it strikes; until cleared when left out. */
  readonly times?: number
  /** For status, hang, redirect and 429: the request is done all the same. Default false. */
  readonly processed?: boolean
}

/** A fault that is switched on. */
export interface ArmedFault extends Arming {
  readonly fault: Fault
}

/** The switchboard of faults. */
export interface Faults {
  /** Switches a fault on; the answer switches it off again. The one armed first strikes first. */
  readonly arm: (fault: Fault, arming?: Arming) => () => void
  readonly armed: () => readonly ArmedFault[]
  readonly clear: () => void
  /** The fault that strikes a request, counted as used. */
  readonly consume: (operation: OperationName, isReused: boolean) => ArmedFault | undefined
}

interface Entry {
  readonly armed: ArmedFault
  readonly left: number
}

/** A switchboard with everything off. */
export function createFaults(): Faults {
  let entries: readonly Entry[] = []
  const strikes = ({ armed }: Entry, operation: OperationName, isReused: boolean) =>
    (armed.on === undefined || armed.on === operation) && (armed.fault.kind !== 'reset-kept-alive' || isReused)
  return {
    arm: (fault, arming = {}) => {
      const armed: ArmedFault = { ...arming, fault }
      entries = [...entries, { armed, left: arming.times ?? Infinity }]
      return () => {
        entries = entries.filter((entry) => entry.armed !== armed)
      }
    },
    armed: () => entries.map((entry) => entry.armed),
    clear: () => {
      entries = []
    },
    consume: (operation, isReused) => {
      const struck = entries.find((entry) => strikes(entry, operation, isReused))
      if (struck === undefined) return undefined
      const used = { ...struck, left: struck.left - 1 }
      entries = entries.flatMap((entry) => (entry !== struck ? [entry] : used.left > 0 ? [used] : []))
      return struck.armed
    },
  }
}

type Read = (argument: string) => Fault | undefined

function withNumber(fallback: number, make: (value: number) => Fault): Read {
  return (argument) => {
    const value = argument === '' ? fallback : Number(argument)
    return Number.isInteger(value) && value >= 0 ? make(value) : undefined
  }
}

function plain(fault: Fault): Read {
  return (argument) => (argument === '' ? fault : undefined)
}

const readShape: Read = (argument) => {
  const shape = (['no-data', 'numbers-as-strings', 'array'] as const).find((name) => name === (argument || 'no-data'))
  return shape === undefined ? undefined : { kind: 'wrong-shape', shape }
}

const readRedirect: Read = (argument) =>
  URL.canParse(argument) ? { kind: 'redirect', to: argument, status: 302 } : undefined

const readDeclined: Read = (argument) => {
  const [code = '', ...words] = (argument || '40002 internal error').split(' ')
  return { kind: 'declined', code, message: words.join(' ') }
}

const readers: Readonly<Record<FaultKind, Read>> = {
  slow: withNumber(3000, (delayMs) => ({ kind: 'slow', delayMs })),
  status: withNumber(502, (status) => ({ kind: 'status', status })),
  'reset-before-read': plain({ kind: 'reset-before-read' }),
  'reset-after-processing': plain({ kind: 'reset-after-processing' }),
  'reset-kept-alive': plain({ kind: 'reset-kept-alive' }),
  hang: plain({ kind: 'hang' }),
  'expired-token': plain({ kind: 'expired-token' }),
  'empty-body': plain({ kind: 'empty-body' }),
  'truncated-body': plain({ kind: 'truncated-body' }),
  'truncated-json': plain({ kind: 'truncated-json' }),
  'not-json': plain({ kind: 'not-json' }),
  'wrong-shape': readShape,
  redirect: readRedirect,
  'huge-body': withNumber(64 * 1024 * 1024, (bytes) => ({ kind: 'huge-body', bytes })),
  'slow-drip': withNumber(500, (intervalMs) => ({ kind: 'slow-drip', intervalMs })),
  'too-many-requests': withNumber(5, (retryAfterSeconds) => ({ kind: 'too-many-requests', retryAfterSeconds })),
  declined: readDeclined,
  'duplicate-keys': plain({ kind: 'duplicate-keys' }),
  'deep-json': withNumber(100_000, (depth) => ({ kind: 'deep-json', depth })),
}

const isFaultKind = (word: string): word is FaultKind => Object.hasOwn(readers, word)

/** The names of all faults. */
export const faultKinds: readonly FaultKind[] = Object.keys(readers).filter(isFaultKind)

function readArming(operation: string | undefined, times: string | undefined): Arming | undefined {
  if (operation !== undefined && !isOperationName(operation)) return undefined
  return {
    ...(operation === undefined ? {} : { on: operation }),
    ...(times === undefined ? {} : { times: Number(times) }),
  }
}

/**
 * A fault from its written form `name[=argument][@operation][*times]`, such as `status=502@createAvatar*2`,
 * `declined=1009 quota insufficient` or `redirect=http://127.0.0.1:9/`; undefined when it is none.
 */
export function parseFault(text: string): ArmedFault | undefined {
  const parts = /^([a-z-]+)(?:=(.*?))?(?:@([A-Za-z]+))?(?:\*([1-9]\d*))?$/.exec(text)
  const kind = parts?.[1] ?? ''
  if (!isFaultKind(kind)) return undefined
  const fault = readers[kind](parts?.[2] ?? '')
  const arming = readArming(parts?.[3], parts?.[4])
  return fault === undefined || arming === undefined ? undefined : { ...arming, fault }
}
