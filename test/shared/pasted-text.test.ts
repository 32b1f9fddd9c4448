import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIdUnwrapped, pastedSecret, typedId } from '../../src/shared/model/pasted-text.ts'

const digits = '1983775419508027393'

describe('an id', () => {
  it.each([
    ['an apostrophe of a spreadsheet', `'${digits}`],
    ['quotes', `"${digits}"`],
    ['a quote on one side', `${digits}"`],
    ['typographic quotes', `“${digits}”`],
    ['typographic apostrophes', `‘${digits}’`],
    ['guillemets', `«${digits}»`],
    ['corner brackets', `「${digits}」`],
    ['backticks', `\`${digits}\``],
    ['a formula', `="${digits}"`],
    ['a zero-width space', `\u200b${digits}\u200b`],
    ['a mark of direction', `\u202a${digits}\u202c`],
    ['a byte order mark', `\ufeff${digits}`],
    ['a soft hyphen inside', `198377541\u00ad9508027393`],
    ['a NUL', `${digits}\0`],
    ['line breaks', `\r\n${digits}\n`],
    ['a space of its own width', `\u3000${digits}\u00a0`],
    ['full-width digits', '１９８３７７５４１９５０８０２７３９３'],
    ['a name and a colon', `conversationId: ${digits}`],
    ['a name as JSON writes it', `"conversationId":"${digits}",`],
    ['a name in a file of settings', `DUIX_CONVERSATION_ID=${digits}`],
    ['a heading', `Conversation ID ${digits}`],
    ['a heading with a full-width colon', `对话 ID：${digits}`],
    ['a name in small letters', `sessionid=${digits}`],
    ['a name in capitals', `UUID: ${digits}`],
    ['a name without "id"', `conversation: ${digits}`],
    ['brackets', `[${digits}]`],
    ['angle brackets', `<${digits}>`],
    ['a comma', `${digits},`],
    ['a full stop', `${digits}.`],
    ['several of them', ` taskId = “\u200b${digits}”; `],
  ])('is cleaned of %s', (_what, typed) => expect(typedId(typed)).toBe(digits))

  it('reports removed characters, except white space', () => {
    expect(isIdUnwrapped(`'${digits}`)).toBe(true)
    expect(isIdUnwrapped(` ${digits}\n`)).toBe(false)
    expect(isIdUnwrapped('""')).toBe(false)
  })

  it.each([
    'sess-abc',
    'room:42',
    'a=b',
    'android:7',
    'grid=5',
    'hybrid:1',
    "o'hara",
    'e(1)',
    'abc.',
    'call.1;2',
    'id',
    '1 08',
    '7f31c0de-1111-4222-8333-444455556666',
  ])('of any other form stays unchanged: %s', (id) => expect(typedId(id)).toBe(id))

  it('cleaned once needs no further cleaning', () =>
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (typed) => typedId(typedId(typed)) === typedId(typed))))
})

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJhcHBJZCI6IjEifQ.c2lnbmF0dXJl'

describe('a secret', () => {
  it.each([
    ['Bearer', `Bearer ${jwt}`],
    ['its header', `token: ${jwt}`],
    ['its header without a space', `token:${jwt}`],
    ['a header and a scheme', `Authorization: Bearer ${jwt}`],
    ['a command line', `-H "token: ${jwt}"`],
    ['the name of a key', `appKey: ${jwt}`],
    ['the name of a key in a file of settings', `DUIX_APP_KEY=${jwt}`],
    ['quotes', `"${jwt}"`],
    ['typographic quotes', `“${jwt}”`],
    ['JSON', `"accessToken": "${jwt}",`],
    ['a file of settings', `export DUIX_TOKEN='${jwt}'`],
    ['a zero-width space', `\u200b${jwt}\u200b`],
    ['a zero-width space inside', jwt.replace('.', '\u200b.')],
    ['line breaks inside', `${jwt.slice(0, 20)}\n  ${jwt.slice(20)}`],
    ['a NUL behind', `${jwt}\0`],
  ])('is cleaned of %s, which is reported', (_what, typed) =>
    expect(pastedSecret(typed)).toEqual({ value: jwt, isUnwrapped: true, problem: null }),
  )

  it.each([
    ` ${jwt}\n`,
    'opaque-token',
    'abcd==',
    'a:b',
    'key',
    'monkey:1',
    'turkey=abc',
    '7f31c0de-1111-4222-8333-444455556666',
    'sk_live_1',
  ])('stays unchanged: %s', (typed) =>
    expect(pastedSecret(typed)).toEqual({ value: typed.trim(), isUnwrapped: false, problem: null }),
  )

  it.each([
    ['eyJhbGciOi…', '…'],
    ['tökén', 'ö'],
    ['令牌abc', '令'],
    ['two words', 'U+0020'],
    ['one\ntwo', 'U+000A'],
    ['a\0b', 'U+0000'],
    ['a\u0007b', 'U+0007'],
    ['😀', '😀'],
  ])('with a character that is invalid in a header is refused: %j', (typed, character) =>
    expect(pastedSecret(typed).problem).toEqual({ kind: 'character', character }),
  )

  it.each(['', ' ', '\u200b', '""', '\0'])('is null when nothing is left: %j', (typed) =>
    expect(pastedSecret(typed)).toMatchObject({ value: '', problem: { kind: 'empty' } }),
  )

  it('without a problem is always valid in a header', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const { value, problem } = pastedSecret(typed)
        return problem !== null || /^[\x21-\x7e]+$/.test(value)
      }),
    ))
})
