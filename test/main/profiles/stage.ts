import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { NewActivity } from '../../../src/main/context/journal.ts'
import { createProfileRules } from '../../../src/main/policy/profile-rules.ts'
import { hostRule, noPolicy } from '../../../src/main/policy/read-policy.ts'
import { createProfiles } from '../../../src/main/profiles/profiles.ts'
import { isOtherAccount } from '../../../src/main/vault/secret.ts'
import { openSettings } from '../../../src/main/store/settings.ts'
import type { Settings } from '../../../src/main/store/settings.ts'
import { createKeychain } from '../../../src/main/vault/keychain.ts'
import { createVault } from '../../../src/main/vault/vault.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { profileInput } from '../../../src/shared/schemas/profile.ts'
import type { ProfileId } from '../../../src/shared/ids.ts'
import type { Profile, ProfileInput } from '../../../src/shared/schemas/profile.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { listeningLog } from '../store/scratch.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { createTestPerson } from '../../support/test-person.ts'
import { testKeychain } from '../vault/test-keychain.ts'

export const text = 'eyJhbGciOi.of-the-lobby'
export const noBus = 'Cannot autolaunch D-Bus without X11 $DISPLAY'
export const locked = 'Cannot create an item in a locked collection'
export const account = { at: 1, avatarCreationsLeft: 37, durationLeft: 600 }
export const contents = {
  drafts: 2,
  portraits: 3,
  jobs: 1,
  snapshots: 0,
  sessions: 0,
  samples: 0,
  rules: 0,
  watchedFiles: 0,
}
export const practice = {
  baseUrl: 'http://127.0.0.1:4001/openapi/v2',
  origin: 'http://127.0.0.1:4001',
  appId: '1990000000000000001',
  appKey: '0c1d2e3f-practice',
  applications: [{ appId: '1990000000000000002', label: 'Lobby' }],
  conversations: [{ conversationId: '108', name: 'Sample', voice: 'Echo', isPublic: false }],
}

/** The input that the form sends. */
export function input(
  changes: Partial<{ id: string; baseUrl: string; unencryptedOrigin: string; name: string; secret: unknown }> = {},
): ProfileInput {
  return profileInput.parse({
    id: changes.id ?? null,
    fields: {
      name: changes.name ?? 'Lobby',
      baseUrl: changes.baseUrl ?? 'https://service.example/openapi/v2/',
      unencryptedOrigin: changes.unencryptedOrigin ?? '',
      authentication: { kind: 'access-token' },
      applications: [],
      mediaBaseUrl: '',
      durationUnit: 'unknown',
      protection: 'confirm',
      colour: 'red',
    },
    secret: changes.secret ?? { kind: 'set', value: text, keepIn: 'keychain' },
  })
}

/** The profiles of a main process over a folder; using the same folder and keychain again simulates a restart. */
export async function started({ folder = scratchFolder(), backing = testKeychain(), policy = noPolicy } = {}) {
  const person = createTestPerson()
  const clock = createManualClock()
  const log = listeningLog()
  const opened: (string | null)[] = []
  const saved: string[] = []
  const noted: NewActivity[] = []
  const tested: string[] = []
  const gone: string[] = []
  const moved: string[] = []
  let changes = 0
  let practiceFails = false
  let erasingFails = false
  const erased: string[] = []
  let port = 4_001
  const opening = await openSettings({ folder, clock, log, leastProtection: policy.leastProtection })
  let isDiskBroken = false
  let duringWrite: () => unknown = () => undefined
  let duringEnd: () => unknown = () => undefined
  let duringErase: () => unknown = () => undefined
  const asked: { readonly typed: string | null; readonly stored: string | null }[] = []
  let duringTest: () => unknown = () => undefined
  const full = new FailureError({ kind: 'storage', reason: 'full', detail: 'settings.json' })
  const settings: Settings = {
    ...opening,
    write: async (changed) => {
      if (isDiskBroken) throw full
      await duringWrite()
      await opening.write(changed)
    },
  }
  const keychain = createKeychain({
    clock,
    log,
    onRecovered: () => undefined,
    loadNative: () => Promise.resolve(backing.native),
  })
  const unfinished = { read: () => settings.read().unfinishedSecrets ?? {}, write: settings.write }
  const { sessionOnlySecrets } = policy
  const vault = createVault({ keychain, log, sessionOnlySecrets, unfinished })
  const window = 1
  let shown: ProfileId | null = null
  const inWindow = createProfiles(
    {
      person,
      settings,
      clock,
      log,
      randomId: () => crypto.randomUUID(),
      journal: { noteAfter: (entry) => noted.push(entry) },
    },
    {
      rules: createProfileRules(policy, hostRule(policy.allowedHosts)),
      vault,
      expiryOf: (secret) => (secret.open() === text ? 1_772_370_000_000 : null),
      testConnection: async (fields, secret) => {
        tested.push(`${fields.baseUrl} ${secret.open()}`)
        await duringTest()
        if (secret.open() === 'wrong') throw new FailureError({ kind: 'no-token' })
        return { account, tookMs: 12 }
      },
      practice: {
        start: (seed) => {
          if (seed !== undefined) erased.push(`new world ${seed}`)
          return practiceFails
            ? Promise.reject(new Error('listen EADDRINUSE'))
            : Promise.resolve({ ...practice, baseUrl: practice.baseUrl.replace('4001', String(port)) })
        },
        state: () => null,
        set: () => null,
        sessionIds: () => null,
      },
      practiceName: () => '练习服务',
      addSamples: () => undefined,
      capacities: { read: () => ({}), change: () => undefined },
      eraser: {
        contents: () => contents,
        end: async (id) => {
          erased.push(`end ${id}`)
          await duringEnd()
          return () => void erased.push(`go on ${id}`)
        },
        eraseWorld: () => Promise.resolve(),
        erase: async (id) => {
          if (erasingFails) throw full
          erased.push(`erase ${id}`)
          await duringErase()
        },
      },
    },
    {
      beforeSave: ({ before, after, typed, stored }) => {
        if (before === null) return () => undefined
        asked.push({ typed: typed?.open() ?? null, stored: stored?.open() ?? null })
        const { id } = before
        const current = settings.read().profiles.find((one) => one.id === id)
        if (isOtherAccount(before, after)) moved.push(`${id} ${current?.baseUrl ?? ''}`)
        return () => void moved.push(`${id} taken back`)
      },
      onChanged: () => (changes += 1),
      shownIn: () => shown,
      onOpened: (_windowId, profile) => {
        shown = profile?.id ?? null
        opened.push(profile?.name ?? null)
      },
      onSaved: (profile) => void saved.push(profile.name),
      onRemoved: (id) => {
        if (shown !== id) return
        shown = null
        opened.push(null)
      },
      onSecretGone: (id) => gone.push(id),
    },
  )
  // Everything happens in one window, unless a test says otherwise.
  const profiles = {
    ...inWindow,
    save: (fields: ProfileInput) => inWindow.save(fields, window),
    open: (id: ProfileId) => inWindow.open(id, window),
    askToRemove: (id: ProfileId) => inWindow.askToRemove(id, window),
    reopen: () => inWindow.reopen(window),
    openPractice: () => inWindow.openPractice(window),
    resetPractice: (seed: string) => inWindow.resetPractice(seed, window),
    current: () => settings.read().profiles.find(({ id }) => id === shown) ?? null,
    /** The view once the keychain has answered. */
    wholeView: async () => {
      await expect.poll(() => JSON.stringify(inWindow.view())).not.toContain('reading')
      return { ...inWindow.view(), openProfileId: shown }
    },
  }
  return {
    folder,
    backing,
    person,
    saved,
    inWindow,
    clock,
    log,
    settings,
    profiles,
    opened,
    gone,
    moved,
    noted,
    tested,
    changes: () => changes,
    breakDisk: () => (isDiskBroken = true),
    erased,
    failErasing: () => (erasingFails = true),
    vault,
    onWrite: (work: () => unknown) => (duringWrite = work),
    /** A different profile, written immediately as by a different window's command. */
    inStore: (changes: Pick<Profile, 'name'>) =>
      opening.write(({ profiles: [one, ...others] }) => ({
        profiles:
          one === undefined ? [] : [one, ...others, { ...one, id: profileId.parse(crypto.randomUUID()), ...changes }],
      })),
    onEnd: (work: () => unknown) => (duringEnd = work),
    onErase: (work: () => unknown) => (duringErase = work),
    /** The secrets of profiles before they were saved again. */
    savedSecrets: asked,
    mendDisk: () => (isDiskBroken = false),
    onTest: (work: () => unknown) => (duringTest = work),
    failPractice: () => (practiceFails = true),
    movePractice: () => (port = 4_002),
  }
}

/** The contents of all files in a folder. */
export function textsIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((file) => readFileSync(join(file.parentPath, file.name), 'utf8')).join('\n')
}
