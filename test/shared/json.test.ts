import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxNesting, digitsOf, numberText, readJson, writeJson } from '../../src/shared/model/json.ts'

const longInteger = fc
  .tuple(fc.constantFrom('', '-'), fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{15,40}$/))
  .map(([sign, first, rest]) => `${sign}${first}${rest}`)

const valueOf = (text: string): unknown => {
  const read = readJson(text)
  return read.kind === 'json' ? read.value : read
}

describe('readJson', () => {
  it('keeps every digit of a long integer at any place', () =>
    fc.assert(
      fc.property(
        longInteger,
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom('', ' ', '\n\t'),
        (digits, other, gap) => {
          const beside = JSON.stringify(other)
          const text = `{"a":${beside},"list":[${gap}${digits},${beside}],"id"${gap}:${gap}${digits}${gap}}`
          const value = valueOf(text) as { readonly id: unknown; readonly list: readonly unknown[] }
          expect(BigInt(digitsOf(value.id) ?? 'none')).toBe(BigInt(digits))
          expect(digitsOf(value.list[0])).toBe(digitsOf(value.id))
          expect(writeJson(value)).toContain(digits)
        },
      ),
    ))

  it('agrees with JSON.parse on everything that JavaScript numbers can represent', () => {
    const held = fc.jsonValue().filter((value) => !/\d{16}|e/.test(JSON.stringify(value)))
    fc.assert(
      fc.property(held, (value) => {
        const text = JSON.stringify(value)
        expect(valueOf(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('keeps the text of a number, and a canonical spelling for comparisons', () => {
    const value = valueOf('[1.0,1e2,-0,0.10,1e400,100]') as readonly unknown[]
    expect(value.map(numberText)).toEqual(['1.0', '1e2', '-0', '0.10', '1e400', '100'])
    expect(value.map(digitsOf)).toEqual(['1', '100', '0', '0.1', '1e400', '100'])
    expect(writeJson(value)).toBe('[1.0,1e2,-0,0.10,1e400,100]')
  })

  it('never throws, whatever the input', () => {
    const bytes = fc.uint8Array().map((some) => new TextDecoder().decode(some))
    const jsonish = fc.array(fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '1', '12345678901234567890', '\\', 'e'))
    fc.assert(
      fc.property(
        fc.oneof(
          bytes,
          jsonish.map((signs) => signs.join('')),
        ),
        (text) => {
          expect(['json', 'cut-short', 'not-json', 'unusable']).toContain(readJson(text).kind)
        },
      ),
    )
  })

  it('distinguishes a truncated text from a text that is not JSON', () => {
    const whole = '{"code":"0","success":true,"data":{"id":1712345678901234567,"names":["a","b\\"c"],"on":null}}'
    for (let length = 1; length < whole.length; length += 1) {
      expect({ length, kind: readJson(whole.slice(0, length)).kind }).toEqual({ length, kind: 'cut-short' })
    }
    for (const space of [' ', '\n\t']) expect(readJson(`${space}{"a":`).kind).toBe('cut-short')
    for (const text of ['<html></html>', 'OK', '{oops}', '{"a":1}}', '[1,]', 'nul', '', '"ab{c']) {
      expect({ text, kind: readJson(text).kind }).toEqual({ text, kind: 'not-json' })
    }
  })

  it('reports a contradictory key instead of choosing one of two ids', () => {
    expect(readJson('{"id":1712345678901234567,"id":1712345678901234568}')).toEqual({
      kind: 'unusable',
      problem: 'the key "id" appears twice with different values',
    })
    expect(readJson('{"id":7,"other":{},"id":7}')).toEqual({ kind: 'json', value: { id: 7, other: {} } })
  })

  it('refuses deep nesting, and ignores brackets inside strings', () => {
    const deep = 200_000
    expect(readJson('['.repeat(deep) + ']'.repeat(deep)).kind).toBe('unusable')
    expect(readJson('{"a":'.repeat(deep) + '1712345678901234567' + '}'.repeat(deep)).kind).toBe('unusable')
    // A long list is not deep.
    const flat = `[${Array.from({ length: maxNesting + 1 }, () => '{}').join()}]`
    expect(valueOf(flat)).toEqual(JSON.parse(flat))
    expect(readJson('['.repeat(maxNesting) + ']'.repeat(maxNesting)).kind).toBe('json')
    expect(readJson('['.repeat(maxNesting + 1) + ']'.repeat(maxNesting + 1))).toEqual({
      kind: 'unusable',
      problem: `nested deeper than ${maxNesting} levels`,
    })
    const inString = JSON.stringify({ text: '[{"\\'.repeat(maxNesting), end: '\\' })
    expect(valueOf(inString)).toEqual(JSON.parse(inString))
  })

  it('returns a key named __proto__ as a key', () => {
    const value = valueOf('{"__proto__":{"success":true},"id":1712345678901234567}')
    expect(Object.keys(value as object)).toEqual(['__proto__', 'id'])
    expect((value as { readonly success?: unknown }).success).toBeUndefined()
  })
})
