/** The keyboard shortcuts that can be changed: the menu of main, the keys of the page and the list of them come from here. */

/** By which keys each goes until it is changed, as Electron's accelerators are written, in the order of the list. */
export const defaultShortcuts = {
  palette: 'CmdOrCtrl+K',
  avatars: 'CmdOrCtrl+1',
  conversations: 'CmdOrCtrl+2',
  sessions: 'CmdOrCtrl+3',
  account: 'CmdOrCtrl+4',
  activity: 'CmdOrCtrl+5',
  settings: 'CmdOrCtrl+6',
  refresh: 'F5',
  addSessions: 'CmdOrCtrl+Shift+V',
  newWindow: 'CmdOrCtrl+Shift+N',
  reload: 'CmdOrCtrl+R',
  quit: 'CmdOrCtrl+Q',
} as const

export type ShortcutName = keyof typeof defaultShortcuts

/** What the page itself does at its keys; the rest is main's menu alone. */
export type PageAction = Exclude<ShortcutName, 'newWindow' | 'reload' | 'quit'>

/** A key as the page hears it. */
export interface PressedKey {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

// Without a held key a sign would be typed.
const accelerators = [
  /^(?:CmdOrCtrl\+(?:Alt\+)?|Alt\+)(?:Shift\+)?[A-Z0-9,./;'[\]\\`=-]$/,
  /^(?:CmdOrCtrl\+)?(?:Alt\+)?(?:Shift\+)?F(?:[1-9]|1[0-9]|2[0-4])$/,
]

// By the place of the key where its sign says little: digits that need Shift, letters of another alphabet.
function keyOf({ key, code }: PressedKey): string {
  const placed = /^(?:Digit|Key)(.)$/.exec(code)?.[1]
  if (placed !== undefined && !/^[a-z]$/i.test(key)) return placed
  return key.length === 1 ? key.toUpperCase() : key
}

/** The accelerator of a key with what is held beside it; null for none that a shortcut may have. */
export function acceleratorOf(pressed: PressedKey, isMac: boolean): string | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed
  // The other one is the system's own: the Windows key, and Control on a Mac.
  const [isMain, isOther] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  const held = Object.entries({ CmdOrCtrl: isMain, Alt: altKey, Shift: shiftKey })
  const keys = [...held.flatMap(([name, isHeld]) => (isHeld ? [name] : [])), keyOf(pressed)].join('+')
  return !isOther && accelerators.some((form) => form.test(keys)) ? keys : null
}
