import { expect, it } from 'vitest'
import { lastClose } from '../../../src/main/desktop/last-close.ts'
import type { LastClose, LastCloseFacts } from '../../../src/main/desktop/last-close.ts'

const working: LastCloseFacts = { platform: 'linux', isWorking: true, runsInBackground: true, hasTray: true }
const idle = { ...working, isWorking: false }

it.each<[what: string, LastCloseFacts, LastClose]>([
  ['continues in the tray while something runs', working, 'background'],
  ['continues in the notification area of Windows', { ...working, platform: 'win32' }, 'background'],
  ['asks without a tray', { ...working, hasTray: false }, 'ask'],
  ['asks where the operator wants an end', { ...working, runsInBackground: false }, 'ask'],
  ['ends when nothing runs', idle, 'quit'],
  ['ends when nothing runs and there is no tray', { ...idle, hasTray: false }, 'quit'],
  ['stays in the Dock of macOS', { ...idle, platform: 'darwin', hasTray: false }, 'background'],
  ['asks on macOS where the operator wants an end', { ...working, platform: 'darwin', runsInBackground: false }, 'ask'],
  [
    'ends on macOS where the operator wants it and nothing runs',
    { ...idle, platform: 'darwin', runsInBackground: false },
    'quit',
  ],
])('closing the last window %s', (_what, facts, expected) => expect(lastClose(facts)).toBe(expected))
