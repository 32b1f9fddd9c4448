import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createExchanges } from '../../../src/main/service/exchanges.ts'
import { downloaded, parseAnswer } from '../../../src/main/service/parse-response.ts'
import type { AnswerToParse } from '../../../src/main/service/parse-response.ts'
import { redactor } from '../../../src/main/lib/redaction.ts'
import type { ServiceOperation } from '../../../src/main/service/operations.ts'

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

function answerOf(operation: ServiceOperation): AnswerToParse {
  const text = JSON.stringify({ success: true, code: '0', data: data[operation] })
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, bytes: new TextEncoder().encode(text) }
  return { operation, argument: '1983775419508027001', url: 'https://api.example/v2/x', at: 7, answer, secrets: [] }
}

describe('an answer', () =>
  it.each(operationsOfAll)('to %s with everything its operation needs is accepted', (operation) =>
    expect(parseAnswer(answerOf(operation))).toMatchObject({ kind: 'accepted', form: 'envelope', code: '0' }),
  ))

describe('a download', () =>
  it('contains every byte as received, without the secrets', () => {
    const bytes = Buffer.concat([Buffer.from('no JSON: the-token'), Buffer.from([0xff, 0x00]), Buffer.from('{')])
    const answer = { status: 200, headers: {}, bytes }
    expect(downloaded({ answer, secrets: [] })).toMatchObject({ kind: 'accepted', value: bytes })
    expect(
      downloaded({ answer: { ...answer, bytes: Buffer.from('<the-token>') }, secrets: ['the-token'] }),
    ).toMatchObject({
      value: Buffer.from('<[redacted]>'),
    })
  }))

// Would catch a live count of -3 that is stored, summed and charted, or half a call that triggers an alert.
describe('an impossible count of calls', () => {
  const countedAs = (operation: 'getconcurrentNumber' | 'getconcurrentList', figures: string) => {
    const bytes = new TextEncoder().encode(`{"success":true,"code":"200","data":{${figures}}}`)
    return parseAnswer({ ...answerOf(operation), answer: { status: 200, headers: {}, bytes } })
  }
  const numbers = ['-3', '-1', '2.5', '0.1', '1e-7', '1e21', '9007199254740993', '1.00000000000000000001', '-1e3']
  const texts = ['"-3"', '"2.5"', '"many"', '""', '"0x10"', '"1,000"', '"NaN"', '"Infinity"', '"9007199254740992"']
  const cases = [...numbers, ...texts].map((text) => [text, text.replaceAll('"', '')] as const)

  it.each(cases)('is reported with the service’s value: %s', (text, answered) => {
    const problem = { kind: 'invalid-count', answered }
    const total = countedAs('getconcurrentNumber', `"totalConcurrentNumber":${text},"userConcurrentNumber":1`)
    expect(total).toMatchObject({ kind: 'refused', problem })
    const yours = countedAs('getconcurrentNumber', `"totalConcurrentNumber":4,"userConcurrentNumber":${text}`)
    expect(yours).toMatchObject({ kind: 'refused', problem })
  })

  it('is not accepted in the list either, which is shown as received', () => {
    const list = countedAs('getconcurrentList', '"totalConcurrentNumber":-3')
    expect(list).toMatchObject({ value: { figures: null, hasMore: true, dataText: '{"totalConcurrentNumber":-3}' } })
  })
})

describe('the service’s words', () => {
  it('are passed on only from their start, however long they are', () => {
    const text = JSON.stringify({ success: false, code: 'c'.repeat(1e6), message: 'm'.repeat(1e6) })
    const bytes = new TextEncoder().encode(text)
    const given = { ...answerOf('queryAccount'), answer: { status: 200, headers: {}, bytes } }
    expect(JSON.stringify(structuredClone(parseAnswer(given))).length).toBeLessThan(100_000)
  })

  it('do not keep their bodies in memory once recorded', () => {
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
