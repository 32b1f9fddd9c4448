import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { cellOf, textOfCell } from '../../src/shared/model/spreadsheet-cell.ts'

describe('a cell', () => {
  it.each(['=HYPERLINK("https://x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠x'])(
    'of %j is text to a spreadsheet, not a formula',
    (text) => expect(cellOf(text)).toBe(`'${text}`),
  )

  it('of an id keeps the digits that a spreadsheet would round off', () => {
    expect(cellOf('1983775419508027393')).toBe("'1983775419508027393")
    expect(cellOf('123456789012345')).toBe('123456789012345')
  })

  it.each(['', 'Ada', "'tis", "it's", '1=1', ' =1', '12 345 678 901 234 567'])('of %j stays unchanged', (text) => {
    expect(cellOf(text)).toBe(text)
    expect(textOfCell(text)).toBe(text)
  })

  // Would catch a greeting that gains or loses an apostrophe on its way through a spreadsheet.
  test('returns its text unchanged, whatever it is', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '-', '\t', '1', '12345678', '＝', 'a', ' ') })
    fc.assert(
      fc.property(text, (one) => {
        expect(textOfCell(cellOf(one))).toBe(one)
      }),
    )
  })
})
