import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { envelope, exchange, startOfTime, startPractice } from './harness.ts'
import type { Harness } from './harness.ts'

const credentials = { appId: '1912345678901234567', appKey: '2f1f8f5e-0000-4000-8000-0123456789ab' }
const now = startOfTime / 1000

// Written separately from the service's own minting, so that the two cannot share a mistake.
function jwt(claims: object, options: { readonly key?: string; readonly header?: object } = {}): string {
  const { key = credentials.appKey, header = { typ: 'JWT', alg: 'HS256' } } = options
  const content = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
}
const claims = { appId: credentials.appId, iat: now - 10, exp: now + 1800 }

async function ask(practice: Harness, headers: Readonly<Record<string, string>>) {
  const received = await exchange(`${practice.address.baseUrl}/queryAccount`, { headers })
  expect(received.status).toBe(200)
  const { success, code } = envelope(received)
  return success ? 'accepted' : code
}

describe('the token header', () => {
  it('accepts the access token and a token made from id and key', async () => {
    const practice = await startPractice({ credentials })
    expect(await ask(practice, { token: practice.credentials.accessToken })).toBe('accepted')
    expect(await ask(practice, { token: jwt(claims) })).toBe('accepted')
    expect(await ask(practice, { token: practice.mintToken() })).toBe('accepted')
  })

  it('counts as missing when it is absent, empty, or a bearer token', async () => {
    const practice = await startPractice({ credentials })
    const { accessToken } = practice.credentials
    expect(await ask(practice, {})).toBe('1005')
    expect(await ask(practice, { token: '' })).toBe('1005')
    expect(await ask(practice, { token: `Bearer ${accessToken}` })).toBe('1005')
    expect(await ask(practice, { authorization: `Bearer ${accessToken}` })).toBe('1005')
  })

  it.each([
    ['any other text', 'nonsense'],
    ['a wrong signature', jwt(claims, { key: 'another' })],
    ['a signature over the decoded key', jwt(claims, { key: credentials.appKey.replaceAll('-', '') })],
    ['an end in the past', jwt({ ...claims, exp: now })],
    ['an issue far in the future', jwt({ ...claims, iat: now + 600, exp: now + 1800 })],
    ['milliseconds', jwt({ ...claims, iat: startOfTime, exp: startOfTime + 1 })],
    ['times that are not whole', jwt({ ...claims, exp: now + 0.5 })],
    ['one claim more', jwt({ ...claims, sub: 'me' })],
    ['one claim less', jwt({ appId: credentials.appId, exp: now + 1800 })],
    ['no typ', jwt(claims, { header: { alg: 'HS256' } })],
    ['another algorithm', jwt(claims, { header: { typ: 'JWT', alg: 'none' } })],
  ])('is invalid with %s', async (_what, token) => {
    const practice = await startPractice({ credentials })
    expect(await ask(practice, { token })).toBe('1006')
  })

  it('reports a wrong app id', async () => {
    const practice = await startPractice({ credentials })
    expect(await ask(practice, { token: jwt({ ...claims, appId: '1900000000000000001' }) })).toBe('40001')
  })

  it('expires when its lifetime is over', async () => {
    const practice = await startPractice({ credentials })
    const token = practice.mintToken(60)
    expect(await ask(practice, { token })).toBe('accepted')
    practice.clock.advance(60_000)
    expect(await ask(practice, { token })).toBe('1006')
  })

  it('is required by every operation, before anything else', async () => {
    const practice = await startPractice()
    const close = `${practice.address.baseUrl}/distroyCallSessionsByAppId?appId=${practice.appId('Showroom')}`
    expect(envelope(await exchange(close))).toEqual({
      success: false,
      code: '1005',
      message: 'token is empty',
      data: null,
    })
    practice.clock.advance(10_000)
    expect(practice.control.applications().find((app) => app.label === 'Showroom')?.calls).toHaveLength(4)
  })

  it('has credentials of the documented forms when none are given', async () => {
    const practice = await startPractice()
    expect(practice.credentials.appId).toMatch(/^\d{19}$/)
    expect(practice.credentials.appKey).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  })
})
