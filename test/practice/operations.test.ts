import { describe, expect, it } from 'vitest'
import { sampleIds } from '../../src/practice/sample-conversations.ts'
import { dataOf, envelope, exchange, minimal, startPractice } from './harness.ts'

describe('account', () => {
  it('answers both balances with code "0" and msg', async () => {
    const practice = await startPractice({ creations: 10, durationSeconds: 600 })
    const received = await practice.get('queryAccount')
    expect(received.status).toBe(200)
    expect(envelope(received)).toEqual({
      success: true,
      code: '0',
      msg: 'success',
      data: { companionCreateTimesBalance: 10, durationBalance: 600 },
    })
  })

  it('reduces the duration by the seconds of live calls, never below zero', async () => {
    const practice = await startPractice({ durationSeconds: 100_000 })
    for (const label of ['Lobby kiosk', 'Help desk']) {
      practice.control.removeCalls(practice.appId(label))
    }
    practice.clock.advance(1000)
    practice.control.setBalances({ durationSeconds: 100 })
    practice.clock.advance(10_000)
    const left = Number(dataOf(await practice.get('queryAccount'))['durationBalance'])
    expect(left).toBeLessThanOrEqual(60)
    expect(left).toBeGreaterThan(0)
    practice.clock.advance(3_600_000)
    expect(dataOf(await practice.get('queryAccount'))['durationBalance']).toBe(0)
  })
})

describe('conversations', () => {
  const envelopeKeys = ['code', 'data', 'message', 'msg', 'success']

  it('carries success, code, message and msg', async () => {
    const practice = await startPractice()
    const received = envelope(await practice.get('getConversationById', { conversationId: sampleIds.full }))
    expect(Object.keys(received).sort()).toEqual(envelopeKeys)
    expect(received).toMatchObject({ success: true, code: '0', message: 'success', msg: 'success' })
  })

  it('writes a 19-digit number without losing a digit, nested values included', async () => {
    const practice = await startPractice()
    const { text } = await practice.get('getConversationById', { conversationId: sampleIds.full })
    expect(text).toContain('"auditSerial":1712345678901234567')
    expect(text).toContain('"revision":1712345678901234567')
  })

  it('fills in every script type, several models, and Chinese text', async () => {
    const practice = await startPractice()
    const data = dataOf(await practice.get('getConversationById', { conversationId: sampleIds.full }))
    const scripts = data['scriptDtoList'] as readonly { scriptType: number; ttsContent: string | null }[]
    expect(scripts.map((entry) => entry.scriptType)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(scripts.filter((entry) => entry.ttsContent !== null)).toHaveLength(3)
    expect(data['modelDtoList']).toHaveLength(3)
    expect(data['conversationName']).toMatch(/\p{Script=Han}/u)
  })

  it('has a conversation in which all nullable fields are null', async () => {
    const practice = await startPractice()
    const data = dataOf(await practice.get('getConversationById', { conversationId: sampleIds.nulls }))
    expect(data).toMatchObject({
      conversationConfigDto: null,
      asrProvider: null,
      kbConversationDto: null,
      thirdDto: null,
      detailDto: {
        imageId: null,
        sceneId: null,
        modelConfig: null,
        ttsConfig: null,
        localModelInfo: null,
        backgroundDto: { userId: null },
      },
      scriptDtoList: [{ ttsContent: null }],
    })
  })

  it('answers the vendor\'s sample values, under code ""', async () => {
    const practice = await startPractice()
    const received = await practice.get('getConversationById', { conversationId: '108' })
    expect(envelope(received)).toMatchObject({ success: true, code: '' })
    expect(dataOf(received)).toMatchObject({
      conversationName: 'Unnamed-18:04',
      corpId: '1003645',
      detailDto: { proportion: '16:9', videoWidth: 1920, videoHeight: 1920, humanX: 690, ttsUrl: '' },
    })
  })

  it('refuses an unknown id with 1007 inside HTTP 200', async () => {
    const practice = await startPractice()
    const received = await practice.get('getConversationById', { conversationId: '1' })
    expect(received.status).toBe(200)
    expect(envelope(received)).toMatchObject({ success: false, code: '1007', data: null })
  })
})

describe('createAvatar', () => {
  it('answers a 19-digit task id as a string and uses one creation', async () => {
    const practice = await startPractice({ creations: 5 })
    const received = await practice.create({ ...minimal, name: 'Ada' })
    expect(received.text).toMatch(/"taskId":"\d{19}"/)
    expect(envelope(received)).toMatchObject({ success: true, code: '0', msg: 'success' })
    expect(practice.control.balances().creations).toBe(4)
    expect(practice.control.lastCreateBody()).toEqual({ ...minimal, name: 'Ada' })
  })

  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(32)]).toString('base64')
  it.each([
    ['no ttsName', { conversationId: '1' }],
    ['an empty ttsName', { ...minimal, ttsName: ' ' }],
    ['no conversationId', { ttsName: 'Aria' }],
    ['a name that is no string', { ...minimal, name: 7 }],
    ['a cover that is no data URI', { ...minimal, coverImage: png }],
    ['a cover that is not base64', { ...minimal, coverImage: 'data:image/png;base64,@@@' }],
    ['a cover that is no image', { ...minimal, coverImage: 'data:image/png;base64,AAAA' }],
    ['a cover of another type than it says', { ...minimal, coverImage: `data:image/jpeg;base64,${png}` }],
  ])('refuses %s and uses no creation', async (_what, fields) => {
    const practice = await startPractice()
    const received = await practice.create(fields)
    expect(received.status).toBe(200)
    expect(envelope(received)).toMatchObject({ success: false, code: '-1' })
    expect(practice.control.balances().creations).toBe(37)
    expect(practice.control.tasks()).toEqual([])
  })

  it.each([
    ['is not JSON', '{', 'application/json'],
    ['is no object', '[]', 'application/json'],
    ['does not say that it is JSON', JSON.stringify(minimal), 'text/plain'],
  ])('refuses a body that %s', async (_what, body, contentType) => {
    const practice = await startPractice()
    const headers = { token: practice.credentials.accessToken, 'content-type': contentType }
    const received = await exchange(`${practice.address.baseUrl}/createAvatar`, { method: 'POST', headers, body })
    expect(envelope(received)).toMatchObject({ success: false, code: '-1' })
  })

  it('refuses with 1009 when no creation is left', async () => {
    const practice = await startPractice({ creations: 1 })
    await practice.create(minimal)
    expect(envelope(await practice.create(minimal))).toMatchObject({ success: false, code: '1009' })
    expect(practice.control.tasks()).toHaveLength(1)
  })

  it('accepts an image without conversationId only where configured', async () => {
    const practice = await startPractice({ quirks: { imageAlone: true } })
    const alone = { ttsName: 'Aria', coverImage: `data:image/png;base64,${png}` }
    expect(envelope(await practice.create(alone)).success).toBe(true)
    expect(envelope(await practice.create({ ttsName: 'Aria' })).success).toBe(false)
  })
})

describe('queryAvatar', () => {
  it.each(['abc', '', '1e3', '-5', '12345678901234567890'])('refuses the task id %j', async (taskId) => {
    const practice = await startPractice()
    expect(envelope(await practice.get('queryAvatar', { taskId }))).toMatchObject({ success: false, code: '-1' })
  })

  it('refuses a task id that lost its last digits', async () => {
    const practice = await startPractice()
    const taskId = String(dataOf(await practice.create(minimal))['taskId'])
    const rounded = BigInt(Number(taskId)).toString()
    expect(rounded).not.toBe(taskId)
    expect(envelope(await practice.get('queryAvatar', { taskId: rounded }))).toMatchObject({ code: '1007' })
  })
})
