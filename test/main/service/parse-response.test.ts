/** Large answers are judged elsewhere; when that fails, nothing that was spent is lost and nobody waits for ever. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { createExchanges } from '../../../src/main/service/exchanges.ts'
import { parseAnswer } from '../../../src/main/service/parse-response.ts'
import type { AnswerToParse, ParseOnWorker } from '../../../src/main/service/parse-response.ts'
import { parseOnFittingThread, maxParsedOnMain } from '../../../src/main/service/parse-response.ts'
import { redactor } from '../../../src/main/lib/redaction.ts'
import { operations } from '../../../src/main/service/operations.ts'
import type { ServiceOperation } from '../../../src/main/service/operations.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const data: Readonly<Partial<Record<ServiceOperation, unknown>>> = {
  createAvatar: { taskId: '1712345678901234567' },
  queryAvatar: { status: 2, name: 'Ada' },
  getConversationById: { conversationName: 'Lobby' },
  queryAccount: { companionCreateTimesBalance: 3 },
  getconcurrentNumber: { totalConcurrentNumber: 10 },
  getconcurrentList: [{ uuid: 'a' }],
  distroyCallSessionsByAppId: {},
  sessionStop: '',
}
const operationsOfAll = Object.keys(data) as ServiceOperation[]
const reads = operationsOfAll.filter((operation) => operations[operation].repeatable)
const commands = operationsOfAll.filter((operation) => !operations[operation].repeatable)

/** An answer with so much in a field that nobody reads. */
function answerOf(operation: ServiceOperation, padding: string): AnswerToParse {
  const text = JSON.stringify({ success: true, code: '0', data: data[operation], padding })
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, bytes: new TextEncoder().encode(text) }
  return { operation, argument: '1983775419508027001', url: 'https://api.example/v2/x', at: 7, answer, secrets: [] }
}

const large = 'x'.repeat(maxParsedOnMain)
const gone: ParseOnWorker = () => Promise.reject(new Error('the thread ended with 134'))
const silent: ParseOnWorker = () => new Promise(() => undefined)
const limit = { clock: systemClock, parseTimeoutMs: 60_000 }

describe('an answer', () => {
  it('is judged at once up to 256 kB, and elsewhere from there on, counted in bytes', async () => {
    const asked: number[] = []
    const noting: ParseOnWorker = (given) => {
      asked.push(given.answer.bytes.byteLength)
      return Promise.resolve(parseAnswer(given))
    }
    const frame = answerOf('queryAccount', '').answer.bytes.byteLength
    await parseOnFittingThread(answerOf('queryAccount', 'x'.repeat(maxParsedOnMain - frame)), noting, limit)
    expect(asked).toEqual([])
    await parseOnFittingThread(answerOf('queryAccount', 'x'.repeat(maxParsedOnMain - frame + 1)), noting, limit)
    const third = Math.floor(maxParsedOnMain / 3)
    await parseOnFittingThread(answerOf('queryAccount', '您'.repeat(third)), noting, limit)
    expect(asked).toEqual([maxParsedOnMain + 1, third * 3 + frame])
  })

  it.each(operationsOfAll)('to %s is made of plain values before and after', async (operation) => {
    const overThreads: ParseOnWorker = (given) => Promise.resolve(structuredClone(parseAnswer(structuredClone(given))))
    const given = answerOf(operation, large)
    const parsed = await parseOnFittingThread(given, overThreads, limit)
    expect(parsed).toMatchObject({ kind: 'accepted', form: 'envelope', code: '0' })
    expect(parsed).toEqual(structuredClone(parseAnswer(given)))
  })
})

describe('when the other thread fails', () => {
  it.each(commands)('the answer of %s is judged all the same', async (operation) => {
    const parsed = await parseOnFittingThread(answerOf(operation, large), gone, limit)
    expect(parsed).toEqual(parseAnswer(answerOf(operation, '')))
  })

  it.each(reads)('%s fails as one that can be asked again', async (operation) => {
    const parsed = await parseOnFittingThread(answerOf(operation, large), gone, limit)
    expect(parsed).toMatchObject({ kind: 'refused', problem: { kind: 'unread' } })
    expect(parsed.kind === 'refused' && parsed.detail).toContain('the thread ended with 134')
  })
})

describe('when the other thread keeps silent', () =>
  it('a command and a read come to their end after the time that was given', async () => {
    const clock = createManualClock()
    const waiting = [
      parseOnFittingThread(answerOf('createAvatar', large), silent, { clock, parseTimeoutMs: 5_000 }),
      parseOnFittingThread(answerOf('queryAccount', large), silent, { clock, parseTimeoutMs: 5_000 }),
    ]
    await clock.pass(5_000)
    const [created, account] = await Promise.all(waiting)
    expect(created).toMatchObject({ kind: 'accepted', value: '1712345678901234567' })
    expect(account).toMatchObject({ kind: 'refused', problem: { kind: 'unread' } })
  }))

// Would catch a live count of -3 that is stored, summed and charted, or half a call that triggers an alert.
describe('a count that is no number of calls', () => {
  const countedAs = (operation: 'getconcurrentNumber' | 'getconcurrentList', figures: string) => {
    const bytes = new TextEncoder().encode(`{"success":true,"code":"200","data":{${figures}}}`)
    return parseAnswer({ ...answerOf(operation, ''), answer: { status: 200, headers: {}, bytes } })
  }
  const numbers = ['-3', '-1', '2.5', '0.1', '1e-7', '1e21', '9007199254740993', '1.00000000000000000001', '-1e3']
  const texts = ['"-3"', '"2.5"', '"many"', '""', '"0x10"', '"1,000"', '"NaN"', '"Infinity"', '"9007199254740992"']
  const cases = [...numbers, ...texts].map((text) => [text, text.replaceAll('"', '')] as const)

  it.each(cases)('is reported with what the service answered: %s', (text, answered) => {
    const problem = { kind: 'invalid-count', answered }
    const total = countedAs('getconcurrentNumber', `"totalConcurrentNumber":${text},"userConcurrentNumber":1`)
    expect(total).toMatchObject({ kind: 'refused', problem })
    const yours = countedAs('getconcurrentNumber', `"totalConcurrentNumber":4,"userConcurrentNumber":${text}`)
    expect(yours).toMatchObject({ kind: 'refused', problem })
  })

  it('is no figure of the list either, which is shown as it came', () => {
    const list = countedAs('getconcurrentList', '"totalConcurrentNumber":-3')
    expect(list).toMatchObject({ value: { figures: null, hasMore: true, dataText: '{"totalConcurrentNumber":-3}' } })
  })
})

describe('the service’s words', () => {
  it('are passed on from their start only, however long they are', () => {
    const text = JSON.stringify({ success: false, code: 'c'.repeat(1e6), message: 'm'.repeat(1e6) })
    const bytes = new TextEncoder().encode(text)
    const given = { ...answerOf('queryAccount', ''), answer: { status: 200, headers: {}, bytes } }
    expect(JSON.stringify(structuredClone(parseAnswer(given))).length).toBeLessThan(100_000)
  })

  it('that are recorded do not keep their bodies in memory', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const exchanges = createExchanges(() => `id-${String(Math.random()).slice(2)}`)
    const redact = redactor(['the-token'])
    const heap = () => {
      collect()
      return process.memoryUsage().heapUsed
    }
    const before = heap()
    for (let count = 0; count < 50; count += 1) {
      const answerText = Buffer.alloc(2_000_000, `{"n":${count}} `).toString()
      const raw = { operation: 'queryAccount' as const, method: 'GET', url: 'https://h/x', startedAt: 1, endedAt: 2 }
      const heads = { requestHeaders: {}, requestBody: null, httpStatus: 200, answerHeaders: {}, problem: null }
      exchanges.record({ ...raw, ...heads, answerText }, redact)
    }
    expect(heap() - before).toBeLessThan(20e6)
    expect(exchanges.all()[49]?.answerExcerpt).toHaveLength(4_000)
  })
})
