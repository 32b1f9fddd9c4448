import { expect, test } from 'vitest'
import { matching } from '../../src/shared/model/name-search.ts'

const lobby = { label: 'Lobby', hint: '', id: '1871234567890123457' }
const kiosk = { label: 'Kiosk', hint: '', id: '1871234567890123479' }
const gate = { label: 'Gate', hint: '', id: '7f31c9aa-0b1e-4d55-9e3f-2c1a6b7ee5aa' }

// Would catch an id that is copied from a row, and that the palette does not recognise.
test.each([
  ['1871…3457', [lobby]],
  ['1871...3479', [kiosk]],
  ['7F31…E5AA', [gate]],
  ['1871…', [lobby, kiosk]],
  ['1871…0000', []],
])('the short form of an id finds the id: %s', (typed, found) => {
  expect(matching([lobby, kiosk, gate], typed, 5)).toEqual(found)
})
