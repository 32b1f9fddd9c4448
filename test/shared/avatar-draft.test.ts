import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defaultFields,
  expandFields,
  expandTemplate,
  literalTemplate,
  missingFields,
  needsConversation,
} from '../../src/shared/model/creation-template.ts'

describe('templates', () => {
  it.each([
    ['{filename}', 'Ada.jpg', 'Ada'],
    ['{n}. {filename} {filename}', 'Ada.v2.jpg', '3. Ada.v2 Ada.v2'],
    ['{filename}', '.hidden', '.hidden'],
    ['{filename}', 'no extension', 'no extension'],
    ['{filename}', '{n}.jpg', '{n}'],
    ['{filename}', "$&$1$'.jpg", "$&$1$'"],
    ['{filename}', '', ''],
    ['{Filename} {N} {name} {', 'Ada.jpg', 'Ada 3 {name} {'],
  ])('%s for %s gives %s', (text, fileName, expected) =>
    expect(expandTemplate(text, { fileName, n: 3 })).toBe(expected),
  )

  it('leave text without a template exactly as it was typed', () =>
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/\{(?:n|filename)\}/i.test(text)),
        (text) => expandTemplate(text, { fileName: 'Ada.jpg', n: 1 }) === text,
      ),
    ))

  it.each([
    ['{Filename} {n} { {} {a: 1}', undefined],
    ['{n} {bogus} {other}', '{bogus}'],
    ['{ n }', '{ n }'],
    ['{文件名}', '{文件名}'],
  ])('of %s, %s stays unchanged', (text, literal) => expect(literalTemplate(text, true)).toBe(literal))

  it('expanded text contains no template', () => expect(literalTemplate('Ada {n}', false)).toBe('{n}'))

  it('a custom field takes precedence over the shared one, even when blank', () => {
    const shared = { ...defaultFields, voice: 'Echo', name: '{filename}', greeting: 'Hello' }
    const fields = expandFields(shared, { voice: ' Nova ', greeting: '' }, { fileName: 'Ada.jpg', n: 1 })
    expect(fields).toMatchObject({ voice: 'Nova', name: 'Ada', greeting: '', language: 'English' })
  })

  // Would catch an id from a Chinese input method that is refused for its digits; a name keeps them.
  it('full-width digits count as digits of an id', () => {
    const shared = { ...defaultFields, conversationId: '　１０８ ', name: '１号' }
    const fields = expandFields(shared, {}, { fileName: '', n: 1 })
    expect(fields).toMatchObject({ conversationId: '108', name: '１号' })
  })

  it('white space alone counts as no text, around a long text it stays', () => {
    const shared = { ...defaultFields, greeting: ' \n', profileText: 'A guide.\n' }
    const values = { fileName: '', n: 1 }
    expect(expandFields(shared, {}, values)).toMatchObject({ greeting: '', profileText: 'A guide.\n' })
    expect(expandFields(shared, { greeting: ' Hi', profileText: '\u3000' }, values)).toMatchObject({
      greeting: ' Hi',
      profileText: '',
    })
    // A template that expands to white space, for a file without a name, counts as no text too.
    expect(expandFields({ ...shared, greeting: ' {filename} ' }, {}, values).greeting).toBe('')
  })

  it('white space is not a voice', () => {
    expect(missingFields({ ...defaultFields, voice: '  ', conversationId: '108' }, true)).toEqual(['voice'])
    expect(missingFields(defaultFields, true)).toEqual(['voice', 'conversationId'])
  })

  it('an image without a conversation is allowed only where the profile says so', () => {
    const needed = (hasImage: boolean, sendsConversationIdWithImage: boolean): readonly string[] =>
      missingFields(defaultFields, needsConversation(hasImage, { sendsConversationIdWithImage }))
    expect(needed(true, false)).toEqual(['voice'])
    expect(needed(true, true)).toEqual(['voice', 'conversationId'])
    expect(needed(false, false)).toEqual(['voice', 'conversationId'])
  })
})
