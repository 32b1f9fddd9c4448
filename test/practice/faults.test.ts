import { Agent, get } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { faultKinds, parseFault } from '../../src/practice/faults.ts'
import type { Arming, Fault } from '../../src/practice/faults.ts'
import { dataOf, envelope, minimal, startPractice } from './harness.ts'
import type { Harness } from './harness.ts'

async function withFault(fault: Fault, arming: Arming = {}): Promise<Harness> {
  const practice = await startPractice()
  practice.control.faults.arm(fault, arming)
  return practice
}

const reset = { code: 'ECONNRESET' }
const created = (practice: Harness) => practice.control.tasks().length

describe('faults that replace the answer', () => {
  it('status: an HTML page with that status, without performing the operation', async () => {
    const practice = await withFault({ kind: 'status', status: 502 })
    const received = await practice.create(minimal)
    expect(received.status).toBe(502)
    expect(received.headers['content-type']).toContain('text/html')
    expect(received.text).toContain('<html>')
    expect(created(practice)).toBe(0)
  })

  it('status: performs the operation too when requested', async () => {
    const practice = await withFault({ kind: 'status', status: 504 }, { processed: true })
    expect((await practice.create(minimal)).status).toBe(504)
    expect(created(practice)).toBe(1)
    expect(practice.control.requests('createAvatar')).toMatchObject([{ fault: 'status', isProcessed: true }])
  })

  it('too-many-requests: 429 with Retry-After', async () => {
    const practice = await withFault({ kind: 'too-many-requests', retryAfterSeconds: 7 })
    const received = await practice.get('queryAccount')
    expect([received.status, received.headers['retry-after']]).toEqual([429, '7'])
  })

  it('redirect: to a different address, with no body', async () => {
    const practice = await withFault({ kind: 'redirect', to: 'http://elsewhere.invalid/x', status: 307 })
    const received = await practice.get('queryAccount')
    expect([received.status, received.headers.location, received.text]).toEqual([307, 'http://elsewhere.invalid/x', ''])
  })

  it('expired-token and declined: success false in the style of the operation', async () => {
    const practice = await withFault({ kind: 'expired-token' }, { times: 1 })
    practice.control.faults.arm({ kind: 'declined', code: '50003', message: 'resource in use' })
    expect(envelope(await practice.get('queryAccount'))).toMatchObject({ success: false, code: '1006' })
    const received = envelope(await practice.get('getconcurrentNumber', { appId: practice.appId('Showroom') }))
    expect(received).toEqual({ success: false, code: '50003', message: 'resource in use', data: null })
  })
})

describe('faults of the connection', () => {
  it('reset-before-read: the operation is not performed and the body not read', async () => {
    const practice = await withFault({ kind: 'reset-before-read' })
    await expect(practice.create(minimal)).rejects.toMatchObject(reset)
    expect(created(practice)).toBe(0)
    expect(practice.control.requests('createAvatar')).toMatchObject([{ body: '', isProcessed: false }])
  })

  it('reset-after-processing: the operation is performed, and no answer comes', async () => {
    const practice = await withFault({ kind: 'reset-after-processing' })
    await expect(practice.create(minimal)).rejects.toMatchObject(reset)
    expect(created(practice)).toBe(1)
    expect(practice.control.requests('createAvatar')).toMatchObject([
      { body: JSON.stringify(minimal), isProcessed: true },
    ])
  })

  it('reset-kept-alive: spares a first request and resets the next on the same connection', async () => {
    const practice = await withFault({ kind: 'reset-kept-alive' }, { times: 1 })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    expect((await practice.get('queryAccount', {}, { agent })).status).toBe(200)
    expect((await practice.create(minimal)).status).toBe(200)
    await expect(practice.create(minimal, { agent })).rejects.toMatchObject(reset)
    expect(created(practice)).toBe(1)
    expect(practice.control.count('createAvatar')).toBe(2)
    expect((await practice.create(minimal, { agent })).status).toBe(200)
  })

  it('hang: never answers, until the service stops', async () => {
    const practice = await withFault({ kind: 'hang' })
    const arrived = practice.control.nextRequest('createAvatar')
    const answer = practice.create(minimal).catch((error: unknown) => error)
    await arrived
    practice.clock.advance(86_400_000)
    expect(created(practice)).toBe(0)
    await practice.stop()
    expect(await answer).toBeInstanceOf(Error)
  })

  it('truncated-body: announces more than it sends', async () => {
    const practice = await withFault({ kind: 'truncated-body' })
    await expect(practice.get('queryAccount')).rejects.toMatchObject(reset)
  })
})

describe('faults of time', () => {
  it('slow: the right answer, delayed', async () => {
    const practice = await withFault({ kind: 'slow', delayMs: 5000 })
    const arrived = practice.control.nextRequest('queryAccount')
    let isAnswered = false
    const answer = practice.get('queryAccount').then((received) => {
      isAnswered = true
      return received
    })
    await arrived
    practice.clock.advance(4999)
    expect(practice.clock.pending()).toBe(1)
    expect(isAnswered).toBe(false)
    practice.clock.advance(1)
    expect(envelope(await answer).success).toBe(true)
  })

  it('slow-drip: a few bytes at a time, the right answer in the end', async () => {
    const practice = await withFault({ kind: 'slow-drip', intervalMs: 100 })
    const chunks: string[] = []
    const url = `${practice.address.baseUrl}/queryAccount`
    const { accessToken: token } = practice.credentials
    await new Promise<void>((resolve, reject) => {
      get(url, { headers: { token } }, (incoming) => {
        incoming.setEncoding('utf8')
        practice.clock.advance(100)
        incoming.on('data', (chunk: string) => {
          chunks.push(chunk)
          practice.clock.advance(100)
        })
        incoming.on('end', resolve)
      }).on('error', reject)
    })
    expect(chunks.length).toBeGreaterThan(5)
    expect(JSON.parse(chunks.join(''))).toMatchObject({ success: true })
  })

  it('leaves no timer behind when the service stops', async () => {
    const practice = await withFault({ kind: 'slow', delayMs: 5000 })
    const arrived = practice.control.nextRequest('queryAccount')
    const answer = practice.get('queryAccount').catch((error: unknown) => error)
    await arrived
    await practice.stop()
    expect(practice.clock.pending()).toBe(0)
    expect(await answer).toBeInstanceOf(Error)
  })
})

describe('faults of content', () => {
  const body = async (fault: Fault): Promise<string> => {
    const practice = await withFault(fault)
    const received = await practice.get('queryAccount')
    expect(received.status).toBe(200)
    return received.text
  }

  it('empty-body, not-json and truncated-json', async () => {
    expect(await body({ kind: 'empty-body' })).toBe('')
    for (const kind of ['not-json', 'truncated-json'] as const) {
      const text = await body({ kind })
      expect(text).not.toBe('')
      expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
    }
  })

  it('wrong-shape in three ways', async () => {
    expect(await body({ kind: 'wrong-shape', shape: 'no-data' })).not.toContain('data')
    expect(JSON.parse(await body({ kind: 'wrong-shape', shape: 'numbers-as-strings' }))).toMatchObject({
      data: { companionCreateTimesBalance: '37' },
    })
    expect(JSON.parse(await body({ kind: 'wrong-shape', shape: 'array' }))).toMatchObject({
      data: [{ companionCreateTimesBalance: 37 }],
    })
  })

  it('duplicate-keys, deep-json and huge-body', async () => {
    expect((await body({ kind: 'duplicate-keys' })).match(/"success":/g)).toHaveLength(2)
    expect(await body({ kind: 'deep-json', depth: 5000 })).toContain('['.repeat(5000))
    expect((await body({ kind: 'huge-body', bytes: 3_000_000 })).length).toBeGreaterThan(3_000_000)
  })

  it('corrupts the empty answer of sessionStop, too', async () => {
    const practice = await withFault({ kind: 'truncated-json' })
    const [uuid = ''] = practice.control.addCalls(practice.appId('Showroom'), 1)
    expect((await practice.get('sessionStop', { uuid })).text).toMatch(/^\{"success"/)
  })

  it('huge-body stops when the client goes away', async () => {
    const practice = await withFault({ kind: 'huge-body', bytes: 1e12 }, { times: 1 })
    const { accessToken: token } = practice.credentials
    await new Promise<void>((resolve) => {
      const outgoing = get(`${practice.address.baseUrl}/queryAccount`, { headers: { token } }, (incoming) => {
        incoming.once('data', () => outgoing.destroy())
        incoming.on('close', resolve)
      })
      outgoing.on('error', () => outgoing.destroy())
    })
    expect((await practice.get('queryAccount')).status).toBe(200)
  })
})

describe('the fault control', () => {
  it('applies to the named operation, the given number of times', async () => {
    const practice = await withFault({ kind: 'status', status: 503 }, { on: 'queryAccount', times: 2 })
    const statuses: number[] = []
    for (let time = 0; time < 3; time += 1) {
      statuses.push((await practice.get('queryAccount')).status)
      expect((await practice.get('getconcurrentNumber', { appId: '1' })).status).toBe(200)
    }
    expect(statuses).toEqual([503, 503, 200])
    expect(practice.control.faults.armed()).toEqual([])
  })

  it('is switched off one by one or all together', async () => {
    const practice = await startPractice()
    const off = practice.control.faults.arm({ kind: 'status', status: 500 })
    practice.control.faults.arm({ kind: 'status', status: 501 })
    off()
    expect((await practice.get('queryAccount')).status).toBe(501)
    practice.control.faults.clear()
    expect(dataOf(await practice.get('queryAccount'))).toHaveProperty('durationBalance')
  })

  it('reads every fault from its written form', () => {
    const needsArgument: Readonly<Record<string, string>> = { redirect: 'http://127.0.0.1:9/' }
    for (const kind of faultKinds) {
      const argument = needsArgument[kind] === undefined ? '' : `=${needsArgument[kind]}`
      expect(parseFault(`${kind}${argument}@createAvatar*2`), kind).toMatchObject({
        fault: { kind },
        on: 'createAvatar',
        times: 2,
      })
    }
    expect(parseFault('declined=1009 quota insufficient')).toEqual({
      fault: { kind: 'declined', code: '1009', message: 'quota insufficient' },
    })
    expect(parseFault('slow=250')).toEqual({ fault: { kind: 'slow', delayMs: 250 } })
  })

  it.each([
    '',
    'nope',
    'slow=fast',
    'hang=1',
    'redirect',
    'wrong-shape=round',
    'status@nowhere',
    'status*0',
    'toString',
  ])('does not read %j', (text) => expect(parseFault(text)).toBeUndefined())
})
