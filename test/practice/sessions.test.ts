import { describe, expect, it } from 'vitest'
import { dataOf, envelope, startPractice } from './harness.ts'
import type { Harness } from './harness.ts'

async function total(practice: Harness, label: string): Promise<unknown> {
  return dataOf(await practice.get('getconcurrentNumber', { appId: practice.appId(label) }))['totalConcurrentNumber']
}

describe('concurrency', () => {
  it.each(['getconcurrentNumber', 'getconcurrentList'] as const)('%s answers cropId and two counts', async (name) => {
    const practice = await startPractice()
    const received = await practice.get(name, { appId: practice.appId('Showroom') })
    expect(envelope(received)).toEqual({
      success: true,
      code: '200',
      message: 'success',
      data: { cropId: '1003645', totalConcurrentNumber: 4, userConcurrentNumber: 3 },
    })
  })

  it('refuses an unknown application', async () => {
    const practice = await startPractice()
    const received = envelope(await practice.get('getconcurrentNumber', { appId: '7' }))
    expect(received).toMatchObject({ success: false, code: '40001' })
    expect(received.message).not.toBe('')
    expect(received.msg).toBeUndefined()
  })

  it('has a busy application around 12, a quiet one, and a steady one', async () => {
    const practice = await startPractice()
    expect(await total(practice, 'Lobby kiosk')).toBe(12)
    const counts: Record<string, number[]> = { 'Lobby kiosk': [], 'Help desk': [], Showroom: [] }
    for (let minute = 0; minute < 120; minute += 1) {
      practice.clock.advance(60_000)
      for (const app of practice.control.applications()) counts[app.label]?.push(app.calls.length)
    }
    const mean = (label: string) => (counts[label] ?? []).reduce((sum, count) => sum + count, 0) / 120
    expect(mean('Lobby kiosk')).toBeGreaterThan(9)
    expect(mean('Lobby kiosk')).toBeLessThan(16)
    expect(new Set(counts['Lobby kiosk']).size).toBeGreaterThan(3)
    expect(mean('Help desk')).toBeLessThan(3)
    expect(new Set(counts['Showroom'])).toEqual(new Set([4]))
  })

  it('follows calls added and removed by the test', async () => {
    const practice = await startPractice()
    const appId = practice.appId('Showroom')
    const added = practice.control.addCalls(appId, 3)
    expect(await total(practice, 'Showroom')).toBe(7)
    practice.control.removeCalls(appId, added.slice(0, 1))
    expect(await total(practice, 'Showroom')).toBe(6)
    practice.control.removeCalls(appId)
    expect(await total(practice, 'Showroom')).toBe(0)
  })
})

describe('sessionStop', () => {
  it('answers nothing for a known session, and the count lags behind', async () => {
    const practice = await startPractice({ closeLagMs: 3000 })
    const [uuid = ''] = practice.control.addCalls(practice.appId('Showroom'), 1)
    const received = await practice.get('sessionStop', { uuid })
    expect(received.status).toBe(200)
    expect(received.bytes).toHaveLength(0)
    expect(await total(practice, 'Showroom')).toBe(5)
    practice.clock.advance(1000)
    expect(await total(practice, 'Showroom')).toBe(4)
    expect(envelope(await practice.get('sessionStop', { uuid }))).toMatchObject({ success: false, code: '2002' })
  })

  it('refuses an unknown session with 2002', async () => {
    const practice = await startPractice()
    const received = await practice.get('sessionStop', { uuid: '00000000-0000-4000-8000-000000000000' })
    expect(received.status).toBe(200)
    expect(envelope(received)).toMatchObject({ success: false, code: '2002' })
  })
})

describe('closing all of an application', () => {
  it('ends its calls over the lag but no others', async () => {
    const practice = await startPractice({ closeLagMs: 3000 })
    const received = await practice.get('distroyCallSessionsByAppId', { appId: practice.appId('Lobby kiosk') })
    expect(envelope(received)).toEqual({ success: true, code: '200', message: 'success', data: {} })
    expect(await total(practice, 'Lobby kiosk')).toBe(12)
    practice.clock.advance(1500)
    expect(await total(practice, 'Lobby kiosk')).toBe(6)
    practice.clock.advance(1500)
    expect(await total(practice, 'Lobby kiosk')).toBe(0)
    expect(await total(practice, 'Showroom')).toBe(4)
  })

  it('ends them immediately without a lag, and stays quiet for a minute', async () => {
    const practice = await startPractice({ closeLagMs: 0 })
    await practice.get('distroyCallSessionsByAppId', { appId: practice.appId('Lobby kiosk') })
    expect(await total(practice, 'Lobby kiosk')).toBe(0)
    practice.clock.advance(59_999)
    expect(await total(practice, 'Lobby kiosk')).toBe(0)
    practice.clock.advance(600_000)
    expect(await total(practice, 'Lobby kiosk')).toBeGreaterThan(0)
  })

  it('answers {} and "" in turn, or {} alone', async () => {
    const answers = async (closeAllData: 'alternate' | 'object') => {
      const practice = await startPractice({ quirks: { closeAllData } })
      const close = async () =>
        envelope(await practice.get('distroyCallSessionsByAppId', { appId: practice.appId('Showroom') })).data
      return [await close(), await close(), await close()]
    }
    expect(await answers('alternate')).toEqual([{}, '', {}])
    expect(await answers('object')).toEqual([{}, {}, {}])
  })
})
