import { expect, test } from 'vitest'
import { acceleratorOf, isIdBoxKey, pageActionOf, shortcuts } from '../../src/shared/model/shortcuts.ts'
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

test('a key is named as an accelerator, by its position where its character is not useful', () => {
  expect(acceleratorOf(pressed('k', { ctrlKey: true }), false)).toBe('CmdOrCtrl+K')
  expect(acceleratorOf(pressed('k', { metaKey: true }), true)).toBe('CmdOrCtrl+K')
  expect(acceleratorOf(pressed('V', { ctrlKey: true, shiftKey: true }), false)).toBe('CmdOrCtrl+Shift+V')
  expect(acceleratorOf(pressed('&', { code: 'Digit1', ctrlKey: true }), false)).toBe('CmdOrCtrl+1')
  expect(acceleratorOf(pressed('л', { code: 'KeyK', ctrlKey: true }), false)).toBe('CmdOrCtrl+K')
  // By its character where it has one: on a different keyboard Z is at a different position.
  expect(acceleratorOf(pressed('z', { code: 'KeyY', ctrlKey: true }), false)).toBe('CmdOrCtrl+Z')
  expect(acceleratorOf(pressed('F5'), false)).toBe('F5')
})

test('the modifier of the system is part of the keys', () => {
  expect(acceleratorOf(pressed('k', { metaKey: true }), false)).toBe('Super+K')
  expect(acceleratorOf(pressed('k', { ctrlKey: true }), true)).toBe('Super+K')
})

// Would catch an action that runs while a word is typed, and listed keys that do nothing.
test('the page reacts only to the keys of its actions', () => {
  const actionOf = (key: string, held: Partial<PressedKey> = {}) => pageActionOf(pressed(key, held), false)
  expect(actionOf('k', { ctrlKey: true })).toBe('palette')
  expect(actionOf('F5')).toBe('refresh')
  expect(actionOf('?', { shiftKey: true })).toBe('shortcuts')
  expect(actionOf('?')).toBe('shortcuts')
  for (const held of [{}, { shiftKey: true }, { metaKey: true, ctrlKey: true }, { altKey: true, ctrlKey: true }]) {
    expect(actionOf('k', held)).toBeNull()
  }
  // The page receives an event, whose members are on its prototype.
  expect(pageActionOf(Object.create(pressed('F5')) as PressedKey, false)).toBe('refresh')
  expect(actionOf('?', { ctrlKey: true })).toBeNull()
  // Keys of the menu and of the system.
  for (const key of ['r', 'q', 'c', 'z']) expect(actionOf(key, { ctrlKey: true })).toBeNull()
})

// Would catch a slash that does nothing on a keyboard where it needs Shift or AltGr, or a slash that is part of other
// keys.
test('the slash focuses the box for an ID, however it is typed', () => {
  for (const held of [{}, { shiftKey: true, code: 'Digit7' }, { ctrlKey: true, altKey: true }]) {
    expect(isIdBoxKey(pressed('/', held))).toBe(true)
  }
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
    expect(isIdBoxKey(pressed('/', held))).toBe(false)
  }
  expect(isIdBoxKey(pressed('?'))).toBe(false)
})

test('no two shortcuts have the same keys', () => {
  const all = Object.values(shortcuts)
  expect(new Set(all).size).toBe(all.length)
})
