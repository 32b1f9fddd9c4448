import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indentJson } from '../../src/shared/model/json-text.ts'

describe('indentJson', () => {
  it('keeps every digit, sign, exponent and escape as received', () =>
    expect(indentJson('{"a":1983775419508027393,"b":[1.10,-0,1E400],"c":"\\u00e9 {\\"x\\":[1,2]}"}')).toBe(
      '{\n  "a": 1983775419508027393,\n  "b": [\n    1.10,\n    -0,\n    1E400\n  ],\n  "c": "\\u00e9 {\\"x\\":[1,2]}"\n}',
    ))

  it('writes what JSON.stringify writes, from compact and from spread-out text', () =>
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        fc.constantFrom(undefined, 1, '\t', '\r\n '.slice(2)),
        (value, space) => {
          const expected = JSON.stringify(value, undefined, 2)
          expect(indentJson(JSON.stringify(value, undefined, space))).toBe(expected)
        },
      ),
    ))

  it('stays small and terminates for very many brackets', () => {
    const deep = '['.repeat(100_000)
    expect(indentJson(deep).length).toBeLessThan(6_000_000)
  })
})
