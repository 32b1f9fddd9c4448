import { expect, it } from 'vitest'
import { headersOf, policyWith, readRange } from '../../../src/main/desktop/page-requests.ts'

it.each([
  [undefined, null],
  ['bytes=-', null],
  ['items=0-1', null],
  ['bytes=0-1,4-5', null],
  ['x-bytes=0-1', null],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=0-', { from: 0, to: 9 }],
  ['bytes=2-', { from: 2, to: 9 }],
  ['bytes=2-99', { from: 2, to: 9 }],
  ['bytes=-3', { from: 7, to: 9 }],
  ['bytes=-99', { from: 0, to: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
])('the range %j of ten bytes', (header, expected) => expect(readRange(header, 10)).toEqual(expected))

// Written out, so that whoever loosens the policy has to do it twice.
it('every answer allows the page its own origin, and nothing else', () =>
  expect(headersOf({ contentType: 'text/html', cache: 'no-cache' })).toEqual({
    'content-type': 'text/html',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; " +
      "media-src 'self'; worker-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin',
  }))

it('a policy is loosened where it says so alone', () =>
  expect(policyWith({ scripts: " 'wasm-unsafe-eval'", connections: ' ws:' })).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; font-src 'self'; " +
      "media-src 'self'; worker-src 'self'; connect-src 'self' ws:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  ))
