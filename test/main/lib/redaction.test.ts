/**
 * Secrets in texts of other programs: each writer of JSON and of addresses spells the same characters in its own way.
 */
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  redactBytes,
  redactedStart,
  redactJson,
  redactor,
  redactSecrets,
  rememberSecret,
} from '../../../src/main/lib/redaction.ts'

const secret = 'Ab1/cd2+ef3=="gh4'

describe('a secret', () => {
  // Would catch a token in a record of exchanges because the service spells slashes or equals signs differently.
  it.for([
    ['as it is', secret],
    ['as JavaScript writes it in JSON', JSON.stringify(secret)],
    ['as PHP does', String.raw`{"msg":"Ab1\/cd2+ef3==\"gh4"}`],
    ['as Gson does', String.raw`{"msg":"Ab1/cd2+ef3\u003d\u003d\"gh4"}`],
    ['with large digits', String.raw`Ab1\u002Fcd2\u002Bef3\u003D\u003D\u0022gh4`],
    ['in JSON inside of JSON', JSON.stringify(JSON.stringify({ msg: secret }))],
    ['in an address', encodeURIComponent(secret)],
    ['in an address with small digits', encodeURIComponent(secret).toLowerCase().replace('ab1', 'Ab1')],
    ['in an address within an address', encodeURIComponent(encodeURIComponent(secret))],
  ])('is redacted %s', ([, text = '']) => {
    expect(redactor([secret])(`before ${text} after`)).toMatch(/^before .*\[redacted\].* after$/)
    expect(redactor([secret])(text)).not.toMatch(/Ab1|cd2|ef3|gh4/)
  })

  it('leaves surrounding JSON valid', () => {
    const text = JSON.stringify({ first: secret, then: `\\${secret}\\`, last: 'plain' })
    expect(JSON.parse(redactor([secret])(text))).toMatchObject({ first: '[redacted]', last: 'plain' })
  })

  // Would catch a JWT whose redaction removes the next line of a log or a stack.
  it('at the end of a line leaves the next line unchanged', () => {
    const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJhcHBJZCI6IjEifQ.${'c2lnbmF0dXJl'.repeat(3)}`
    expect(redactor([])(`thrown with ${jwt}\n    at eval (one.js)\n${jwt}\n2026-11-28 info`)).toBe(
      'thrown with [redacted]\n    at eval (one.js)\n[redacted]\n2026-11-28 info',
    )
  })

  // Would catch a paste with half a character in it, after which no other secret could be read until the next start.
  it('with half a character does not prevent others from being remembered', () => {
    rememberSecret('half \ud83d of a character')
    rememberSecret('another-one-of-this-test')
    expect(redactSecrets('another-one-of-this-test, half \ud83d of a character')).toBe('[redacted], [redacted]')
  })
})

const entityNames = new Map([
  ['/', 'sol'],
  ['+', 'plus'],
  ['=', 'equals'],
  ['"', 'quot'],
  ['&', 'amp'],
  ['<', 'lt'],
  ['_', 'lowbar'],
  ['.', 'period'],
  ['%', 'percnt'],
  ['\\', 'bsol'],
])
const perCharacter = (spell: (character: string) => string) => (text: string) => Array.from(text, spell).join('')
const codeOf = (character: string): number => character.codePointAt(0) ?? 0
const hexByte = (character: string): string => codeOf(character).toString(16).padStart(2, '0')
const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Ways to write the same characters, each of which can be applied to the result of others. */
const escapes: Readonly<Record<string, (text: string) => string>> = {
  'as JSON': (text) => JSON.stringify(text).slice(1, -1),
  'as JSON with escaped slashes': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
  'as JSON in escapes alone': perCharacter((one) => String.raw`\u00${hexByte(one)}`),
  'in bytes of a script': perCharacter((one) => String.raw`\x${hexByte(one)}`),
  percent: encodeURIComponent,
  'percent for each character': perCharacter((one) => `%${hexByte(one)}`),
  'decimal entities': perCharacter((one) => `&#${String(codeOf(one))};`),
  'hexadecimal entities': perCharacter((one) => `&#x${hexByte(one).toUpperCase()};`),
  'named entities': perCharacter((one) => {
    const name = entityNames.get(one)
    return name === undefined ? one : `&${name};`
  }),
}

/** Ways to encode a text, together with the text around it. */
const packings: Readonly<Record<string, (before: string, text: string, after: string) => string>> = {
  plain: (before, text, after) => before + text + after,
  base64: (before, text, after) => base64(before + text + after),
  'base64 without padding': (before, text, after) => base64(before + text + after).replaceAll('=', ''),
  base64url: (before, text, after) => Buffer.from(before + text + after).toString('base64url'),
  'base64 in lines': (before, text, after) => base64(before + text + after).replaceAll(/.{20}/g, '$&\r\n'),
  hex: (before, text, after) => Buffer.from(before + text + after).toString('hex'),
  'hex in capitals': (before, text, after) =>
    Buffer.from(before + text + after)
      .toString('hex')
      .toUpperCase(),
  reversed: (before, text, after) =>
    Array.from(before + text + after)
      .toReversed()
      .join(''),
}

// Visible ASCII, the alphabet of tokens. The letter at either end prevents an escape together with the adjacent text.
const character = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
const token = fc.string({ unit: character, minLength: 10, maxLength: 58 }).map((middle) => `k${middle}k`)
const around = fc.constantFrom('', 'a', 'of ', 'id=', '{"t":', 'üb', '%', '\\', '&')

/** Every encoding of the secret; a complete one left in the text would be readable. */
const isLegible = (left: string, secretText: string): boolean => {
  const middle = secretText.slice(2, -2)
  return [middle, ...[0, 1, 2].map((at) => base64('x'.repeat(at) + middle).slice(at + 1, -4))].some((one) =>
    left.includes(one),
  )
}

describe('an echo of a secret', () => {
  // Would catch a spelling that is not redacted: a written record cannot be withdrawn.
  it('is redacted in every encoding, escaped once or twice, and the text around it stays', () => {
    const anything = fc.record({
      secretText: token,
      packing: fc.constantFrom(...Object.keys(packings)),
      layers: fc.array(fc.constantFrom(...Object.keys(escapes)), { maxLength: 2 }),
      before: around,
      after: around,
    })
    fc.assert(
      fc.property(anything, ({ secretText, packing, layers, before, after }) => {
        const packed = packings[packing]?.(before, secretText, after) ?? ''
        const spelled = layers.reduce((text, layer) => escapes[layer]?.(text) ?? '', packed)
        const left = redactor([secretText])(`first ${spelled} last`)
        expect(left).toContain('[redacted]')
        expect(isLegible(left, secretText)).toBe(false)
        expect(left).toMatch(/^first /)
        expect(left).toMatch(/ last$/)
      }),
      { numRuns: 3_000 },
    )
  })

  it('leaves texts without a secret unchanged, whatever they consist of', () => {
    // No full stop: with one, `eyJ` and some letters look like a JWT.
    const pieces = fc.array(fc.constantFrom('%41', '&lt;', '\\n', '\\u0041', 'eyJ', 'ab', '\n', '"', ' ', 'QUJD'))
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('')
        expect(redactor(['a-secret-that-is-not-there'])(text)).toBe(text)
      }),
    )
  })
})

describe('redaction costs', () => {
  afterEach(() => void vi.restoreAllMocks())

  /** The number of characters that all searches scan, including repeats, and the number of searches. */
  function work(text: string): number {
    let count = 0
    // oxlint-disable-next-line typescript/unbound-method -- both are called with the object they were called on
    const [search, execute] = [String.prototype.indexOf, RegExp.prototype.exec]
    vi.spyOn(String.prototype, 'indexOf').mockImplementation(function indexOf(this: string, sought, from = 0) {
      const at = search.call(this, sought, from)
      count += (at === -1 ? this.length : at + sought.length) - from + 1
      return at
    })
    vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function exec(this: RegExp, searched) {
      const from = this.lastIndex
      const match = execute.call(this, searched)
      count += (match === null ? searched.length : match.index + match[0].length) - from + 1
      return match
    })
    redactor([secret, 'aaaaaaaaaaaaaaaa'])(text)
    vi.restoreAllMocks()
    return count
  }

  // Would catch an answer of a hostile service that keeps main busy for minutes.
  it.for([
    ['percent', '%41%2525'],
    ['entities', '&#97;&amp;amp;lt;'],
    ['backslashes', String.raw`\\\\\u0041\"`],
    ['beginnings of JWTs', 'eyJ'],
    ['JWTs', 'eyJhbGciOiJI.eyJhcHBJZCI.sig '],
    ['a secret of one character', 'a'],
    ['the secret itself', `${secret},`],
    ['lines', 'QUJD\r\n'],
  ])('grow only with the text: %s', ([, unit = '']) => {
    const once = work(unit.repeat(2_000))
    const twice = work(unit.repeat(4_000))
    expect(once).toBeGreaterThan(unit.length * 2_000)
    expect(twice).toBeLessThan(once * 2.1)
  })
})

describe('a body', () => {
  it('keeps every byte besides the secret, and the same bytes where there is none', () => {
    const bytes = Buffer.from(
      '\ufeff{ "a" : 1712345678901234567, "u": "?token=Ab1/cd2+ef3==\\"gh4&x=1" , "z":1e0 }\r\n',
    )
    expect(redactBytes(bytes, redactor([secret])).toString()).toBe(
      '\ufeff{ "a" : 1712345678901234567, "u": "?token=[redacted]&x=1" , "z":1e0 }\r\n',
    )
    expect(redactBytes(bytes, redactor(['not-in-there']))).toBe(bytes)
  })

  it('that is not UTF-8 keeps its bytes', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x22]), Buffer.from(secret), Buffer.from([0xc3, 0x28])])
    const left = Buffer.from(redactBytes(bytes, redactor([secret])))
    expect(left.toString('latin1')).toBe(`${bytes.subarray(0, 3).toString('latin1')}[redacted]\u00c3(`)
  })

  // Would catch an app key of digits that occurs as a number: the whole answer would become unreadable.
  it('stays valid JSON when the secret is a number, a key or a part of a text', () => {
    const text = '{"key":8812345678901,"8812345678901":[-8812345678901.5,"\\n8812345678901"],"n":12}'
    expect(JSON.parse(redactJson(text, redactor(['8812345678901'])))).toEqual({
      key: '[redacted]',
      '[redacted]': ['[redacted]', '\n[redacted]'],
      n: 12,
    })
  })
})

// Would catch the last secret of many that is truncated and therefore not recognised, in the stored start of a long
// answer.
it('the start of a text contains no part of a secret, however many were redacted before it', () => {
  const long = 'Zq9'.repeat(400)
  const start = redactedStart(`${long} `.repeat(200), 4_000, redactor([long]))
  expect(start).not.toContain('Zq9')
})
