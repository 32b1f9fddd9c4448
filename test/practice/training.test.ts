import { describe, expect, it } from 'vitest'
import { createPracticeService } from '../../src/practice/service.ts'
import { readSnapshot } from '../../src/practice/practice-world.ts'
import { dataOf, envelope, exchange, minimal, startPractice } from './harness.ts'
import type { Harness } from './harness.ts'

async function createTask(practice: Harness, fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return String(dataOf(await practice.create({ ...minimal, ...fields }))['taskId'])
}

const query = async (practice: Harness, taskId: string) => dataOf(await practice.get('queryAvatar', { taskId }))

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('a training', () => {
  it('walks through the four steps in the chosen time and ends in success', async () => {
    const practice = await startPractice({ trainingMs: 40_000 })
    const taskId = await createTask(practice)
    const seen: string[] = []
    for (let passed = 0; passed <= 50_000; passed += 1000) {
      const { status, processingStep } = await query(practice, taskId)
      const state = `${String(status)} ${String(processingStep)}`
      if (seen.at(-1) !== state) seen.push(state)
      practice.clock.advance(1000)
    }
    expect(seen).toEqual(['0 preparing', '0 processing', '0 after_processing', '2 done'])
  })

  it('ends within five quarters of the chosen time, not before three', async () => {
    const practice = await startPractice({ trainingMs: 40_000 })
    const taskId = await createTask(practice)
    practice.clock.advance(29_999)
    expect(await query(practice, taskId)).toMatchObject({ status: 0 })
    practice.clock.advance(20_001)
    expect(await query(practice, taskId)).toMatchObject({ status: 2, processingStep: 'done' })
  })

  it('reveals the new conversation only at its end, and that conversation can be read', async () => {
    const practice = await startPractice()
    const fields = { name: 'Ada', greetings: 'Good day.', profile: 'Counts.', defaultSpeakingLanguage: 'Welsh' }
    const taskId = await createTask(practice, { ...fields, coverImage: onePixel })
    expect(await query(practice, taskId)).toMatchObject({ conversationId: '', modelSceneId: '' })
    const hidden = practice.control.tasks()[0]?.conversationId ?? ''
    expect(envelope(await practice.get('getConversationById', { conversationId: hidden })).success).toBe(false)

    practice.control.finishTask(taskId)
    const { conversationId, coverImage } = await query(practice, taskId)
    expect(conversationId).toMatch(/^\d{19}$/)
    expect(conversationId).not.toBe(taskId)
    expect(coverImage).toBe(`${practice.address.origin}/model/${taskId}.png`)
    const made = dataOf(await practice.get('getConversationById', { conversationId: String(conversationId) }))
    expect(made).toMatchObject({
      conversationName: 'Ada',
      language: 'Welsh',
      conversationInfoDto: { backStory: 'Counts.' },
      detailDto: { ttsName: 'Aria', samplePictureUrl: `/model/${taskId}.png` },
      scriptDtoList: [{ scriptType: 1, scriptContent: 'Good day.' }],
    })
    const picture = await exchange(String(coverImage))
    expect(picture.bytes.equals(Buffer.from(onePixel.split(',')[1] ?? '', 'base64'))).toBe(true)
  })

  it.each([
    ['null', { conversationId: null, modelSceneId: null, coverImage: null }],
    ['absent', {}],
  ] as const)('can answer %s for a missing id', async (unfinishedIds, expected) => {
    const practice = await startPractice({ quirks: { unfinishedIds } })
    const taskId = await createTask(practice, { name: 'Ada' })
    expect(await query(practice, taskId)).toEqual({
      name: 'Ada',
      ...expected,
      status: 0,
      processingStep: 'preparing',
    })
  })

  it('fills in omitted fields, in English', async () => {
    const practice = await startPractice()
    await createTask(practice)
    const [task] = practice.control.tasks()
    expect(task?.name).not.toBe('')
    expect(task?.greetings).not.toBe('')
    expect(task?.language).toBe('English')
  })
})

describe('a failed training', () => {
  it('fails for a name that contains "fail", and returns its creation once', async () => {
    const practice = await startPractice({ creations: 3 })
    const taskId = await createTask(practice, { name: 'Will FAIL' })
    expect(practice.control.balances().creations).toBe(2)
    practice.clock.advance(60_000)
    expect(await query(practice, taskId)).toMatchObject({ status: 1, processingStep: 'processing', conversationId: '' })
    practice.clock.advance(60_000)
    expect(practice.control.balances().creations).toBe(3)
  })

  it('fails as often as configured', async () => {
    const practice = await startPractice()
    practice.control.failNextTrainings(1)
    await createTask(practice, { name: 'One' })
    await createTask(practice, { name: 'Two' })
    practice.clock.advance(60_000)
    expect(practice.control.tasks().map((task) => task.status)).toEqual([1, 2])
  })

  it('fails immediately when the test fails it', async () => {
    const practice = await startPractice({ creations: 3 })
    const taskId = await createTask(practice)
    practice.control.failTask(taskId)
    expect(await query(practice, taskId)).toMatchObject({ status: 1, processingStep: 'preparing' })
    expect(practice.control.balances().creations).toBe(3)
    expect(() => practice.control.finishTask(taskId)).toThrow(RangeError)
  })

  it('moves forward when the test moves it', async () => {
    const practice = await startPractice({ trainingMs: 1_000_000 })
    const taskId = await createTask(practice)
    practice.control.advanceTraining(taskId, 300_000)
    expect(await query(practice, taskId)).toMatchObject({ status: 0, processingStep: 'processing' })
  })
})

describe('a snapshot', () => {
  it('carries tasks, balances, applications and calls over a restart, through JSON', async () => {
    const first = await startPractice({ seed: 'one', creations: 9 })
    const taskId = await createTask(first, { name: 'Kept' })
    const stored: unknown = JSON.parse(JSON.stringify(first.snapshot()))
    const snapshot = readSnapshot(stored)
    if (snapshot === undefined) throw new Error('the snapshot was not readable')
    const second = await startPractice({ seed: 'two', creations: 1, snapshot })
    expect(second.control.balances().creations).toBe(8)
    expect(second.control.applications()).toEqual(first.control.applications())
    second.clock.advance(60_000)
    expect(await query(second, taskId)).toMatchObject({ name: 'Kept', status: 2 })
    expect(await createTask(second)).not.toBe(taskId)
  })

  it('contains no credential', () => {
    const service = createPracticeService()
    const text = JSON.stringify(service.snapshot())
    for (const secret of Object.values(service.credentials)) expect(text).not.toContain(secret)
  })

  it.each([null, [], {}, { version: 2 }, { version: 1, seed: 'x', tasks: [], applications: [] }])(
    'is not read from %j',
    (value) => expect(readSnapshot(value)).toBeUndefined(),
  )

  it('is announced after a creation, the end of a training and a close', async () => {
    let changes = 0
    const practice = await startPractice({ onChange: () => (changes += 1) })
    await createTask(practice)
    expect(changes).toBe(1)
    practice.clock.advance(60_000)
    practice.control.tasks()
    expect(changes).toBe(2)
    await practice.get('distroyCallSessionsByAppId', { appId: practice.appId('Showroom') })
    expect(changes).toBe(3)
  })
})

describe('the seed', () =>
  it('produces the same world for the same seed and a different world for a different one', async () => {
    const ids = async (seed: string) => {
      const practice = await startPractice({ seed })
      const taskId = await createTask(practice)
      practice.clock.advance(600_000)
      return [taskId, JSON.stringify(practice.control.applications())]
    }
    const one = await ids('a')
    expect(await ids('a')).toEqual(one)
    expect(await ids('b')).not.toEqual(one)
  }))
