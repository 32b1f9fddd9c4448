import { expect, it } from 'vitest'
import { readRange } from '../../../src/main/desktop/page-requests.ts'

it.each([
  [undefined, null],
  ['bytes=-', null],
  ['items=0-1', null],
  ['bytes=0-1,4-5', null],
  ['bytes=0-', { from: 0, to: 9 }],
  ['bytes=2-', { from: 2, to: 9 }],
  ['bytes=2-99', { from: 2, to: 9 }],
  ['bytes=-3', { from: 7, to: 9 }],
  ['bytes=-99', { from: 0, to: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
])('the range %j of ten bytes', (header, expected) => expect(readRange(header, 10)).toEqual(expected))
