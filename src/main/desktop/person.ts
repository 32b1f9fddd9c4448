/** The person at a window, through Electron: real key or mouse presses, and native questions. */
import type { Texts } from '../context/texts.ts'
import type { Clock } from '../lib/clock.ts'
import { createPersonCheck } from '../ipc/user-gesture.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import { questionTexts } from './native-texts.ts'
import { isConfirmed } from './windows.ts'
import type { Windows } from './windows.ts'

// Only presses: a resting pointer over a window causes move events when something moves under it.
const presses: ReadonlySet<string> = new Set([
  ...['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'touchStart', 'touchEnd', 'gestureTap'],
  ...['pointerDown', 'pointerUp'],
])

/** Input events pass through main on their way to a page; events that a script in the page creates never do. */
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

export function createNativePersonCheck(
  windows: Pick<Windows, 'find' | 'onOpened'>,
  texts: () => Texts,
  clock: Clock,
): PersonCheck {
  return createPersonCheck(clock, followPresses(windows, clock), async (windowId, question, signal) => {
    const window = windows.find(windowId)
    return window !== null && isConfirmed(window, questionTexts(texts(), question), { type: 'warning', signal })
  })
}
