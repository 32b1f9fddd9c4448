/** A conversation in the service's answer, as JSON values. No function here trusts its shape. */
import { FailureError } from '../failure.ts'
import { digitsOf, readJson } from '../model/json.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export interface ConversationDocument {
  /** The received body. */
  readonly text: string
  /** The result of `readJson`: numbers that JavaScript cannot write back unchanged are `LosslessNumber`. */
  readonly answer: unknown
  /** The envelope's `data`; null when it is not an object. */
  readonly data: JsonObject | null
}

/** True for a JSON object: not for a list, and not for a `LosslessNumber`. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && digitsOf(value) === null
}

/** An own member, unchanged; undefined when it is absent. */
export function memberOf(object: unknown, name: string): unknown {
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined
}

/** A member that is text and not empty; null otherwise. */
export function textIn(object: unknown, name: string): string | null {
  const value = memberOf(object, name)
  return typeof value === 'string' && value !== '' ? value : null
}

/** A member that is a finite number; null otherwise. Long numbers lose digits. */
export function numberIn(object: unknown, name: string): number | null {
  const digits = digitsOf(memberOf(object, name))
  const number = digits === null ? NaN : Number(digits)
  return Number.isFinite(number) ? number : null
}

export function listIn(object: unknown, name: string): readonly unknown[] {
  const value = memberOf(object, name)
  return Array.isArray(value) ? value : []
}

/**
 * Path of a member: `.name`, or `["any name"]` for a name with characters other than letters, digits and underscores.
 */
export function memberPath(path: string, name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
}

const step = /^(?:\.?([A-Za-z_]\w*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/

/** The value at a path of `memberPath` and `[index]` steps from the answer's root; undefined where no value exists. */
export function valueAt(answer: unknown, path: string): unknown {
  let value = answer
  for (let remaining = path; remaining !== '';) {
    const [match, plain, index, quoted] = step.exec(remaining) ?? []
    if (match === undefined) return undefined
    value =
      index === undefined
        ? memberOf(value, plain ?? String(JSON.parse(quoted ?? '""')))
        : Array.isArray(value)
          ? (value[Number(index)] as unknown)
          : undefined
    remaining = remaining.slice(match.length)
  }
  return value
}

/** Reads the body of a conversation. Throws `storage` (`corrupt`) for a text that is not JSON. */
export function readConversation(text: string): ConversationDocument {
  const read = readJson(text)
  if (read.kind !== 'json') {
    throw new FailureError({ kind: 'storage', reason: 'corrupt', detail: `the kept answer is ${read.kind}` })
  }
  const data = memberOf(read.value, 'data')
  return { text, answer: read.value, data: isObject(data) ? data : null }
}
