import { toJson } from './json.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { Refusal } from './token.ts'

/** Which message member and success code an operation's envelope carries (service-api.md §Response envelope). */
export type EnvelopeStyle = 'msg' | 'message' | 'both'

/** An answer before it goes on the wire. `json` is there when the body is JSON, for faults that bend it. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly json?: JsonObject
}

function messages(style: EnvelopeStyle, text: string): JsonObject {
  return {
    ...(style === 'msg' ? {} : { message: text }),
    ...(style === 'message' ? {} : { msg: text }),
  }
}

/** A JSON answer. */
export function jsonAnswer(json: JsonObject, status = 200): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: toJson(json),
    json,
  }
}

/** HTML as a gateway in front of the service would answer it. */
export function htmlAnswer(status: number, html: string): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: html,
  }
}

/** An answer with no body at all. */
export function emptyAnswer(status = 200): Answer {
  return { status, headers: {}, body: '' }
}

/** The envelope of a success. The concurrency family says "200", the rest "0", unless `code` says otherwise. */
export function successAnswer(style: EnvelopeStyle, data: JsonValue, code?: string): Answer {
  return jsonAnswer({
    success: true,
    code: code ?? (style === 'message' ? '200' : '0'),
    ...messages(style, 'success'),
    data,
  })
}

/** The envelope of a refusal: HTTP 200 with success false (service-api.md §Codes: the likely form). */
export function refusalAnswer(style: EnvelopeStyle, refusal: Refusal): Answer {
  return jsonAnswer({ success: false, code: refusal.code, ...messages(style, refusal.text), data: null })
}
