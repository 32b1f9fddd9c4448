import { isOperationName } from './operations.ts'
import type { OperationName } from './operations.ts'

const plainFaults = [
  'reset-before-read',
  'reset-after-processing',
  'reset-kept-alive',
  'hang',
  'expired-token',
  'empty-body',
  'truncated-body',
  'truncated-json',
  'not-json',
  'duplicate-keys',
] as const

/** A fault of an exchange; docs/practice-service.md describes each. */
export type Fault =
  | { readonly kind: (typeof plainFaults)[number] }
  | { readonly kind: 'slow'; readonly delayMs: number }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'wrong-shape'; readonly shape: 'no-data' | 'numbers-as-strings' | 'array' }
  | { readonly kind: 'redirect'; readonly to: string; readonly status: 301 | 302 | 307 | 308 }
  | { readonly kind: 'huge-body'; readonly bytes: number }
  | { readonly kind: 'slow-drip'; readonly intervalMs: number }
  | { readonly kind: 'too-many-requests'; readonly retryAfterSeconds: number }
  | { readonly kind: 'declined'; readonly code: string; readonly message: string }
  | { readonly kind: 'deep-json'; readonly depth: number }

export interface Arming {
  readonly on?: OperationName
  /** Absent: until cleared. */
  readonly times?: number
  /** For status, hang, redirect and 429: the request is processed anyway. Default false. */
  readonly processed?: boolean
}

export interface ArmedFault extends Arming {
  readonly fault: Fault
}

export interface Faults {
  /** Switches a fault on; the returned function switches it off. The fault that was armed first applies first. */
  readonly arm: (fault: Fault, arming?: Arming) => () => void
  /** Faults in the order in which they were armed, without the used faults. */
  readonly armed: () => readonly ArmedFault[]
  readonly clear: () => void
  /** Returns the fault for a request and counts it as used. */
  readonly consume: (operation: OperationName, isReused: boolean) => ArmedFault | undefined
}

export function createFaults(): Faults {
  let entries: readonly { readonly armed: ArmedFault; timesLeft: number }[] = []
  return {
    arm: (fault, arming = {}) => {
      const entry = { armed: { ...arming, fault }, timesLeft: arming.times ?? Infinity }
      entries = [...entries, entry]
      return () => {
        entries = entries.filter((other) => other !== entry)
      }
    },
    armed: () => entries.map(({ armed }) => armed),
    clear: () => {
      entries = []
    },
    consume: (operation, isReused) => {
      const struck = entries.find(
        ({ armed: { on = operation, fault } }) => on === operation && (fault.kind !== 'reset-kept-alive' || isReused),
      )
      if (struck === undefined) return undefined
      struck.timesLeft -= 1
      entries = entries.filter(({ timesLeft }) => timesLeft > 0)
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

const readers: Readonly<Record<Exclude<Fault['kind'], (typeof plainFaults)[number]>, Read>> = {
  slow: withNumber(3000, (delayMs) => ({ kind: 'slow', delayMs })),
  status: withNumber(502, (status) => ({ kind: 'status', status })),
  'wrong-shape': readShape,
  redirect: readRedirect,
  'huge-body': withNumber(64 * 1024 * 1024, (bytes) => ({ kind: 'huge-body', bytes })),
  'slow-drip': withNumber(500, (intervalMs) => ({ kind: 'slow-drip', intervalMs })),
  'too-many-requests': withNumber(5, (retryAfterSeconds) => ({ kind: 'too-many-requests', retryAfterSeconds })),
  declined: readDeclined,
  'deep-json': withNumber(100_000, (depth) => ({ kind: 'deep-json', depth })),
}

export const faultKinds: readonly string[] = [...Object.keys(readers), ...plainFaults]

function readFault(word: string, argument: string): Fault | undefined {
  const isArgued = (name: string): name is keyof typeof readers => Object.hasOwn(readers, name)
  if (isArgued(word)) return readers[word](argument)
  const kind = argument === '' ? plainFaults.find((name) => name === word) : undefined
  return kind && { kind }
}

/**
 * Parses a fault in the form `name[=argument][@operation][*times]`, such as `status=502@createAvatar*2`,
 * `declined=1009 quota insufficient` or `redirect=http://127.0.0.1:9/`; undefined for any other text.
 */
export function parseFault(text: string): ArmedFault | undefined {
  const [, kind = '', argument = '', on, times] =
    /^([a-z-]+)(?:=(.*?))?(?:@([A-Za-z]+))?(?:\*([1-9]\d*))?$/.exec(text) ?? []
  const fault = readFault(kind, argument)
  if (fault === undefined || (on !== undefined && !isOperationName(on))) return undefined
  return { ...(on === undefined ? {} : { on }), ...(times === undefined ? {} : { times: Number(times) }), fault }
}
