import { expect, it } from 'vitest'
import { headersOf, isPageAddress, policyWith, readRange } from '../../../src/main/desktop/page-requests.ts'

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

// Written out, so that loosening the policy requires a change in two places.
it('every answer allows the page its own origin, and nothing else', () =>
  expect(headersOf({ contentType: 'text/html', cache: 'no-cache' })).toEqual({
    'content-type': 'text/html',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; " +
      "media-src 'self'; worker-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    'connection-allowlist': '("*://*:*/*");webrtc=block',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin',
  }))

// Would catch a script that navigates the window to a missing path, and leaves the operator there.
it.each([
  ['app://greenroom/index.html', true],
  ['app://greenroom/index.html?again#there', true],
  ['app://greenroom/stopped', true],
  ['app://greenroom/stopped/reload?', true],
  ['app://greenroom/', false],
  ['app://greenroom/nothing', false],
  ['app://greenroom/stopped.css', false],
  ['app://greenroom/assets/index.html', false],
  ['app://greenroom/index.html/', false],
  ['app://greenroom/%2e%2e/index.html/x', false],
  ['app://greenroom.example/index.html', false],
  ['https://greenroom/index.html', false],
  ['about:blank', false],
])('a window may go to %s: %s', (url, expected) => expect(isPageAddress(url)).toBe(expected))

it('a policy is loosened only where it says so', () =>
  expect(policyWith({ scripts: " 'wasm-unsafe-eval'", connections: ' ws:' })).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; font-src 'self'; " +
      "media-src 'self'; worker-src 'self'; connect-src 'self' ws:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  ))
