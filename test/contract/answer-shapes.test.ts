/**
 * The shapes learned from a service's answers over HTTP: names and types of fields, each change once, and never a
 * value.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createAnswerNotices } from '../../src/main/app/answer-notices.ts'
import { shapeLimits } from '../../src/main/service/answer-shape.ts'
import type { AnswerShapes } from '../../src/main/service/client.ts'
import { createShapeWatch } from '../../src/main/service/shape-watch.ts'
import { migrations } from '../../src/main/store/migrations.ts'
import { createShapesRepository } from '../../src/main/store/shapes-repository.ts'
import { rememberSecret } from '../../src/main/lib/redaction.ts'
import { appId } from '../../src/shared/schemas/ids.ts'
import type { Profile } from '../../src/shared/schemas/profile.ts'
import { sampleProfile } from '../main/store/sample-profile.ts'
import { openScratchDatabase, scratchFolder } from '../support/scratch-folder.ts'
import { listeningLog, tickingClock } from '../main/store/scratch.ts'
import { createTestClient } from '../support/client.ts'
import { httpAnswer, startRawServer } from '../support/raw-server.ts'

const application = appId.parse('1990000000000000002')
const figures = { cropId: '1003645', totalConcurrentNumber: 2, userConcurrentNumber: 1 }
const secret = 'SENTINELtokenOfTheLobby'
rememberSecret(secret)

/** A service whose list answers as the test says, and a profile on it that learns the shapes. */
async function setUp() {
  let data: unknown = figures
  const server = await startRawServer(({ socket, received }) => {
    const answer = { success: true, code: '200', message: 'SENTINEL message', data }
    if (received().endsWith('\r\n\r\n')) socket.write(httpAnswer(JSON.stringify(answer)))
  })
  const baseUrl = `http://127.0.0.1:${server.port}/openapi/v2`
  const file = join(scratchFolder(), 'greenroom.db')
  const [clock, log] = [tickingClock(), listeningLog()]
  const { database } = openScratchDatabase({ file, migrations, clock, log })
  const repository = createShapesRepository(database)
  let profile: Profile | null = { ...sampleProfile('p1'), baseUrl }
  const { id } = profile
  const notices = createAnswerNotices(repository, clock, [])
  const begin = (of: Profile) => {
    const watch = createShapeWatch({ repository, clock, log, findProfile: () => profile, onChanged: notices.changed })
    return { watch, client: createTestClient({ baseUrl, secret, shapes: watch.of(of) }).client }
  }
  const first = begin(profile)
  return {
    id,
    file,
    database,
    repository,
    notices,
    log,
    ...first,
    /** As after a restart. */
    again: () => begin({ ...sampleProfile('p1'), baseUrl }),
    practice: () => begin({ ...sampleProfile('p1'), baseUrl, kind: 'practice' }),
    answer: (next: unknown): void => {
      data = next
    },
    remove: (): void => {
      profile = null
    },
    /** Moves the profile to a different address; returns the shapes that a client of that address learns with. */
    move: (to: string): AnswerShapes => {
      profile = { ...sampleProfile('p1'), baseUrl: to }
      first.watch.forget(id)
      return first.watch.of(profile)
    },
  }
}

const said = (changes: ReturnType<Awaited<ReturnType<typeof setUp>>['repository']['changes']>): readonly string[] =>
  changes.flatMap(({ operation, changes: all }) => all.map(({ kind, path }) => `${operation} ${kind} ${path}`))

it('reports once that the list has a new field, with both shapes, also after a restart', async () => {
  const { id, client, answer, repository, notices, again } = await setUp()
  await client.concurrentList(application)
  expect(notices.list()).toEqual([])
  answer({ ...figures, sessions: [{ id: 'SENTINEL-1' }] })
  await client.concurrentList(application)
  await client.concurrentList(application)
  await again().client.concurrentList(application)
  const changes = repository.changes(id)
  expect(said(changes)).toEqual(['getconcurrentList added data.sessions'])
  expect(changes[0]?.before.map(({ path }) => path)).not.toContain('data.sessions')
  expect(changes[0]?.after).toContainEqual({ path: 'data.sessions[].id', types: ['text'], isOptional: false })
  expect(notices.list()).toMatchObject([{ kind: 'answers-changed', profileId: id, operations: ['getconcurrentList'] }])
})

it('reports nothing for a first answer, and later each new field until the notice is dismissed', async () => {
  const { id, client, answer, notices, repository } = await setUp()
  answer({ ...figures, sessions: [] })
  await client.concurrentList(application)
  expect(notices.list()).toEqual([])
  answer({ ...figures, sessions: [], mood: 'SENTINEL' })
  await client.concurrentList(application)
  expect(notices.list()).toMatchObject([{ only: { kind: 'added', path: 'data.mood' } }])
  notices.dismiss('settings')
  expect(notices.list()).toHaveLength(1)
  notices.dismiss(`answers-${id}`)
  expect(notices.list()).toEqual([])
  expect(createAnswerNotices(repository, tickingClock(), [id]).list()).toEqual([])
})

it('compares no answers of the practice service, whose samples differ on purpose', async () => {
  const { id, answer, repository, notices, practice } = await setUp()
  const { client } = practice()
  await client.concurrentList(application)
  answer({ ...figures, mood: 'SENTINEL' })
  await client.concurrentList(application)
  expect(notices.list()).toEqual([])
  expect(repository.knownOf(id)).toEqual([])
})

it('learns operations with the same path separately', async () => {
  const { id, client, repository } = await setUp()
  await client.concurrentList(application)
  await client.concurrentNumber(application)
  expect(repository.knownOf(id).map(({ operation }) => operation)).toEqual(['getconcurrentList', 'getconcurrentNumber'])
})

it('never stores a value, or a name that is a value or a secret', async () => {
  const { client, answer, file, database, again } = await setUp()
  const names = { 'SENTINEL name': 1, SENTINEL12345: 1, [secret]: 1, [application]: { SENTINEL99999: 'SENTINEL' } }
  for (const next of [
    figures,
    { ...figures, names },
    { ...figures, names, note: 'SENTINEL' },
    { ...figures, note: 7 },
  ]) {
    answer(next)
    await client.concurrentList(application)
    await again().client.concurrentList(application)
  }
  const rows = ['answer_shapes', 'answer_changes'].map((table) => database.prepare(`SELECT * FROM ${table}`).all())
  expect(JSON.stringify(rows)).toContain('data.note')
  expect(JSON.stringify(rows)).not.toMatch(/SENTINEL|1990000000000000002/)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  expect(readFileSync(file).includes('SENTINEL')).toBe(false)
})

it('keeps few fields of a service that answers thousands of names, and reports it once', async () => {
  const { id, client, answer, repository } = await setUp()
  const letters = (number: number): string =>
    number.toString().replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
  await client.concurrentList(application)
  for (let turn = 0; turn < 5; turn += 1) {
    const names = Array.from({ length: 2_000 }, (_, place) => [`field${letters(turn * 2_000 + place)}`, 1])
    answer({ ...figures, ...Object.fromEntries(names) })
    await client.concurrentList(application)
  }
  expect(said(repository.changes(id))).toEqual(['getconcurrentList too-many data'])
  expect(repository.known(id, 'getconcurrentList')?.length).toBeLessThan(shapeLimits.fields)
})

it('stores nothing for a deleted profile, and nothing from a refused answer', async () => {
  const { id, client, answer, remove, repository } = await setUp()
  answer({ totalConcurrentNumber: 'many' })
  await expect(client.concurrentNumber(application)).rejects.toThrow()
  expect(repository.knownOf(id)).toEqual([])
  answer(figures)
  remove()
  await client.concurrentList(application)
  expect(repository.knownOf(id)).toEqual([])
})

// Would catch fields of the previous service in the shape of the next one, whose own such fields then never count as
// new.
it('learns nothing from an answer of the profile’s previous service', async () => {
  const { id, client, answer, move, repository } = await setUp()
  const shapes = move('https://next.example/v2')
  answer({ ...figures, mood: 'SENTINEL' })
  await client.concurrentList(application)
  shapes.observe('getconcurrentList', { success: true, data: figures })
  expect(repository.known(id, 'getconcurrentList')?.map(({ path }) => path)).not.toContain('data.mood')
  shapes.observe('getconcurrentList', { success: true, data: { ...figures, mood: 'SENTINEL' } })
  expect(said(repository.changes(id))).toEqual(['getconcurrentList added data.mood'])
})

it('removes the notice when the profile moves to a different service', async () => {
  const { client, answer, move, notices } = await setUp()
  await client.concurrentList(application)
  answer({ ...figures, mood: 'SENTINEL' })
  await client.concurrentList(application)
  expect(notices.list()).toHaveLength(1)
  move('https://next.example/v2')
  expect(notices.list()).toEqual([])
})

it('returns the answer while the database refuses to write, and reports the change once it is stored', async () => {
  const { id, client, answer, database, repository, log } = await setUp()
  await client.concurrentList(application)
  answer({ ...figures, sessions: [] })
  database.exec('PRAGMA query_only = ON')
  await expect(client.concurrentList(application)).resolves.toMatchObject({ hasMore: true })
  expect(log.lines).toContain('the shape of an answer could not be stored')
  database.exec('PRAGMA query_only = OFF')
  await client.concurrentList(application)
  expect(said(repository.changes(id))).toEqual(['getconcurrentList added data.sessions'])
})

it('keeps the newest 20 changes of an operation, for 90 days', async () => {
  const { id, repository } = await setUp()
  const change = { operation: 'queryAvatar', changes: [], before: [], after: [] }
  for (let day = 0; day < 30; day += 1) repository.change(id, { ...change, at: day * 86_400_000 }, [])
  expect(repository.changes(id).map(({ at }) => at / 86_400_000)).toEqual(
    [...Array(20).keys()].map((place) => 29 - place),
  )
  expect(repository.prune(110 * 86_400_000, 500)).toBe(10)
  expect(repository.changes(id)).toHaveLength(10)
})
