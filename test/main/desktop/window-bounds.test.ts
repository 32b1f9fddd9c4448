import { describe, expect, test } from 'vitest'
import { isWayland, boundsOf } from '../../../src/main/desktop/window-bounds.ts'

describe('a window', () => {
  const bounds = { x: 100, y: 50, width: 1_200, height: 760 }

  test('is placed beside the open ones, so that each can be reached', () => {
    expect(boundsOf(bounds, { others: 0, isWayland: false })).toEqual(bounds)
    expect(boundsOf(bounds, { others: 2, isWayland: false })).toEqual({ ...bounds, x: 156, y: 106 })
  })

  test('is placed by the system when it has no position yet, and on Wayland', () => {
    const size = { width: 1_200, height: 760 }
    expect(boundsOf(size, { others: 1, isWayland: false })).toEqual(size)
    expect(boundsOf(bounds, { others: 0, isWayland: true })).toEqual(size)
    expect(boundsOf(bounds, { others: 1, isWayland: true })).toEqual(size)
  })
})

test.each([
  ['linux', '', 'wayland', true],
  ['linux', 'auto', 'wayland', true],
  ['linux', 'x11', 'wayland', false],
  ['linux', 'wayland', 'x11', true],
  ['linux', '', 'x11', false],
  ['linux', '', undefined, false],
  ['win32', '', 'wayland', false],
  ['darwin', 'wayland', undefined, false],
] as const)(
  'on %s with the switch "%s" and a session of %s, Wayland is %s',
  (platform, ozonePlatform, sessionType, is) => {
    expect(isWayland({ platform, ozonePlatform, sessionType })).toBe(is)
  },
)
