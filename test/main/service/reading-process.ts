/**
 * Parses and classifies answers with conversations for the benchmark, alternating with a bare `JSON.parse` of the same
 * text: `<rounds>`. Prints as a line of JSON how long each took, in milliseconds, without and with numbers of 19
 * digits.
 */
import { parseAnswer } from '../../../src/main/service/parse-response.ts'

interface Times {
  readonly bytes: number
  readonly parseMs: number[]
  readonly validateMs: number[]
}

const [rounds = '9'] = process.argv.slice(2)
const wantedCharacters = 1_900_000

/** A body of almost 2 MB, most of it scripts; their ids have 19 digits or five. */
function bodyOf(hasLongNumbers: boolean): string {
  const scripts: string[] = []
  for (let characters = 0; characters < wantedCharacters;) {
    const number = 10_000 + scripts.length
    const id = hasLongNumbers ? `17123456789012${String(number)}` : String(number)
    const content = JSON.stringify(`Line ${String(number)}: "Welcome to the lobby",\nhow may I help you today? 您好`)
    const beside = `"conversationId":"1983775419508027393","scriptType":${String(number % 8)},"emotion":"0","ttsContent":null`
    const script = `{"id":${id},${beside},"scriptContent":${content}}`
    scripts.push(script)
    characters += script.length + 1
  }
  return `{"success":true,"code":"0","message":"ok","data":{"id":"108","scriptDtoList":[${scripts.join(',')}]}}`
}

function measured(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

function timesOf(bytes: Uint8Array): Times {
  const text = new TextDecoder().decode(bytes)
  const times: Times = { bytes: bytes.byteLength, parseMs: [], validateMs: [] }
  const parsed = () =>
    parseAnswer({
      operation: 'getConversationById',
      argument: '108',
      url: 'https://bench.invalid/getConversationById',
      at: 0,
      answer: { status: 200, headers: { 'content-type': 'application/json' }, bytes },
      secrets: [],
    })
  if (parsed().kind !== 'accepted') throw new Error('the body of the bench is not accepted')
  for (let round = 0; round < Number(rounds); round += 1) {
    times.parseMs.push(measured(() => JSON.parse(text) as unknown))
    times.validateMs.push(measured(parsed))
  }
  return times
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text)

process.stdout.write(JSON.stringify({ plain: timesOf(encoded(bodyOf(false))), long: timesOf(encoded(bodyOf(true))) }))
