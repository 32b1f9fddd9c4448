import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createFolderMemory } from '../../../src/main/desktop/dialog-folders.ts'
import { openSettings } from '../../../src/main/store/settings.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { listeningLog } from '../store/scratch.ts'

async function started(folder: string) {
  const log = listeningLog()
  const settings = await openSettings({ folder, clock: createManualClock(), log })
  return { settings, log, memory: createFolderMemory(settings, log) }
}

// Would catch a portrait folder in which every export opens, and a search for the folder after each start.
test('each kind of dialog starts where the last one of its kind ended, after a restart too', async () => {
  const folder = scratchFolder()
  const exports = path.join(folder, 'exports')
  mkdirSync(exports)
  const { settings, memory } = await started(folder)
  expect(memory.lastOf('save')).toBeNull()
  memory.chose('save', path.join(exports, 'avatars.csv'))
  memory.chose('watched', path.join(folder, 'calls.log'))
  await settings.ended()
  const { memory: restarted } = await started(folder)
  expect([restarted.lastOf('save'), restarted.lastOf('watched')]).toEqual([exports, folder])
  expect(restarted.lastOf('settings')).toBeNull()
})

test('a folder that is missing, or has become a file, is not offered', async () => {
  const folder = scratchFolder()
  const gone = path.join(folder, 'gone')
  mkdirSync(gone)
  const { settings, memory } = await started(folder)
  memory.chose('save', path.join(gone, 'a.csv'))
  await settings.ended()
  expect(memory.lastOf('save')).toBe(gone)
  rmdirSync(gone)
  expect(memory.lastOf('save')).toBeNull()
  writeFileSync(gone, '')
  expect(memory.lastOf('save')).toBeNull()
})

// Would catch a second, immediate export that opens in the home folder.
test('the next dialog starts in the chosen folder before the settings are written', async () => {
  const folder = scratchFolder()
  const { settings, memory } = await started(folder)
  memory.chose('save', path.join(folder, 'a.csv'))
  expect(memory.lastOf('save')).toBe(folder)
  await settings.ended()
})

test('settings that cannot be written do not block a file', async () => {
  const { settings, log } = await started(scratchFolder())
  const memory = createFolderMemory({ ...settings, write: () => Promise.reject(new Error('disk full')) }, log)
  memory.chose('save', '/somewhere/a.csv')
  await expect.poll(() => log.lines.join('\n')).toContain('the folder of a dialog could not be stored')
})
