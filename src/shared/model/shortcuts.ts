/**
 * The program's shortcuts in Electron's accelerator syntax, for the menu, the page's keyboard and the list of
 * shortcuts.
 */

/** In the order of the list. */
export const shortcuts = {
  palette: 'CmdOrCtrl+K',
  shortcuts: 'CmdOrCtrl+/',
  question: '?',
  avatars: 'CmdOrCtrl+1',
  conversations: 'CmdOrCtrl+2',
  sessions: 'CmdOrCtrl+3',
  account: 'CmdOrCtrl+4',
  activity: 'CmdOrCtrl+5',
  settings: 'CmdOrCtrl+6',
  chooseImages: 'CmdOrCtrl+O',
  refresh: 'F5',
  addSessions: 'CmdOrCtrl+Shift+V',
  newWindow: 'CmdOrCtrl+Shift+N',
  reload: 'CmdOrCtrl+R',
  quit: 'CmdOrCtrl+Q',
  idBox: '/',
  find: 'CmdOrCtrl+F',
  toasts: 'F6',
  undo: 'CmdOrCtrl+Z',
  redo: 'CmdOrCtrl+Shift+Z',
  cut: 'CmdOrCtrl+X',
  copy: 'CmdOrCtrl+C',
  paste: 'CmdOrCtrl+V',
  selectAll: 'CmdOrCtrl+A',
  resetZoom: 'CmdOrCtrl+0',
  zoomIn: 'CmdOrCtrl+=',
  zoomOut: 'CmdOrCtrl+-',
  togglefullscreen: 'F11',
  minimize: 'CmdOrCtrl+M',
  close: 'CmdOrCtrl+W',
} as const

export type ShortcutName = keyof typeof shortcuts

const pageActions = [
  'palette',
  'shortcuts',
  'avatars',
  'conversations',
  'sessions',
  'account',
  'activity',
  'settings',
  'chooseImages',
  'refresh',
  'addSessions',
] as const satisfies readonly ShortcutName[]

/** An action of the page, triggered by its shortcut or by the menu. */
export type PageAction = (typeof pageActions)[number]

export interface PressedKey {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

// Uses the position of the key where its character is unsuitable: digits that need Shift, letters of a different
// alphabet.
function keyOf({ key, code }: PressedKey): string {
  const placed = /^(?:Digit|Key)(.)$/.exec(code)?.[1]
  if (placed !== undefined && !/^[a-z]$/i.test(key)) return placed
  return key.length === 1 ? key.toUpperCase() : key
}

/** The accelerator of a key with the pressed modifiers. */
export function acceleratorOf(pressed: PressedKey, isMac: boolean): string {
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed
  const [isMain, isSystem] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  // No shortcut uses the system's own modifier: the Windows key, or Control on a Mac.
  const modifierStates = { Super: isSystem, CmdOrCtrl: isMain, Alt: altKey, Shift: shiftKey }
  const modifiers = Object.entries(modifierStates).flatMap(([name, isHeld]) => (isHeld ? [name] : []))
  return [...modifiers, keyOf(pressed)].join('+')
}

/** Whether the keys focus the box for an ID. A keyboard may need Shift or AltGr for the slash. */
export function isIdBoxKey({ key, ctrlKey, metaKey, altKey }: PressedKey): boolean {
  return key === shortcuts.idBox && !metaKey && ctrlKey === altKey
}

/** The page action of the keys; null for other keys. A keyboard may need Shift for the question mark. */
export function pageActionOf(pressed: PressedKey, isMac: boolean): PageAction | null {
  const keys = acceleratorOf(pressed, isMac)
  if (keys === shortcuts.question || keys === `Shift+${shortcuts.question}`) return 'shortcuts'
  return pageActions.find((name) => shortcuts[name] === keys) ?? null
}
