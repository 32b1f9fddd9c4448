import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSettings } from '../../../src/main/store/settings.ts'
import type { Settings } from '../../../src/main/store/settings.ts'
import type { StoredSettings } from '../../../src/shared/schemas/settings.ts'
import { sampleProfile } from './sample-profile.ts'
import { mounts, runOnSmallDisk } from '../../support/small-disk.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { ended, line, listeningLog, startScript, tickingClock } from './scratch.ts'

const lobby = sampleProfile('lobby')
const tower = sampleProfile('tower')
const dark = { theme: 'dark', language: 'zh-CN', density: 'compact', runsInBackground: false } as const
const filled: StoredSettings = { preferences: dark, profiles: [lobby, tower], openProfileId: tower.id }

function open(folder: string): Promise<Settings> {
  return openSettings({ folder, clock: tickingClock(), log: listeningLog() })
}

function left(folder: string, text: string): string {
  writeFileSync(join(folder, 'settings.json'), text)
  return text
}

test('a first start has the defaults and writes nothing', async () => {
  const folder = scratchFolder()
  const settings = await open(folder)
  expect(settings.read()).toEqual({
    preferences: { theme: 'system', language: 'system', density: 'comfortable', runsInBackground: true },
    profiles: [],
    openProfileId: null,
  })
  expect(readdirSync(folder)).toEqual([])
})

test('written settings are read again', async () => {
  const folder = scratchFolder()
  const settings = await open(folder)
  await Promise.all([settings.write({ preferences: dark }), settings.write({ profiles: [lobby, tower] })])
  await settings.write({ openProfileId: tower.id })
  const again = await open(folder)
  expect(again.read()).toEqual(filled)
  expect(again.quarantinedAs).toBeNull()
})

test("the file is the operator's alone", { tags: 'posix' }, async () => {
  const folder = scratchFolder()
  await (await open(folder)).write({ preferences: dark })
  expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)
})

describe('an invalid file is quarantined unchanged', () => {
  const whole = JSON.stringify(filled, null, 2)
  test.each([
    ['not JSON at all', 'no settings here'],
    ['an empty file', ''],
    ['another JSON value', '[1, 2]'],
    ['a bad profile', JSON.stringify({ ...filled, profiles: [{ ...tower, baseUrl: 'not an address' }, lobby] })],
    ['a truncated file', whole.slice(0, whole.lastIndexOf('"protection"'))],
    ['no preferences', JSON.stringify({ ...filled, preferences: null })],
  ])('%s', async (_, text) => {
    const folder = scratchFolder()
    left(folder, text)
    const settings = await open(folder)
    expect(settings.quarantinedAs).toMatch(/^settings\.json\.corrupt-2026-03-01T12-00-0\d-000Z$/)
    expect(readFileSync(join(folder, settings.quarantinedAs ?? ''), 'utf8')).toBe(text)
    expect(settings.read()).toMatchObject({ profiles: [], openProfileId: null })
    const again = await open(folder)
    expect(again.quarantinedAs).toBeNull()
    expect(again.read()).toEqual(settings.read())
  })

  test('a folder at its path', async () => {
    const folder = scratchFolder()
    mkdirSync(join(folder, 'settings.json'))
    const settings = await open(folder)
    expect(readdirSync(folder).sort()).toEqual(['settings.json', settings.quarantinedAs, 'settings.json.previous'])
  })
})

test('keys of a newer version are dropped, wherever they are', async () => {
  const folder = scratchFolder()
  const newer = {
    ...filled,
    tray: { hides: true },
    preferences: { ...dark, sounds: 'none' },
    profiles: [
      { ...lobby, region: 'eu', creation: { ...lobby.creation, pace: 3 } },
      { ...tower, applications: tower.applications.map((one) => ({ ...one, icon: 'door' })) },
    ],
  }
  left(folder, JSON.stringify(newer))
  const settings = await open(folder)
  expect(settings.quarantinedAs).toBeNull()
  expect(settings.read()).toEqual(filled)
})

// Would catch a queue that is paused for a different account while the profile still names the previous account.
test('the effect of a change and the settings that are read afterwards change together', async () => {
  const settings = await open(scratchFolder())
  const seen: unknown[] = []
  await settings.write(() => {
    queueMicrotask(() => seen.push(settings.read().openProfileId))
    return { profiles: [tower], openProfileId: tower.id }
  })
  expect(seen).toEqual([tower.id])
})

test('a started write is on disk when the settings have ended', async () => {
  const folder = scratchFolder()
  const settings = await open(folder)
  void settings.write({ preferences: dark })
  await settings.ended()
  expect((await open(folder)).read().preferences).toEqual(dark)
})

test('an unknown preference falls back to its default, and the profiles stay', async () => {
  const folder = scratchFolder()
  left(folder, JSON.stringify({ ...filled, preferences: { ...dark, language: 'tlh' } }))
  const settings = await open(folder)
  expect(settings.quarantinedAs).toBeNull()
  expect(settings.read()).toEqual({ ...filled, preferences: { ...dark, language: 'system' } })
})

// Would catch profiles that are lost because the program ended, or the disk was full, between the two files.
test('a missing file is replaced by its last version, and no unusable file is overwritten', async () => {
  const folder = scratchFolder()
  writeFileSync(join(folder, 'settings.json.previous'), JSON.stringify(filled))
  expect((await open(folder)).read()).toEqual(filled)
  const damaged = scratchFolder()
  left(damaged, '{')
  writeFileSync(join(damaged, 'settings.json.previous'), '{"profiles":')
  const settings = await open(damaged)
  expect(settings.read().profiles).toEqual([])
  const kept = readdirSync(damaged).filter((name) => name.includes('.corrupt-'))
  expect(kept.map((name) => readFileSync(join(damaged, name), 'utf8')).sort()).toEqual(['{', '{"profiles":'])
})

test('a damaged file is replaced by its last version', async () => {
  const folder = scratchFolder()
  const settings = await open(folder)
  await settings.write(filled)
  await settings.write({ preferences: { ...dark, theme: 'light' } })
  left(folder, '{"preferences": {"theme": "light"')
  expect((await open(folder)).read()).toEqual(filled)
})

test('a process that is killed while it writes leaves complete settings', async () => {
  const folder = scratchFolder()
  for (const more of [1, 7, 18]) {
    const before = (await open(folder)).read().profiles.length
    const child = startScript('settings-process.ts', [folder])
    await line(child, new RegExp(`^wrote ${String(before + more)}$`))
    const gone = ended(child)
    child.kill('SIGKILL')
    await gone
    const settings = await open(folder)
    expect(settings.quarantinedAs).toBeNull()
    expect(settings.read().profiles.length).toBeGreaterThanOrEqual(before + more)
  }
})

test.runIf(mounts)('a full disk is a failure that says so, and the last settings stay', { tags: 'linux' }, async () => {
  const folder = scratchFolder()
  const script = join(import.meta.dirname, 'settings-process.ts')
  const said = runOnSmallDisk({ folder, size: '64k', script, after: 'cp "$1"/disk/settings.json "$1/"' })
  const count = /storage full with (\d+)\n$/.exec(said)?.[1]
  const settings = await open(folder)
  expect(settings.quarantinedAs).toBeNull()
  expect(settings.read().profiles).toHaveLength(Number(count))
})
