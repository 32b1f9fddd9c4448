/** Faults that change what is said. Those that change how it is sent are in delivery.ts. */
import { emptyAnswer, htmlAnswer, jsonAnswer, refusalAnswer } from './envelope.ts'
import type { Answer, EnvelopeStyle } from './envelope.ts'
import type { Fault } from './faults.ts'
import { isList, toJson } from './json.ts'
import type { JsonObject, JsonValue } from './json.ts'
import { expiredToken } from './token.ts'

function gateway(status: number): string {
  return `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n`
}

/** What is answered in place of the operation, or undefined when the fault lets the operation answer. */
export function answerInstead(fault: Fault, style: EnvelopeStyle): Answer | undefined {
  switch (fault.kind) {
    case 'status':
      return htmlAnswer(fault.status, gateway(fault.status))
    case 'too-many-requests': {
      const answer = htmlAnswer(429, gateway(429))
      return { ...answer, headers: { ...answer.headers, 'retry-after': String(fault.retryAfterSeconds) } }
    }
    case 'redirect':
      return { ...emptyAnswer(fault.status), headers: { location: fault.to } }
    case 'expired-token':
      return refusalAnswer(style, expiredToken)
    case 'declined':
      return refusalAnswer(style, { code: fault.code, text: fault.message })
    case 'hang':
      return emptyAnswer()
    default:
      return undefined
  }
}

function numbersAsText(value: JsonValue): JsonValue {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return value.map(numbersAsText)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, numbersAsText(member)]))
}

function reshape(json: JsonObject, shape: 'no-data' | 'numbers-as-strings' | 'array'): JsonObject {
  const { data = null, ...rest } = json
  switch (shape) {
    case 'no-data':
      return rest
    case 'numbers-as-strings':
      return { ...rest, data: numbersAsText(data) }
    case 'array':
      return { ...rest, data: [data] }
  }
}

/** Every member twice. The copies differ, since some readers let equal duplicates pass. */
function twice(json: JsonObject): string {
  const copy: JsonObject = { ...json, code: '40002', data: null }
  return `{${toJson(json).slice(1, -1)},${toJson(copy).slice(1, -1)}}`
}

function deep(depth: number): string {
  return `{"success":true,"code":"0","msg":"success","message":"success","data":${'['.repeat(depth)}${']'.repeat(depth)}}`
}

/** JSON as the fault corrupts it, or undefined for a fault that leaves content alone. */
function corruptJson(json: JsonObject, fault: Fault): Answer | undefined {
  const answer = jsonAnswer(json)
  switch (fault.kind) {
    case 'truncated-json':
      return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) }
    case 'wrong-shape':
      return jsonAnswer(reshape(json, fault.shape))
    case 'duplicate-keys':
      return { ...answer, body: twice(json) }
    case 'deep-json':
      return { ...answer, body: deep(fault.depth) }
    case 'truncated-body':
    case 'slow-drip':
      return answer
    default:
      return undefined
  }
}

/** The operation's own answer as the fault corrupts it. */
export function corrupt(answer: Answer, fault: Fault): Answer {
  if (fault.kind === 'empty-body') return emptyAnswer(answer.status)
  if (fault.kind === 'not-json') {
    return { ...answer, headers: { 'content-type': 'text/plain' }, body: 'upstream connect error' }
  }
  // sessionStop answers nothing at all; a fault of content needs something to corrupt.
  return corruptJson(answer.json ?? { success: true, code: '200', message: 'success', data: {} }, fault) ?? answer
}
