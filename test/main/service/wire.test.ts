import { describe, expect, it } from 'vitest'
import { ZodError } from 'zod'
import { readJson } from '../../../src/shared/model/json.ts'
import { creationJson } from '../../../src/main/service/creation-body.ts'
import { addressOf, factsOf, operations } from '../../../src/main/service/operations.ts'
import type { AppId } from '../../../src/shared/ids.ts'
import { appId, conversationId, sessionId } from '../../../src/shared/schemas/ids.ts'

const answered = (argument: string, at: number) => ({ argument, at, answer: { bytes: new Uint8Array() } })
const readCreated = (data: unknown) => operations.createAvatar.read(data)
const readStatus = (data: unknown, at: number) => operations.queryAvatar.read(data, answered('', at))
const readAccount = (data: unknown, at: number) => operations.queryAccount.read(data, answered('', at))
const readConcurrency = (data: unknown, of: { readonly appId: AppId; readonly at: number }) =>
  operations.getconcurrentNumber.read(data, answered(of.appId, of.at))
const readConversation = (data: unknown) => operations.getConversationById.read(data, answered('1', 7))

function data(text: string): unknown {
  const read = readJson(text)
  if (read.kind !== 'json') throw new Error(read.kind)
  return read.value
}

describe('createAvatar', () => {
  it.each(['"1712345678901234567"', '1712345678901234567', ' 1712345678901234567 '])('returns the task id %s', (id) =>
    expect(readCreated(data(`{"taskId":${id},"more":1}`))).toBe('1712345678901234567'),
  )

  it.each(['{}', '{"taskId":null}', '{"taskId":""}', '{"taskId":"abc"}', '{"taskId":1e30}', 'null', '"x"', '[]'])(
    'finds no task id in %s',
    (text) => expect(() => readCreated(data(text))).toThrow(ZodError),
  )

  // Would catch a table of fields whose order or names change the request, which is paid for.
  it('is sent byte for byte in the contract’s words, without the fields that the service chooses', () => {
    const bare = {
      voice: '',
      conversationId: conversationId.parse('1983775419508027393'),
      coverImage: null,
      language: '',
      greeting: '',
      name: '',
      profileText: '',
    }
    expect(creationJson(bare)).toBe('{"ttsName":"","conversationId":"1983775419508027393"}')
    const full = { ...bare, voice: 'Echo', language: 'Chinese', greeting: '你好\n', name: 'N', profileText: '"P"' }
    expect(creationJson(full)).toBe(
      '{"ttsName":"Echo","conversationId":"1983775419508027393","defaultSpeakingLanguage":"Chinese",' +
        String.raw`"greetings":"你好\n","name":"N","profile":"\"P\""}`,
    )
    expect(creationJson({ ...bare, conversationId: '' })).toBe('{"ttsName":""}')
  })
})

describe('queryAvatar', () => {
  it('returns status and step as received, and ids with every digit', () => {
    const text =
      '{"name":"K","modelSceneId":735917732520006,"conversationId":1983775419508027393,"coverImage":"https://h/c.jpg","status":2,"processingStep":"done"}'
    expect(readStatus(data(text), 5)).toEqual({
      name: 'K',
      modelSceneId: '735917732520006',
      conversationId: '1983775419508027393',
      coverImage: 'https://h/c.jpg',
      status: 2,
      step: 'done',
      at: 5,
    })
  })

  it('returns null for everything that is absent, null or, for an id, empty', () => {
    const nothing = { name: null, modelSceneId: null, conversationId: null, coverImage: null, status: null, step: null }
    expect(readStatus(data('{}'), 1)).toEqual({ ...nothing, at: 1 })
    const nulls = '{"name":null,"conversationId":"","modelSceneId":null,"status":null,"processingStep":null}'
    expect(readStatus(data(nulls), 1)).toEqual({ ...nothing, at: 1 })
  })

  it('accepts a status written as text, and any step: a finished avatar must not be missed because of its spelling', () => {
    const odd = '{"status":"2","processingStep":3,"conversationId":1983775419508027393}'
    const value = { status: 2, step: '3', conversationId: '1983775419508027393' }
    expect(readStatus(data(odd), 1)).toMatchObject(value)
  })

  it('refuses a status that is not a number, and data that are not an object', () => {
    expect(() => readStatus(data('{"status":"done"}'), 1)).toThrow(ZodError)
    expect(() => readStatus(data('{"status":""}'), 1)).toThrow(ZodError)
    expect(() => readStatus(data('{"status":[2]}'), 1)).toThrow(ZodError)
    expect(() => readStatus(null, 1)).toThrow(ZodError)
    expect(() => readStatus(undefined, 1)).toThrow(ZodError)
  })
})

// Would catch a session that cannot be closed because of the form of its id: no form is documented.
it.each(['sess-abc', 'abc', '1', 'call 3f2a6a0e-7c1d-4b7e-9a51-2f0c8d1b6e44 (gate 1)', '会话-七', 'a/b?c=d&e#f%'])(
  'a session ID can be any text: %j',
  (text) => {
    expect(sessionId.parse(` ${text} `)).toBe(text)
    const address = addressOf('https://h.example/v2', 'sessionStop', text)
    expect([...address.searchParams]).toEqual([['uuid', text]])
  },
)

it.each(['', ' ', 'a\nb', 'a\tb', 'a\u007f', 'a\u0085b', '\u0000', 'x'.repeat(1_025)])(
  'a session ID must not be blank, contain a control character or exceed 1,024 characters: %j',
  (text) => expect(sessionId.safeParse(text).success).toBe(false),
)

// Would catch a close that certainly was not sent but is reported as possibly sent: such an id fits in no address.
it.for([conversationId, appId, sessionId])('an id contains no half character and no NUL', (schema) => {
  const texts = ['3f2a-\ud83d', '\udc00', 'a\0b', '群-😀', '0017']
  expect(texts.map((text) => schema.safeParse(text).success)).toEqual([false, false, false, true, true])
})

describe('figures', () => {
  const lobby = { appId: appId.parse('1'), at: 7 }

  it('are read from the service’s spelling', () => {
    expect(readAccount(data('{"companionCreateTimesBalance":10,"durationBalance":600}'), 7)).toEqual({
      at: 7,
      avatarCreationsLeft: 10,
      durationLeft: 600,
    })
    expect(
      readConcurrency(
        data('{"cropId":1712345678901234567,"totalConcurrentNumber":10,"userConcurrentNumber":3}'),
        lobby,
      ),
    ).toEqual({ ...lobby, corporateId: '1712345678901234567', total: 10, yours: 3 })
  })

  it('are null when absent, but a total is required', () => {
    expect(readAccount(data('{"durationBalance":null}'), 7)).toEqual({
      at: 7,
      avatarCreationsLeft: null,
      durationLeft: null,
    })
    expect(readConcurrency(data('{"totalConcurrentNumber":0}'), lobby)).toEqual({
      ...lobby,
      corporateId: null,
      total: 0,
      yours: null,
    })
    expect(readConcurrency(data('{"totalConcurrentNumber":"10"}'), lobby)).toMatchObject({ total: 10 })
    for (const text of ['{}', '{"totalConcurrentNumber":null}', '{"totalConcurrentNumber":[3]}', '[]', '""']) {
      expect(() => readConcurrency(data(text), lobby), text).toThrow(ZodError)
    }
  })

  // Would catch an account, or a total, that is unreadable because a service writes its numbers differently.
  it.each([
    ['1e2', 100],
    ['1E+2', 100],
    ['"1e2"', 100],
    ['1.50e1', 15],
    ['15.0', 15],
    ['-0', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('can be written with an exponent or a fraction of zero: %s', (text, value) => {
    expect(readAccount(data(`{"durationBalance":${text}}`), 7)).toMatchObject({ durationLeft: value })
    expect(readConcurrency(data(`{"totalConcurrentNumber":${text}}`), lobby)).toMatchObject({ total: value })
  })

  it.each([
    ['1e-7', 1e-7],
    ['1E-7', 1e-7],
    ['1e21', 1e21],
    ['1000000000000000000000', 1e21],
  ])('of a balance can be %s', (text, value) =>
    expect(readAccount(data(`{"durationBalance":${text}}`), 7)).toMatchObject({ durationLeft: value }),
  )
})

describe('a conversation', () => {
  it('must be an object', () => {
    expect(readConversation({})).toMatchObject({ facts: { name: null, voice: null }, at: 7 })
    for (const other of [null, undefined, '', [], 1]) expect(() => readConversation(other)).toThrow(ZodError)
  })

  it('reports its name and its voice as far as they are usable', () => {
    const voiceOf = (ttsName: unknown, ttsUrl: unknown = '') => factsOf({ detailDto: { ttsName, ttsUrl } }).voice
    expect(voiceOf(' Echo ', ' https://media.example/a.mp3 ')).toEqual({
      name: 'Echo',
      url: 'https://media.example/a.mp3',
    })
    expect(voiceOf('x'.repeat(200))).toEqual({ name: 'x'.repeat(200), url: '' })
    for (const unusable of [' ', 'x'.repeat(201), 7, undefined]) expect(voiceOf(unusable, 'https://h/')).toBeNull()
    expect(voiceOf('Echo', 7)).toEqual({ name: 'Echo', url: '' })
    expect(voiceOf('Echo', 'u'.repeat(100_000))?.url).toHaveLength(100_000)
    expect(voiceOf('Echo', 'u'.repeat(100_001))?.url).toBe('')
    expect(factsOf({ conversationName: 'Lobby', detailDto: null })).toEqual({ name: 'Lobby', voice: null })
    for (const other of [null, [], { conversationName: 7 }]) expect(factsOf(other)).toEqual({ name: null, voice: null })
  })
})
