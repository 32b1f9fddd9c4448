import { describe, expect, it } from 'vitest'
import { memberPath, readConversation, valueAt } from '../../../src/shared/conversation/document.ts'
import { wholeText } from '../../../src/shared/conversation/values.ts'

const text = '{"success":true,"data":{"a b":"x\\ny","n":1983775419508027393,"o":{"q\\"]":[true,null]}}}'

describe('a body', () => {
  it('is kept as received beside its values', () => {
    const document = readConversation(text)
    expect(document.text).toBe(text)
    expect(document.data).toMatchObject({ 'a b': 'x\ny' })
  })

  it.each(['null', '[]', '7', '{}', '{"data":[]}', '{"data":1983775419508027393}'])('%s has no data', (body) =>
    expect(readConversation(body).data).toBeNull(),
  )

  it.each(['', '{"success":', 'hello', '{"data":{},"data":{"id":1}}'])('%j is a failure of the disk', (body) =>
    expect(() => readConversation(body)).toThrow('storage'),
  )
})

describe('the value at a path', () => {
  const { answer } = readConversation(text)

  it.each([
    ['data["a b"]', 'x\ny'],
    ['data.n', '1983775419508027393'],
    ['data.o', '{\n  "q\\"]": [\n    true,\n    null\n  ]\n}'],
    ['data.o["q\\"]"][0]', 'true'],
    ['success', 'true'],
  ])('%s is as received', (path, value) => expect(wholeText(valueAt(answer, path))).toBe(value))

  it.each([
    'data.nothing',
    'data.o["q\\"]"][9]',
    'data["',
    '..',
    'data.n.length',
    'data.o[0]',
    'data.constructor',
    '$',
  ])('does not exist at %s', (path) => expect(valueAt(answer, path)).toBeUndefined())

  it.each(['plain', 'with space', '', 'quo"te]', '__proto__', '名', '0'])(
    'is found again under every possible member name: %j',
    (name) => {
      const document = readConversation(`{"data":{${JSON.stringify(name)}:"here"}}`)
      expect(valueAt(document.answer, memberPath('data', name))).toBe('here')
    },
  )
})
