import { stringify } from 'lossless-json'

/** A JSON value; a bigint is written as an exact integer, also beyond 2^53. */
export type JsonValue = string | number | bigint | boolean | null | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Writes integers exactly. */
export const toJson = (value: JsonValue): string => String(stringify(value))

/** Needed because `Array.isArray` does not narrow readonly arrays. */
export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object in a JSON text; undefined for other JSON, null for invalid JSON. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

export interface Refusal {
  readonly code: string
  readonly text: string
}

/** The message member and success code of an operation's envelope (service-api.md §Response envelope). */
export type EnvelopeStyle = 'msg' | 'message' | 'both'

/** `json` is present when the body is JSON, for faults that change it. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly json?: JsonObject
}

function messages(style: EnvelopeStyle, text: string): JsonObject {
  return { ...(style === 'msg' ? {} : { message: text }), ...(style === 'message' ? {} : { msg: text }) }
}

export function jsonAnswer(json: JsonObject, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json;charset=UTF-8' }, body: toJson(json), json }
}

export function htmlAnswer(status: number, html: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html }
}

export function emptyAnswer(status = 200): Answer {
  return { status, headers: {}, body: '' }
}

/** The envelope of a success. Concurrency operations use the code "200", all others "0", unless `code` is passed. */
export function successAnswer(style: EnvelopeStyle, data: JsonValue, code?: string): Answer {
  const codeAndMessage = { code: code ?? (style === 'message' ? '200' : '0'), ...messages(style, 'success') }
  return jsonAnswer({ success: true, ...codeAndMessage, data })
}

/** The envelope of a refusal: HTTP 200 with success false (service-api.md §Codes: the likely form). */
export function refusalAnswer(style: EnvelopeStyle, { code, text }: Refusal): Answer {
  return jsonAnswer({ success: false, code, ...messages(style, text), data: null })
}
