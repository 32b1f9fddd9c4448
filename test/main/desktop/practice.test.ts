import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPracticeHost } from '../../../src/main/desktop/practice.ts'
import { repositoryMedia } from '../../../src/practice/media.ts'
import type { PracticeAccess } from '../../../src/main/profiles/profile-parts.ts'
import type { ServiceClient } from '../../../src/main/service/operations.ts'
import { conversationId, sessionId } from '../../../src/shared/schemas/ids.ts'
import { createTestClient } from '../../support/client.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { listeningLog } from '../store/scratch.ts'

/** A host over a folder that does not exist yet; using the same folder again simulates a restart. */
function host(folder = join(scratchFolder(), 'practice')) {
  const clock = createManualClock()
  const log = listeningLog()
  const practice = createPracticeHost({ clock, log }, { folder, media: repositoryMedia })
  onTestFinished(practice.dispose)
  return { practice, folder, clock, log }
}

function clientOf({ baseUrl, appId, appKey }: PracticeAccess): ServiceClient {
  const authentication = { kind: 'api-keys', appId, tokenLifetimeSeconds: 1_800 } as const
  return createTestClient({ baseUrl, secret: appKey, authentication }).client
}

const creation = {
  conversationId: conversationId.parse('108'),
  coverImage: null,
  voice: 'Aria',
  language: '',
  greeting: '',
  name: 'Mei',
  profileText: '',
}

function textsIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1')).join('\n')
}

test('nothing is written or listened to before a start, and a second start returns the same service', async () => {
  const { practice, folder } = host()
  expect(practice.running()).toBeNull()
  expect(existsSync(folder)).toBe(false)
  const [one, other] = await Promise.all([practice.start(), practice.start()])
  expect(other).toBe(one)
  expect(practice.running()).toBe(one)
  expect(new URL(one.baseUrl).hostname).toBe('127.0.0.1')
  expect((await clientOf(one).queryAccount()).avatarCreationsLeft).toBe(37)
})

test('a restart keeps the previous tasks, has new keys, and no key was ever written', async () => {
  const first = host()
  const before = await first.practice.start()
  const { taskId } = await clientOf(before).createAvatar(creation)
  await first.clock.pass(1_000)
  expect(existsSync(join(first.folder, 'world.json'))).toBe(true)
  expect(textsIn(first.folder)).not.toContain(before.appKey)
  first.practice.dispose()

  const after = await host(first.folder).practice.start()
  expect(after.appKey).not.toBe(before.appKey)
  expect(after.applications).toEqual(before.applications)
  await expect(clientOf(after).queryAvatar(taskId)).resolves.toMatchObject({ name: 'Mei' })
})

test('changes just before the end are saved at the end', async () => {
  const first = host()
  await first.practice.start()
  first.practice.set({ speed: 'fast' })
  expect(existsSync(join(first.folder, 'world.json'))).toBe(false)
  first.practice.dispose()
  const after = host(first.folder).practice
  await after.start()
  expect(after.state()?.speed).toBe('fast')
})

// Would catch a paid task that was answered, and whose id a different avatar gets after a crash.
test('a task that was answered still exists after a crash', async () => {
  const first = host()
  const { taskId } = await clientOf(await first.practice.start()).createAvatar(creation)
  const after = await host(first.folder).practice.start()
  await expect(clientOf(after).queryAvatar(taskId)).resolves.toMatchObject({ name: 'Mei' })
})

test.each(['{"half": ', '{"version":99}'])('a damaged stored world is quarantined: %s', async (text) => {
  const first = host()
  await clientOf(await first.practice.start()).createAvatar(creation)
  first.practice.dispose()
  writeFileSync(join(first.folder, 'world.json'), text)

  const { practice, log } = host(first.folder)
  await practice.start()
  expect(readFileSync(join(first.folder, 'world.json.set-aside'), 'utf8')).toBe(text)
  expect(log.lines.join()).toContain('quarantined')
})

test('a start that failed can be tried again', async () => {
  const folder = join(scratchFolder(), 'practice')
  writeFileSync(folder, 'a file where the folder should be')
  const { practice } = host(folder)
  await expect(practice.start()).rejects.toThrow()
  expect(practice.running()).toBeNull()
  rmSync(folder)
  await practice.start()
  expect(practice.running()).not.toBeNull()
})

// Would catch a reset that failed half-way, and whose next try returns the old world.
test('a seed starts a new world, whatever world exists', async () => {
  const { practice } = host()
  const before = await practice.start()
  const { taskId } = await clientOf(before).createAvatar(creation)
  const after = await practice.start('museum')
  expect(practice.state()?.seed).toBe('museum')
  expect(after.appKey).not.toBe(before.appKey)
  await expect(clientOf(after).queryAvatar(taskId)).rejects.toMatchObject({ failure: { kind: 'declined' } })
})

test('speed and seed are kept over a restart; faults are on until the end', async () => {
  const first = host()
  expect(first.practice.state()).toBeNull()
  expect(first.practice.set({ speed: 'fast' })).toBeNull()
  const begun = await first.practice.start('museum')
  expect(first.practice.state()).toEqual({ speed: 'normal', faults: [], seed: 'museum' })
  expect(first.practice.set({ speed: 'fast' })).toEqual({ speed: 'fast', faults: [], seed: 'museum' })
  expect(first.practice.set({ faults: { slow: true, status: true } })).toMatchObject({
    speed: 'fast',
    faults: ['slow', 'status'],
  })
  // Would catch two windows that switch each other's faults off.
  expect(first.practice.set({ faults: { slow: false } })).toMatchObject({ faults: ['status'] })
  await expect(clientOf(begun).queryAccount()).rejects.toMatchObject({ failure: { kind: 'http' } })
  first.practice.dispose()

  const { practice } = host(first.folder)
  const after = await practice.start()
  expect(practice.state()).toEqual({ speed: 'fast', faults: [], seed: 'museum' })
  expect(after.applications).toEqual(begun.applications)
  await practice.erase()
  expect(practice.state()).toBeNull()
  expect((await practice.start()).applications).not.toEqual(begun.applications)
})

test('a world that was only started is found again', async () => {
  const first = host()
  const { applications } = await first.practice.start('museum')
  first.practice.dispose()
  expect((await host(first.folder).practice.start()).applications).toEqual(applications)
})

test('the live calls of an application have ids, until they are closed', async () => {
  const { practice } = host()
  const appId = 'unknown'
  expect(practice.sessionIds(appId)).toBeNull()
  const access = await practice.start()
  expect(practice.sessionIds(appId)).toEqual([])
  const showroom = access.applications.find(({ label }) => label === 'Showroom')
  const ids = practice.sessionIds(showroom?.appId ?? '') ?? []
  expect(ids).toHaveLength(4)
  await clientOf(access).stopSession(sessionId.parse(ids[0]))
  expect(practice.sessionIds(showroom?.appId ?? '')).toEqual(ids.slice(1))
})
