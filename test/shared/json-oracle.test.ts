/** `readJson` returns the same as lossless-json for texts that JSON.parse accepts. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { LosslessNumber, parse } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { maxNesting, digitsOf, readJson } from '../../src/shared/model/json.ts'

/** The result of lossless-json alone: the value, or null for a refused text. */
function byLibrary(text: string): { readonly value: unknown } | null {
  try {
    const isOwnText = (text: string) => String(Number(text)) === text
    const number = (text: string) => (isOwnText(text) ? Number(text) : new LosslessNumber(text))
    return { value: parse(text, undefined, number) }
  } catch {
    return null
  }
}

function byReader(text: string): { readonly value: unknown } | null {
  const read = readJson(text)
  return read.kind === 'json' ? { value: read.value } : null
}

const numberText = fc.oneof(
  fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,25})?(?:[eE][+-]?\d{1,4})?$/),
  fc.constantFrom('-0', '0.0', '-0.0', '9007199254740991', '9007199254740992', '9007199254740993', '1E400', '5e-400'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
)

// Short texts of characters that could confuse a reader: quotes, backslashes, brackets, colons and digits.
const wordText = fc
  .oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', '\\', '{', ']', ':', '1234567890123456789', '您') }))
  .map((word) => JSON.stringify(word))

// No quote or backslash: V8 itself (14.8) reads `{"\"": 1}` with the key `\`, depending on what it parsed before.
const plainKeyText = wordText.filter((text) => !text.includes('\\'))

const keyText = fc.oneof(
  plainKeyText,
  fc.constantFrom('"id"', '"\\u0069d"', '"__proto__"', '"constructor"', '"0"', '"1234567890123456789"'),
)

const gap = fc.constantFrom('', '', ' ', '\n\t', '\r ')

const jsonText = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(numberText, wordText, fc.constantFrom('true', 'false', 'null')),
    fc
      .array(fc.tuple(gap, tie('value'), gap), { maxLength: 4 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    fc
      .array(fc.tuple(gap, keyText, gap, fc.constant(':'), gap, tie('value'), gap), { maxLength: 5 })
      .map((members) => `{${members.map((member) => member.join('')).join(',')}}`),
  ),
})).value

describe('readJson', () => {
  it('returns the same as lossless-json, digits included, and refuses the same contradictions', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        // Not `toStrictEqual`, which interprets a key named `constructor` as the value's type.
        expect({ text, same: isDeepStrictEqual(byReader(text), byLibrary(text)) }).toEqual({ text, same: true })
      }),
      { numRuns: 2_000 },
    )
  })

  it('reads no text that JSON.parse refuses', () => {
    const broken = fc
      .tuple(
        jsonText,
        fc.nat(),
        fc.constantFrom('', '"', ',', ':', '1234567890123456789', '{', ']', '-', '.', 'e', '0'),
      )
      .map(([text, place, sign]) => {
        const at = place % (text.length + 1)
        return text.slice(0, at) + sign + text.slice(at + 1)
      })
    fc.assert(
      fc.property(broken, (text) => {
        const isJson = (() => {
          try {
            JSON.parse(text)
            return true
          } catch {
            return false
          }
        })()
        expect({ text, refused: ['cut-short', 'not-json'].includes(readJson(text).kind) }).toEqual({
          text,
          refused: !isJson,
        })
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['a number where a key belongs', '{1712345678901234567:1}'],
    ['a number where a key belongs, far from its colon', '{1712345678901234567 \n: 1}'],
    ['a number with a zero before it', '[01712345678901234567]'],
    ['a number with two points', '[1.71234567890123.4567]'],
    ['a number that runs into a word', '[1712345678901234567x]'],
    ['two numbers without a comma', '[1712345678901234567 1712345678901234567]'],
    ['a number that runs into a text', '[1712345678901234567"x"]'],
  ])('refuses %s', (_what, text) => expect(readJson(text)).toEqual({ kind: 'not-json' }))

  it.each(['0.12345678901234567891', '1e400', '-1E-400', '9007199254740993', '123456789012345678901234567890.5'])(
    'keeps %s as received, also as the whole text',
    (digits) => {
      for (const text of [digits, `[${digits}]`, `{"a":{"b":[[${digits}]]}}`]) {
        const read = readJson(text)
        const found = JSON.stringify(read.kind === 'json' ? read.value : null, (_key, value: unknown) => {
          return digitsOf(value) ?? value
        })
        expect(found).toContain(`"${digits}"`)
      }
    },
  )

  it.each([
    ['success', '{"success":false,"success":true}'],
    ['taskId', '{"success":true,"data":{"taskId":"1","taskId":"2"}}'],
    ['taskId', '{"data":{"taskId":"1","\\u0074askId":"2"}}'],
    ['a', `{"data":${JSON.stringify('x'.repeat(600_000))},"list":[{"a":1,"a":[1]}]}`],
  ])('finds that %s contradicts itself, with or without a long number, in short texts and long ones', (key, text) => {
    const contradiction = { kind: 'unusable', problem: `the key "${key}" appears twice with different values` }
    expect(readJson(text)).toEqual(contradiction)
    expect(readJson(`[1712345678901234567,${text}]`)).toEqual(contradiction)
  })

  it('reports only the beginning of a very long contradictory key', () => {
    const key = 'k'.repeat(100_000)
    const read = readJson(`{"${key}":1,"${key}":2}`)
    expect(read.kind === 'unusable' && read.problem.length).toBeLessThan(200)
  })

  it('accepts a repeated key with the same value', () =>
    expect(readJson('{"a":{"b":[1]},"a":{"b":[1]}}')).toEqual({ kind: 'json', value: { a: { b: [1] } } }))

  it('counts nesting across lists and objects, and accepts depths within the limit', () => {
    const nested = (levels: number) => '[{"a":'.repeat(levels / 2) + '1712345678901234567' + '}]'.repeat(levels / 2)
    expect(readJson(nested(maxNesting)).kind).toBe('json')
    expect(readJson(nested(maxNesting + 2)).kind).toBe('unusable')
  })

  it('sets no prototype: a number in __proto__ is a number in a key', () => {
    const read = readJson('{"__proto__":1712345678901234567,"a":{"__proto__":{"success":1712345678901234567}}}')
    const value = read.kind === 'json' ? (read.value as Record<string, object>) : {}
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.getPrototypeOf(value['a'])).toBe(Object.prototype)
    expect(Object.keys(value)).toEqual(['__proto__', 'a'])
  })
})
