import { expect, test } from 'vitest'
import {
  acceleratorOf,
  defaultShortcuts,
  fixedShortcuts,
  shortcutsWith,
  conflictOf,
} from '../../src/shared/model/shortcuts.ts'
import type { PressedKey } from '../../src/shared/model/shortcuts.ts'

const pressed = (key: string, held: Partial<PressedKey> = {}): PressedKey => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

test('a key is told as an accelerator, by its place where its sign says little', () => {
  expect(acceleratorOf(pressed('k', { ctrlKey: true }), false)).toBe('CmdOrCtrl+K')
  expect(acceleratorOf(pressed('k', { metaKey: true }), true)).toBe('CmdOrCtrl+K')
  expect(acceleratorOf(pressed('V', { ctrlKey: true, shiftKey: true }), false)).toBe('CmdOrCtrl+Shift+V')
  expect(acceleratorOf(pressed('&', { code: 'Digit1', ctrlKey: true }), false)).toBe('CmdOrCtrl+1')
  expect(acceleratorOf(pressed('л', { code: 'KeyK', ctrlKey: true }), false)).toBe('CmdOrCtrl+K')
  // By its sign where it has one: on another keyboard Z lies elsewhere.
  expect(acceleratorOf(pressed('z', { code: 'KeyY', ctrlKey: true }), false)).toBe('CmdOrCtrl+Z')
  expect(acceleratorOf(pressed('F5'), false)).toBe('F5')
})

test('what is typed, held alone, or the system’s own is none', () => {
  expect(acceleratorOf(pressed('k'), false)).toBeNull()
  expect(acceleratorOf(pressed('K', { shiftKey: true }), false)).toBeNull()
  expect(acceleratorOf(pressed('Control', { ctrlKey: true }), false)).toBeNull()
  expect(acceleratorOf(pressed('k', { metaKey: true }), false)).toBeNull()
  expect(acceleratorOf(pressed('Tab', { ctrlKey: true }), false)).toBeNull()
})

test('no two shortcuts have the same keys', () => {
  const all = Object.values({ ...defaultShortcuts, ...fixedShortcuts })
  expect(new Set(all).size).toBe(all.length)
})

test('a change that is none is passed over', () => {
  const changed = { palette: 'CmdOrCtrl+P', quit: 'nonsense', account: 'K', ofAnotherVersion: 'CmdOrCtrl+J' }
  expect(shortcutsWith(changed)).toEqual({ ...defaultShortcuts, palette: 'CmdOrCtrl+P' })
})

test('keys conflict with another shortcut as it is now, and by what nobody can change', () => {
  const shortcuts = shortcutsWith({ palette: 'CmdOrCtrl+P' })
  expect(conflictOf('CmdOrCtrl+P', 'account', shortcuts)).toBe('palette')
  expect(conflictOf('CmdOrCtrl+P', 'palette', shortcuts)).toBeNull()
  expect(conflictOf('CmdOrCtrl+K', 'account', shortcuts)).toBeNull()
  expect(conflictOf('CmdOrCtrl+C', 'account', shortcuts)).toBe('copy')
})
