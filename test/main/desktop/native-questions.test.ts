import { describe, expect, it } from 'vitest'
import { textsIn } from '../../../src/main/context/texts.ts'
import { questionTexts } from '../../../src/main/desktop/native-texts.ts'
import { plainCommands } from '../../../src/main/ipc/plain-commands.ts'
import type { Question } from '../../../src/main/ipc/user-gesture.ts'

const profileName = 'Lobby'

// Would catch a question that omits the action, its target or the number, and a key or a gap instead of text.
describe('a native question', () => {
  it.each<[Question, ...said: [message: string, detail: string, confirm: string]]>([
    [
      { kind: 'create', profileName, count: 2 },
      'Create 2 avatars',
      'Profile: Lobby. Each uses a creation.',
      'Create 2 avatars',
    ],
    [
      { kind: 'close', profileName, count: 1 },
      'Close 1 session',
      'Profile: Lobby. The calls end immediately.',
      'Close 1 session',
    ],
    [
      { kind: 'close-all', profileName, application: 'Kiosk · 17', count: 12 },
      'Close all sessions of Kiosk · 17?',
      'Profile: Lobby. Last count: 12.',
      'Close 12 sessions',
    ],
    [
      { kind: 'close-all', profileName, application: 'Kiosk · 17', count: null },
      'Close all sessions of Kiosk · 17?',
      'Profile: Lobby. Count unknown.',
      'Close all sessions',
    ],
    [
      { kind: 'lower-protection', profileName, from: 'read-only', to: 'open' },
      'Lower the protection of “Lobby”?',
      'From read-only to open.',
      'Lower protection',
    ],
    [
      { kind: 'import-settings', count: 3, lowered: ['Lobby', 'Hall'], inTheClear: ['http://10.0.0.5'] },
      'Import 3 changes',
      'This replaces the current settings.\nLowers protection: Lobby, Hall.\nSends the token unencrypted: http://10.0.0.5.',
      'Import 3 changes',
    ],
    [
      { kind: 'delete-profile', name: 'Lobby' },
      'Delete profile “Lobby”?',
      'Its token is deleted too. Nothing changes at the service.',
      'Delete profile',
    ],
    [
      { kind: 'command', command: 'job.remove' },
      'Remove from Greenroom?',
      'Continue only if you asked for this.',
      'Remove',
    ],
    [
      { kind: 'command', command: 'job.markNotCreated' },
      'Record this outcome?',
      'Continue only if you asked for this.',
      'Record outcome',
    ],
    [
      { kind: 'fetch', host: 'a.example' },
      'Fetch an image from a.example?',
      'Continue only if you asked for this.',
      'Fetch image',
    ],
    [
      { kind: 'update', act: { kind: 'open-page', host: 'a.example' } },
      'Open a.example in your browser?',
      'Continue only if you asked for this.',
      'Open download page',
    ],
  ])('%#: %o', (question, ...said) => {
    const { message, detail, confirm, cancel } = questionTexts(textsIn('en'), question)
    expect([message, detail, confirm, cancel]).toEqual([...said, 'Cancel'])
  })

  it.each<Question>([
    { kind: 'export-settings' },
    { kind: 'choose-import' },
    { kind: 'open-window' },
    { kind: 'save-diagnostics' },
    { kind: 'delete-profile', name: 'Lobby' },
    ...plainCommands.map((command) => ({ kind: 'command', command }) as const),
  ])('is asked in both languages: %o', (question) => {
    for (const language of ['en', 'zh-CN'] as const) {
      const { message, detail, confirm, cancel } = questionTexts(textsIn(language), question)
      expect([message, detail, confirm, cancel].filter((text) => text === '' || /\{\{|\w\.\w/.test(text))).toEqual([])
    }
  })
})
