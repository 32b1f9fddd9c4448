/** The person in front of a window, through Electron: real presses, and native questions. */
import { dialog } from 'electron'
import type { Texts } from '../context/texts.ts'
import type { Clock } from '../lib/clock.ts'
import { createPersonCheck } from '../ipc/user-gesture.ts'
import type { AskNatively, PersonCheck } from '../ipc/user-gesture.ts'
import { questionTexts } from './native-texts.ts'
import type { Windows } from './windows.ts'

// Presses alone: a pointer that rests over a window moves when something moves under it.
const presses: ReadonlySet<string> = new Set([
  ...['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'touchStart', 'touchEnd', 'gestureTap'],
  ...['pointerDown', 'pointerUp'],
])

/** Input events pass main on their way to a page; those that a script in the page makes never do. */
function followPresses(windows: Pick<Windows, 'onOpened'>, clock: Clock): (windowId: number) => number | null {
  const pressedAt = new Map<number, number>()
  windows.onOpened((window) => {
    const { id } = window
    window.webContents.on('input-event', (_event, { type }) => {
      if (presses.has(type)) pressedAt.set(id, clock.now())
    })
    window.on('closed', () => {
      pressedAt.delete(id)
    })
  })
  return (windowId) => pressedAt.get(windowId) ?? null
}

/** Cancel is the default of every question, and closing it cancels. */
function createAskNatively(windows: Pick<Windows, 'find'>, texts: () => Texts): AskNatively {
  return async (windowId, question, signal) => {
    const window = windows.find(windowId)
    if (window === null) return false
    const { message, detail, confirm, cancel } = questionTexts(texts(), question)
    const buttons = [confirm, cancel]
    const options = { type: 'warning', message, detail, buttons, defaultId: 1, cancelId: 1, noLink: true } as const
    return (await dialog.showMessageBox(window, { ...options, signal })).response === 0
  }
}

export function createNativePersonCheck(
  windows: Pick<Windows, 'find' | 'onOpened'>,
  texts: () => Texts,
  clock: Clock,
): PersonCheck {
  return createPersonCheck(clock, followPresses(windows, clock), createAskNatively(windows, texts))
}
