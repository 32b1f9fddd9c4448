/** Settings as a file: what is in it, what importing it would change, and what it may not bring along. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDataHandlers } from '../../../src/main/settings-file/handlers.ts'
import { createProfileRules } from '../../../src/main/policy/profile-rules.ts'
import { hostRule, noPolicy } from '../../../src/main/policy/read-policy.ts'
import { openDatabase } from '../../../src/main/store/database.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { createRepositories } from '../../../src/main/store/repositories.ts'
import { refusal } from '../../../src/shared/failure.ts'
import { alertRule } from '../../../src/shared/schemas/alert.ts'
import type { Question } from '../../../src/main/ipc/user-gesture.ts'
import { failureOf } from '../../support/failure-of.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { input, started, text } from '../profiles/stage.ts'
import { listeningLog, scratchFolder } from '../store/scratch.ts'
import { savedText } from '../../support/saved-text.ts'

const context = { windowId: 1 }
const blank = { name: '', voice: 'Echo', language: '', greeting: '', profileText: '', conversationId: '108' }

async function computer() {
  const stage = await started()
  const folder = scratchFolder()
  const log = listeningLog()
  const clock = createManualClock()
  const { database } = openDatabase({ file: join(folder, 'greenroom.db'), migrations, clock, log })
  onTestFinished(() => database.close())
  const file = join(folder, 'settings-of-others.json')
  const asked: Question[] = []
  const moves: string[] = []
  let isRefused = false
  let ids = 0
  const repositories = createRepositories(database, log)
  const handlers = createDataHandlers(
    {
      database,
      repositories,
      settings: stage.settings,
      clock,
      log,
      person: {
        gesture: () => Promise.resolve(),
        ask: (_windowId, question) => {
          asked.push(question)
          return isRefused ? Promise.reject(refusal('not-confirmed')) : Promise.resolve()
        },
      },
      journal: { noteAfter: () => undefined },
      saveFile: (_name, contents) => {
        writeFileSync(file, savedText(contents))
        return Promise.resolve('settings-of-others.json')
      },
      randomId: () => `made-${String((ids += 1))}`,
    },
    {
      backups: { state: () => ({ copies: [], failure: null }) },
      rules: createProfileRules(noPolicy, hostRule(noPolicy.allowedHosts)),
      choosePath: () => Promise.resolve(file),
      version: '1.2.0',
    },
    {
      beforeSave: ({ after: { id } }) => {
        moves.push(id)
        return () => void moves.push(`${id} taken back`)
      },
      onSaved: () => undefined,
      refresh: stage.profiles.refresh,
      onChanged: () => undefined,
    },
  )
  return {
    ...stage,
    database,
    handlers,
    file,
    asked,
    moves,
    alerts: repositories.alerts,
    presets: repositories.presets,
    refuse: () => {
      isRefused = true
    },
    choose: () => handlers['settings.chooseImport']({}, context),
    importIt: (importId: string) => handlers['settings.import']({ importId }, context),
  }
}

async function filled() {
  const from = await computer()
  const { profile } = await from.profiles.save(input())
  from.alerts.saveRule(
    profile.id,
    alertRule.parse({
      id: 'r1',
      appId: null,
      condition: { kind: 'drop-to-zero' },
      severity: 'warning',
      isOn: true,
      snoozedUntil: null,
    }),
    8,
  )
  from.presets.save(profile.id, { name: 'Lobby voice', fields: blank, formerName: null })
  return { ...from, profile }
}

async function moved(change: (text: string) => string = (same) => same) {
  const from = await filled()
  await from.handlers['settings.export']({}, context)
  const to = await computer()
  writeFileSync(to.file, change(readFileSync(from.file, 'utf8')))
  return { from, to }
}

describe('exporting', () => {
  // Would catch a secret that came into the file by any way.
  test('holds what an operator set, and no secret', async () => {
    const { from } = await moved()
    const written = readFileSync(from.file, 'utf8')
    for (const stored of ['Lobby', 'drop-to-zero', 'Lobby voice']) expect(written).toContain(stored)
    expect(written).not.toContain(text)
  })
})

describe('importing', () => {
  test('shows everything as new on another computer, changes nothing before, and all of it after', async () => {
    const { from, to } = await moved()
    const preview = await to.choose()
    expect(preview?.entries.filter(({ change }) => change === 'added').map(({ kind }) => kind)).toEqual([
      'profile',
      'alert-rule',
      'alert-settings',
      'preset',
    ])
    expect(to.settings.read().profiles).toEqual([])
    await to.importIt(preview?.importId ?? '')
    expect(to.settings.read().profiles).toEqual([from.profile])
    expect(to.alerts.rules(from.profile.id)).toEqual(from.alerts.rules(from.profile.id))
    expect(to.presets.list(from.profile.id)).toEqual(from.presets.list(from.profile.id))
    expect((await to.choose())?.entries.every(({ change }) => change === 'unchanged')).toBe(true)
  })

  test('names each field that changes, and keeps what the file does not know', async () => {
    const { to } = await moved()
    await to.importIt((await to.choose())?.importId ?? '')
    const [profile] = to.settings.read().profiles
    if (profile === undefined) throw new Error('nothing was imported')
    to.presets.save(profile.id, { name: 'Only here', fields: blank, formerName: null })
    const shortcuts = { palette: 'CmdOrCtrl+P' }
    await to.settings.write(({ preferences }) => ({ preferences: { ...preferences, shortcuts } }))
    writeFileSync(to.file, readFileSync(to.file, 'utf8').replace('"colour": "red"', '"colour": "blue"'))
    const preview = await to.choose()
    const changed = preview?.entries.filter(({ change }) => change === 'changed')
    expect(changed).toMatchObject([{ kind: 'profile', fields: [{ field: 'colour', before: 'red', after: 'blue' }] }])
    await to.importIt(preview?.importId ?? '')
    expect(to.presets.list(profile.id).map(({ name }) => name)).toEqual(['Lobby voice', 'Only here'])
    expect(to.settings.read().preferences.shortcuts).toEqual(shortcuts)
  })

  test('a profile of the same name and origin is the same one, whatever its id', async () => {
    const { to } = await moved()
    const { profile } = await to.profiles.save(input())
    const preview = await to.choose()
    expect(preview?.entries.find(({ kind }) => kind === 'profile')?.change).toBe('unchanged')
    await to.importIt(preview?.importId ?? '')
    expect(to.settings.read().profiles).toEqual([profile])
    expect(to.alerts.rules(profile.id)).toHaveLength(1)
  })

  // Would catch a file that sends a stored secret to a host of its own choice.
  test('another address does not get the secret that is kept here', async () => {
    const { from, to } = await moved()
    const { profile } = await to.profiles.save(input())
    const other = readFileSync(from.file, 'utf8')
      .replaceAll(from.profile.id, profile.id)
      .replaceAll('service.example', 'evil.example')
    writeFileSync(to.file, other)
    await to.importIt((await to.choose())?.importId ?? '')
    expect((await to.profiles.wholeView()).profiles).toMatchObject([
      { profile: { baseUrl: 'https://evil.example/openapi/v2' }, secret: 'other-host' },
    ])
  })

  test('a person is told of protection that sinks, and without them nothing changes', async () => {
    const { from, to } = await moved()
    const { profile } = await to.profiles.save(input())
    writeFileSync(to.file, readFileSync(from.file, 'utf8').replace('"protection": "confirm"', '"protection": "open"'))
    to.refuse()
    const preview = await to.choose()
    expect(await failureOf(to.importIt(preview?.importId ?? ''))).toMatchObject({ reason: 'not-confirmed' })
    expect(to.asked).toMatchObject([{ kind: 'import-settings', lowered: ['Lobby'] }])
    expect(to.settings.read().profiles).toEqual([profile])
  })

  test('is refused when it would change something else by now', async () => {
    const { to } = await moved()
    const preview = await to.choose()
    await to.profiles.save(input({ name: 'Lobby', baseUrl: 'https://service.example/openapi/v3' }))
    expect(await failureOf(to.importIt(preview?.importId ?? ''))).toMatchObject({ reason: 'confirmation-expired' })
    expect(await failureOf(to.importIt('made-up'))).toMatchObject({ reason: 'confirmation-expired' })
  })

  // Would catch a queue that is paused, and calls that are marked as ended, though nothing was imported.
  test('moves no profile that could not be written', async () => {
    const { to } = await moved()
    const { profile } = await to.profiles.save(input({ baseUrl: 'https://service.example/openapi/v3' }))
    const preview = await to.choose()
    to.breakDisk()
    expect(await failureOf(to.importIt(preview?.importId ?? ''))).toMatchObject({ kind: 'storage' })
    expect([to.moves, to.settings.read().profiles]).toEqual([[], [profile]])
  })

  // Would catch a profile, or a preference, that was saved in another window meanwhile and is gone with the import.
  test('that is taken back takes back nothing else', async () => {
    const { from, to } = await moved((file) => file.replace('"theme": "system"', '"theme": "dark"'))
    const { profile } = await to.profiles.save(input())
    const other = readFileSync(from.file, 'utf8').replaceAll(from.profile.id, profile.id)
    writeFileSync(to.file, other.replaceAll('openapi/v2', 'openapi/v3'))
    const preview = await to.choose()
    to.database.exec("CREATE TRIGGER no_presets BEFORE INSERT ON presets BEGIN SELECT RAISE(ABORT, 'no'); END")
    let writes = 0
    to.onWrite(async () => {
      writes += 1
      // Before what the import writes, and before it is put back.
      if (writes <= 2) await to.inStore({ name: `Tower ${String(writes)}` })
    })
    await expect(to.importIt(preview?.importId ?? '')).rejects.toThrow()
    const [lobby, ...others] = to.settings.read().profiles
    expect(lobby).toEqual(profile)
    expect(others.map(({ name }) => name)).toEqual(['Tower 1', 'Tower 2'])
    expect(to.settings.read().preferences.theme).toBe('system')
    expect(to.moves).toEqual([profile.id, `${profile.id} taken back`])
  })

  // Would catch profiles without their rules after a write that failed half way.
  test('leaves the settings as they were when the rules cannot be written', async () => {
    const { to } = await moved()
    const preview = await to.choose()
    to.database.exec("CREATE TRIGGER no_presets BEFORE INSERT ON presets BEGIN SELECT RAISE(ABORT, 'no'); END")
    await expect(to.importIt(preview?.importId ?? '')).rejects.toThrow()
    expect(to.settings.read().profiles).toEqual([])
    expect(to.database.prepare('SELECT count(*) AS n FROM alert_rules').get()).toEqual({ n: 0 })
  })

  test.each([
    ['no JSON', 'half a {', 'not-settings'],
    ['another JSON', '{"profiles": []}', 'not-settings'],
    ['a newer one', '{"format": "greenroom-settings", "version": 2}', 'newer-settings'],
    ['a damaged one', '{"format": "greenroom-settings", "version": 1, "profiles": 7}', 'not-settings'],
  ])('%s is refused with its reason', async (_, content, reason) => {
    const to = await computer()
    writeFileSync(to.file, content)
    expect(await failureOf(Promise.resolve(to.choose()))).toMatchObject({ kind: 'refused', reason })
  })

  test.each([
    ['practice', (file: string) => file.replace('"kind": "service"', '"kind": "practice"')],
    ['with a field for a secret', (file: string) => file.replace('"colour"', '"secret": "x", "colour"')],
    ['on a link-local address', (file: string) => file.replaceAll('https://service.example', 'http://169.254.169.254')],
  ])('a profile that is %s is refused', async (_, change) => {
    const { to } = await moved(change)
    expect(await failureOf(Promise.resolve(to.choose()))).toMatchObject({ kind: 'refused' })
    expect(to.settings.read().profiles).toEqual([])
  })
})
