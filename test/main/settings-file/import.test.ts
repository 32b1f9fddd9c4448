/** The settings file: its content, the preview of an import, and the import itself. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDataHandlers } from '../../../src/main/settings-file/handlers.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { createRepositories } from '../../../src/main/store/repositories.ts'
import { openSettings } from '../../../src/main/store/settings.ts'
import { refusal } from '../../../src/shared/failure.ts'
import { alertRule } from '../../../src/shared/schemas/alert.ts'
import type { ImportPreview } from '../../../src/shared/schemas/settings-file.ts'
import type { Question } from '../../../src/main/ipc/user-gesture.ts'
import { setAlertStage } from '../alerts/stage.ts'
import { failureOf } from '../../support/failure-of.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { input, started, text } from '../profiles/stage.ts'
import { openScratchDatabase, scratchFolder } from '../../support/scratch-folder.ts'
import { profileOf } from '../../support/subjects.ts'
import { listeningLog } from '../store/scratch.ts'
import { savedText } from '../../support/saved-text.ts'

const context = { windowId: 1 }
const blank = { name: '', voice: 'Echo', language: '', greeting: '', profileText: '', conversationId: '108' }

async function computer() {
  const stage = await started()
  const folder = scratchFolder()
  const log = listeningLog()
  const clock = createManualClock()
  const { database } = openScratchDatabase({ file: join(folder, 'greenroom.db'), migrations, clock, log })
  const file = join(folder, 'settings-of-others.json')
  const asked: Question[] = []
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
      saveFile: (_name, contents) => {
        writeFileSync(file, savedText(contents))
        return Promise.resolve('settings-of-others.json')
      },
      randomId: () => `made-${String((ids += 1))}`,
    },
    {
      backups: { state: () => ({ copies: [], failure: null }) },
      saveProfile: stage.inWindow.saveImported,
      chooseFile: () => Promise.resolve(file),
      version: '1.2.0',
      onPreferencesChanged: () => undefined,
      onRulesImported: () => undefined,
    },
  )
  return {
    ...stage,
    database,
    handlers,
    file,
    asked,
    alerts: repositories.alerts,
    presets: repositories.presets,
    refuse: () => {
      isRefused = true
    },
    choose: () => handlers['settings.chooseImport']({}, context),
    importIt: (importId: string) => handlers['settings.import']({ importId }, context),
    failuresOf: async (preview: ImportPreview | null) => {
      const { profiles } = await handlers['settings.import']({ importId: preview?.importId ?? '' }, context)
      return profiles.map(({ failure }) => failure)
    },
  }
}

async function filled() {
  const from = await computer()
  const { profile } = await from.profiles.save(input())
  from.alerts.saveRule(
    profile.id,
    alertRule.parse({
      kind: 'no-change',
      appId: null,
      value: 0,
      minutes: 30,
      severity: 'warning',
      isOn: true,
      snoozedUntil: null,
    }),
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

/** A profile that is open with its alerts, and an import of its own export with a change. */
async function openWithAlerts() {
  const stage = setAlertStage()
  const { alerts, clock, dataFolder, log } = stage
  const settings = await openSettings({ folder: dataFolder, clock, log })
  await settings.write({ profiles: [profileOf()] })
  let exported = ''
  const file = join(dataFolder, 'changed.json')
  const handlers = createDataHandlers(
    {
      ...stage,
      settings,
      saveFile: (name, contents) => {
        exported = savedText(contents)
        return Promise.resolve(name)
      },
    },
    {
      backups: { state: () => ({ copies: [], failure: null }) },
      saveProfile: () => Promise.resolve(),
      chooseFile: () => Promise.resolve(file),
      version: '1.2.0',
      onPreferencesChanged: () => undefined,
      onRulesImported: () => alerts().imported(),
    },
  )
  return {
    ...stage,
    importWith: async (change: (text: string) => string): Promise<void> => {
      await handlers['settings.export']({}, context)
      writeFileSync(file, change(exported))
      const preview = await handlers['settings.chooseImport']({}, context)
      await handlers['settings.import']({ importId: preview?.importId ?? '' }, context)
    },
  }
}

describe('exporting', () => {
  // Would catch a secret in the file.
  test('writes profiles, rules and presets, and no secret', async () => {
    const { from } = await moved()
    const written = readFileSync(from.file, 'utf8')
    for (const stored of ['Lobby', 'no-change', 'Lobby voice']) expect(written).toContain(stored)
    expect(written).not.toContain(text)
  })
})

describe('importing', () => {
  test('shows everything as new on a different computer, and writes it only after the confirmation', async () => {
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

  test('names each changed field, and keeps presets and preferences that the file does not have', async () => {
    const { to } = await moved()
    await to.importIt((await to.choose())?.importId ?? '')
    const [profile] = to.settings.read().profiles
    if (profile === undefined) throw new Error('nothing was imported')
    to.presets.save(profile.id, { name: 'Only here', fields: blank, formerName: null })
    writeFileSync(to.file, readFileSync(to.file, 'utf8').replace('"colour": "red"', '"colour": "blue"'))
    const preview = await to.choose()
    const changed = preview?.entries.filter(({ change }) => change === 'changed')
    expect(changed).toMatchObject([{ kind: 'profile', fields: [{ field: 'colour', before: 'red', after: 'blue' }] }])
    await to.importIt(preview?.importId ?? '')
    expect(to.presets.list(profile.id).map(({ name }) => name)).toEqual(['Lobby voice', 'Only here'])
  })

  // Would catch a rule of the file that becomes a second rule of its kind.
  test('a rule replaces the rule of its kind and application', async () => {
    const { to } = await moved()
    await to.importIt((await to.choose())?.importId ?? '')
    const [profile] = to.settings.read().profiles
    if (profile === undefined) throw new Error('nothing was imported')
    writeFileSync(to.file, readFileSync(to.file, 'utf8').replace('"minutes": 30', '"minutes": 45'))
    const preview = await to.choose()
    expect(preview?.entries.filter(({ change }) => change === 'changed')).toMatchObject([
      { kind: 'alert-rule', name: 'no-change', fields: [{ field: 'minutes', before: '30', after: '45' }] },
    ])
    await to.importIt(preview?.importId ?? '')
    expect(to.alerts.rules(profile.id)).toMatchObject([{ kind: 'no-change', minutes: 45 }])
  })

  test('a profile with the same name and origin is the same profile, whatever its id', async () => {
    const { to } = await moved()
    const { profile } = await to.profiles.save(input())
    const preview = await to.choose()
    expect(preview?.entries.find(({ kind }) => kind === 'profile')?.change).toBe('unchanged')
    await to.importIt(preview?.importId ?? '')
    expect(to.settings.read().profiles).toEqual([profile])
    expect(to.alerts.rules(profile.id)).toHaveLength(1)
  })

  // Would catch a profile that is taken for the renamed profile whose earlier name it has.
  test('a profile with the earlier name of a renamed profile is a further profile', async () => {
    const { from, to } = await moved()
    await to.importIt((await to.choose())?.importId ?? '')
    await from.profiles.save(input({ id: from.profile.id, name: 'Lobby of 2025' }))
    const { profile: lobby } = await from.profiles.save(input())
    await from.handlers['settings.export']({}, context)
    writeFileSync(to.file, readFileSync(from.file, 'utf8'))
    const preview = await to.choose()
    expect(preview?.entries.filter(({ kind }) => kind === 'profile').map(({ change }) => change)).toEqual([
      'changed',
      'added',
    ])
    expect(await to.failuresOf(preview)).toEqual([null, null])
    expect(to.settings.read().profiles).toMatchObject([
      { id: from.profile.id, name: 'Lobby of 2025' },
      { id: lobby.id, name: 'Lobby' },
    ])
  })

  // Would catch a file that sends a stored secret to a host of the file's choice.
  test('a changed address does not get the stored secret', async () => {
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

  test('a person is asked about lowered protection, and without an answer nothing changes', async () => {
    const { from, to } = await moved()
    const { profile } = await to.profiles.save(input())
    writeFileSync(to.file, readFileSync(from.file, 'utf8').replace('"protection": "confirm"', '"protection": "open"'))
    to.refuse()
    const preview = await to.choose()
    expect(await failureOf(to.importIt(preview?.importId ?? ''))).toMatchObject({ reason: 'not-confirmed' })
    expect(to.asked).toMatchObject([{ kind: 'import-settings', lowered: ['Lobby'] }])
    expect(to.settings.read().profiles).toEqual([profile])
  })

  test('is refused when the profile or its rules were changed since the preview', async () => {
    const { to } = await moved()
    const { profile } = await to.profiles.save(input())
    const preview = await to.choose()
    to.presets.save(profile.id, { name: 'Only here', fields: blank, formerName: null })
    expect(await to.failuresOf(preview)).toMatchObject([{ reason: 'confirmation-expired' }])
    expect(to.alerts.rules(profile.id)).toEqual([])
    const again = await to.choose()
    await to.profiles.save(input({ id: profile.id, baseUrl: 'https://service.example/openapi/v3' }))
    expect(await to.failuresOf(again)).toMatchObject([{ reason: 'confirmation-expired' }])
    expect(to.settings.read().profiles).toMatchObject([{ baseUrl: 'https://service.example/openapi/v3' }])
    expect(await failureOf(to.importIt('made-up'))).toMatchObject({ reason: 'confirmation-expired' })
  })

  // Would catch a profile that is reported as not imported although its fields were written.
  test('writes no field of a profile whose rules were changed since the preview', async () => {
    const { to } = await moved((file) => file.replace('"colour": "red"', '"colour": "blue"'))
    const { profile } = await to.profiles.save(input())
    const preview = await to.choose()
    to.presets.save(profile.id, { name: 'Only here', fields: blank, formerName: null })
    expect(await to.failuresOf(preview)).toMatchObject([{ reason: 'confirmation-expired' }])
    expect(to.settings.read().profiles).toEqual([profile])
  })

  // Would catch an import that waits for its turn, and then overwrites what a different window has saved meanwhile.
  test('does not write over a profile that is saved meanwhile', async () => {
    const { to } = await moved((file) => file.replace('"colour": "red"', '"colour": "blue"'))
    const { profile } = await to.profiles.save(input())
    const preview = await to.choose()
    const { fields } = input()
    const isWriting = Promise.withResolvers<undefined>()
    to.onWrite(() => isWriting.resolve(undefined))
    const saving = to.profiles.save({
      id: profile.id,
      fields: { ...fields, durationUnit: 'minutes' },
      secret: { kind: 'keep' },
    })
    await isWriting.promise
    await Promise.allSettled([saving, to.importIt(preview?.importId ?? '')])
    expect(to.settings.read().profiles).toMatchObject([{ durationUnit: 'minutes', colour: 'red' }])
  })

  // Would catch a queue that is paused, and calls that are marked as ended, although nothing was imported.
  test('moves no profile that could not be written', async () => {
    const { to } = await moved()
    const { profile } = await to.profiles.save(input({ baseUrl: 'https://service.example/openapi/v3' }))
    const preview = await to.choose()
    to.breakDisk()
    expect(await to.failuresOf(preview)).toMatchObject([{ kind: 'storage' }])
    expect([to.moved, to.settings.read().profiles]).toEqual([[], [profile]])
  })

  // Would catch jobs that were confirmed for one account and are paid by the account of an imported profile.
  test('pauses jobs that were confirmed for a profile whose address changes', async () => {
    const { to } = await moved()
    const { profile } = await to.profiles.save(input({ baseUrl: 'https://service.example/openapi/v3' }))
    expect(await to.failuresOf(await to.choose())).toEqual([null])
    expect(to.moved).toEqual([`${profile.id} https://service.example/openapi/v3`])
  })

  // Would catch one refused profile that prevents the others, and a failure that goes unnoticed.
  test('reports a result for each profile, and a refused profile does not prevent the others', async () => {
    const { from, to } = await moved()
    const { profile: hall } = await from.profiles.save(input({ name: 'Hall', baseUrl: 'https://hall.example/v2' }))
    await from.handlers['settings.export']({}, context)
    const inMetadata = readFileSync(from.file, 'utf8').replaceAll('https://service.example', 'http://169.254.169.254')
    writeFileSync(to.file, inMetadata)
    const preview = await to.choose()
    const { profiles } = await to.importIt(preview?.importId ?? '')
    expect(profiles).toMatchObject([
      { name: 'Lobby', failure: { kind: 'refused', reason: 'link-local' } },
      { name: 'Hall', failure: null },
    ])
    expect(to.settings.read().profiles).toEqual([hall])
    expect(to.alerts.rules(from.profile.id)).toEqual([])
  })

  // Would catch an import that opens a profile at the next start, or in a window.
  test('opens no profile', async () => {
    const { to } = await moved()
    await to.importIt((await to.choose())?.importId ?? '')
    expect([to.opened, to.settings.read().openProfileId]).toEqual([[], null])
  })

  // Would catch an open profile that continues with its earlier rules, and writes its earlier settings over the
  // imported ones at the next change.
  test('the rules of an open profile are in force immediately, and stay when one of them is changed', async () => {
    const { alerts, set, see, active, importWith, repositories, pushed } = await openWithAlerts()
    await set({ kind: 'at-or-above', value: 10, minutes: 0 })
    await alerts().handlers['alert.setSettings']({ capacities: { lobby: 30 } }, context)
    see(10)
    await importWith((file) => file.replace('"value": 10', '"value": 20').replace('"lobby": 30', '"lobby": 40'))
    expect(await active()).toEqual([])
    expect(pushed('alerts.changed').at(-1)).toMatchObject({ rules: [{ value: 20 }], active: [] })
    see(20)
    expect(await active()).toEqual(['at-or-above'])
    await alerts().handlers['alert.setSettings']({ quietHours: { from: '22:00', until: '06:00' } }, context)
    expect(repositories.alerts.settings(profileOf().id)).toMatchObject({ capacities: { lobby: 40 } })
  })

  test('reports rules that could not be written, and writes them at the next import', async () => {
    const { from, to } = await moved()
    to.database.exec("CREATE TRIGGER no_presets BEFORE INSERT ON presets BEGIN SELECT RAISE(ABORT, 'no'); END")
    expect(await to.failuresOf(await to.choose())).toMatchObject([{ kind: 'internal' }])
    expect(to.database.prepare('SELECT count(*) AS n FROM alert_rules').get()).toEqual({ n: 0 })
    to.database.exec('DROP TRIGGER no_presets')
    expect(await to.failuresOf(await to.choose())).toEqual([null])
    expect(to.presets.list(from.profile.id)).toHaveLength(1)
  })

  // Would catch an exported file that is refused after Notepad or PowerShell saved it.
  test.each([
    ['UTF-8 with a byte order mark', (file: string) => Buffer.from(`\uFEFF${file}`)],
    ['UTF-16', (file: string) => Buffer.from(`\uFEFF${file}`, 'utf16le')],
  ])('a file that an editor saved as %s is read', async (_, encoded) => {
    const { from, to } = await moved()
    writeFileSync(to.file, encoded(readFileSync(from.file, 'utf8')))
    await to.importIt((await to.choose())?.importId ?? '')
    expect(to.settings.read().profiles).toEqual([from.profile])
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
    ['with a number that its alert cannot have', (file: string) => file.replace('"minutes": 30', '"minutes": 0')],
  ])('a profile that is %s is refused', async (_, change) => {
    const { to } = await moved(change)
    expect(await failureOf(Promise.resolve(to.choose()))).toMatchObject({ kind: 'refused' })
    expect(to.settings.read().profiles).toEqual([])
  })
})
