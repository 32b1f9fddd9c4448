import { randomUUID } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../../src/main/lib/clock.ts'
import { createExchanges } from '../../../src/main/service/exchanges.ts'
import type { RawExchange } from '../../../src/main/service/exchanges.ts'
import { redactor } from '../../../src/main/lib/redaction.ts'
import { createTokenSource, tokenExpiresAt } from '../../../src/main/service/token.ts'
import type { Authentication } from '../../../src/shared/schemas/profile.ts'
import { Secret } from '../../../src/main/vault/secret.ts'
import { FailureError } from '../../../src/shared/failure.ts'

const key = 'f1b2c3d4-0000-4000-8000-abcdefabcdef'

function setUp(secret: string | null, lifetime: number | null) {
  const notified: string[] = []
  let now = 1_700_000_000_500
  let reads = 0
  const clock: Clock = { now: () => now, after: () => () => undefined }
  const authentication: Authentication =
    lifetime === null
      ? { kind: 'access-token' }
      : { kind: 'api-keys', appId: '1983775419508027393', tokenLifetimeSeconds: lifetime }
  const readSecret = () => {
    reads += 1
    return Promise.resolve(secret === null ? null : new Secret(secret))
  }
  const source = createTokenSource(authentication, readSecret, {
    clock,
    onRefused: (isRefused) => void notified.push(isRefused ? 'refused' : 'accepted'),
  })
  return {
    source,
    notified,
    reads: () => reads,
    pass: (seconds: number) => {
      now += seconds * 1_000
    },
  }
}

describe('a refusal by the service', () => {
  it('of an access token is reported immediately, and each time', async () => {
    const { source, notified } = setUp('an-access-token', null)
    source.rejected(await source.header())
    source.rejected(await source.header())
    source.accepted()
    expect(notified).toEqual(['refused', 'refused', 'accepted'])
  })

  it('of a minted token is reported when the next minted one is refused too', async () => {
    const { source, notified, pass } = setUp(key, 1_800)
    const first = await source.header()
    // Several calls with the same token bring the same answer.
    source.rejected(first)
    source.rejected(first)
    pass(1)
    const second = await source.header()
    source.rejected(first)
    expect(notified).toEqual([])
    source.rejected(second)
    expect(notified).toEqual(['refused'])
  })

  it('of minted tokens with an accepted one in between causes a renewal each time', async () => {
    const { source, notified, pass } = setUp(key, 1_800)
    for (let n = 0; n < 3; n += 1) {
      source.rejected(await source.header())
      pass(1)
      await source.header()
      source.accepted()
    }
    expect(notified).toEqual(['accepted', 'accepted', 'accepted'])
  })
})

describe('a minted token', () => {
  it('has exactly the documented header and claims, signed with the key’s own bytes', async () => {
    const { source } = setUp(key, 1_800)
    const token = await source.header()
    const verified = await jwtVerify(token, new TextEncoder().encode(key), { currentDate: new Date(1_700_000_000_500) })
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(verified.payload).toEqual({
      appId: '1983775419508027393',
      iat: 1_700_000_000 - 10,
      exp: 1_700_000_000 - 10 + 1_800,
    })
  })

  it.each([60, 1_800, 7_200])('of %d s is reused and renewed well before its end', async (lifetime) => {
    const { source, pass, reads } = setUp(key, lifetime)
    const first = await source.header()
    pass(lifetime * 0.8 - 12)
    expect(await source.header()).toBe(first)
    pass(3)
    const second = await source.header()
    expect(second).not.toBe(first)
    expect((tokenExpiresAt(first) ?? 0) / 1_000).toBeGreaterThan(1_700_000_000 + lifetime * 0.8 - 9)
    expect(reads()).toBe(1)
  })

  it('is renewed exactly when four fifths of its life are over', async () => {
    const { source, pass } = setUp(key, 60)
    const first = await source.header()
    pass(37.499)
    expect(await source.header()).toBe(first)
    pass(0.001)
    expect(await source.header()).not.toBe(first)
  })

  it('is minted again after a rejection, and when the clock was set back', async () => {
    const { source, pass } = setUp(key, 1_800)
    const first = await source.header()
    pass(1)
    expect(await source.header()).toBe(first)
    source.rejected(first)
    const second = await source.header()
    expect(second).not.toBe(first)
    pass(-30)
    expect(await source.header()).not.toBe(second)
  })

  it('is redacted from texts together with the key, however many were minted since', async () => {
    const { source, pass } = setUp(key, 60)
    const tokens: string[] = []
    for (let count = 0; count < 10; count += 1) {
      tokens.push(await source.header())
      pass(60)
    }
    expect(new Set(tokens)).toHaveLength(10)
    const text = source.redact([key, ...tokens].join(' '))
    for (const secret of [key, ...tokens]) expect(text).not.toContain(secret)
  })
})

describe('an access token', () => {
  it('is sent unchanged, without surrounding white space, and stays after a rejection', async () => {
    const { source, reads } = setUp('  any-token \n', null)
    expect(await source.header()).toBe('any-token')
    source.rejected('any-token')
    expect(await source.header()).toBe('any-token')
    expect(reads()).toBe(1)
  })

  it('that is missing or invalid in a header is a failure before anything is sent', async () => {
    await expect(setUp(null, null).source.header()).rejects.toThrow(new FailureError({ kind: 'no-token' }))
    await expect(setUp('  ', 1_800).source.header()).rejects.toThrow(new FailureError({ kind: 'no-token' }))
    for (const unusable of ['a\r\nx-evil: 1', 'two words', 'tökén']) {
      await expect(setUp(unusable, null).source.header()).rejects.toMatchObject({
        failure: { kind: 'invalid-input', issues: [{ path: 'secret' }] },
      })
    }
  })

  it('has a known end when it is a readable JWT', async () => {
    const token = await new SignJWT({ exp: 1_800_000_000 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new Uint8Array(32))
    expect(tokenExpiresAt(token)).toBe(1_800_000_000_000)
    expect(tokenExpiresAt(` ${token}\n`)).toBe(1_800_000_000_000)
    const fractional = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"iat":1.5,"exp":1800000000.25}').toString('base64url')}.x`
    expect(tokenExpiresAt(fractional)).toBe(1_800_000_000_250)
    const endless = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"exp":1e999}').toString('base64url')}.x`
    expect(tokenExpiresAt(endless)).toBeNull()
    for (const other of ['', 'opaque', 'a.b.c', 'eyJhbGciOiJIUzI1NiJ9.e30.x']) expect(tokenExpiresAt(other)).toBeNull()
  })
})

describe('the record of exchanges', () => {
  const raw: RawExchange = {
    operation: 'queryAccount',
    method: 'GET',
    url: 'https://h/v2/queryAccount',
    startedAt: 10,
    endedAt: 25,
    requestHeaders: { token: 'tok-123456', Authorization: 'Bearer x', Cookie: 'a=b', accept: 'application/json' },
    requestBody: null,
    httpStatus: 200,
    answerHeaders: { 'set-cookie': 's=1', 'x-echo': 'tok-123456' },
    answerText: '{}',
    problem: null,
  }

  it('contains no secret: headers, echoes in any spelling, and texts that look like a JWT', async () => {
    const exchanges = createExchanges(() => randomUUID())
    const { source } = setUp('pass/wörd "quoted"', 1_800)
    const token = await source.header()
    const secret = 'pass/wörd "quoted"'
    const foreign = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))
    const echo = [token, secret, encodeURIComponent(secret), JSON.stringify({ secret }), foreign].join(' | ')
    const id = exchanges.record({ ...raw, requestHeaders: { token }, answerText: echo, problem: echo }, source.redact)
    const stored = JSON.stringify(exchanges.read(id))
    for (const leak of [token, 'wörd', 'w%C3%B6rd', foreign, foreign.slice(0, 60)]) expect(stored).not.toContain(leak)
    expect(exchanges.read(id)).toMatchObject({ durationMs: 15, requestHeaders: { token: '[redacted]' } })
  })

  it('redacts whole headers whatever their case, and known values in the others', () => {
    const exchanges = createExchanges(() => randomUUID())
    const stored = exchanges.read(exchanges.record(raw, redactor(['tok-123456'])))
    expect(stored?.requestHeaders).toEqual({
      token: '[redacted]',
      Authorization: '[redacted]',
      Cookie: '[redacted]',
      accept: 'application/json',
    })
    expect(stored?.answerHeaders).toEqual({ 'set-cookie': '[redacted]', 'x-echo': '[redacted]' })
  })

  it('truncates a long answer without leaving half a secret at the end', () => {
    const exchanges = createExchanges(() => randomUUID())
    const secret = 's'.repeat(16_000)
    const answerText = 'x'.repeat(3_990) + secret + 'y'.repeat(100_000)
    const stored = exchanges.read(exchanges.record({ ...raw, answerText }, redactor([secret])))
    expect(stored?.answerExcerpt).toHaveLength(4_000)
    expect(stored?.answerExcerpt).not.toContain('s')
  })

  it('records of a confidential answer only its source, form and size', () => {
    const exchanges = createExchanges(() => randomUUID())
    const said = {
      'content-length': '9',
      'content-type': 'image/png',
      date: 'd',
      'retry-after': '1',
      server: 's',
      via: 'v',
    }
    const answer = {
      answerHeaders: { ...said, etag: 'e', 'x-name': 'Ada' },
      answerText: 'of Ada',
      isAnswerStored: false,
    }
    const stored = exchanges.read(exchanges.record({ ...raw, ...answer, requestBody: '{}' }, redactor([])))
    expect(stored).toMatchObject({ isAnswerStored: false, answerExcerpt: null, requestBody: '{}' })
    expect(stored?.answerHeaders).toEqual(said)
  })

  it('keeps the last 200', () => {
    const exchanges = createExchanges(() => randomUUID())
    const ids = Array.from({ length: 201 }, () => exchanges.record(raw, redactor([])))
    expect(exchanges.all()).toHaveLength(200)
    expect(ids.filter((id) => exchanges.read(id) === undefined)).toEqual(ids.slice(0, 1))
  })
})
