/** As Electron's accelerators are written, in the order of the list. */
export const defaultShortcuts = {
  palette: 'CmdOrCtrl+K',
  shortcuts: 'CmdOrCtrl+/',
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

/** What the operator changed, by name: of another version perhaps. */
export type ChangedShortcuts = Readonly<Record<string, string>>

export type Shortcuts = Readonly<Record<ShortcutName, string>>

/** What the page itself does at its keys; the rest is main's menu alone. */
export type PageAction = Exclude<ShortcutName, 'newWindow' | 'reload' | 'quit'>

/** Keys that are the system's or a part's of the page: no shortcut gets them. */
export const fixedShortcuts = {
  undo: 'CmdOrCtrl+Z',
  redo: 'CmdOrCtrl+Shift+Z',
  cut: 'CmdOrCtrl+X',
  copy: 'CmdOrCtrl+C',
  paste: 'CmdOrCtrl+V',
  selectAll: 'CmdOrCtrl+A',
  find: 'CmdOrCtrl+F',
  resetZoom: 'CmdOrCtrl+0',
  zoomIn: 'CmdOrCtrl+=',
  zoomOut: 'CmdOrCtrl+-',
  togglefullscreen: 'F11',
  toasts: 'F6',
  minimize: 'CmdOrCtrl+M',
  close: 'CmdOrCtrl+W',
} as const

export type FixedShortcut = keyof typeof fixedShortcuts

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

/** A change that is none is passed over, so that a menu can be made of whatever was stored. */
export function shortcutsWith(changed: ChangedShortcuts = {}): Shortcuts {
  const valid = Object.entries(changed).filter(
    ([name, keys]) => Object.hasOwn(defaultShortcuts, name) && accelerators.some((form) => form.test(keys)),
  )
  return { ...defaultShortcuts, ...Object.fromEntries(valid) }
}

/** null when the keys are free. */
export function conflictOf(keys: string, by: ShortcutName, shortcuts: Shortcuts): ShortcutName | FixedShortcut | null {
  const all = Object.entries({ ...fixedShortcuts, ...shortcuts }) as [ShortcutName | FixedShortcut, string][]
  return all.find(([name, used]) => used === keys && name !== by)?.[0] ?? null
}
