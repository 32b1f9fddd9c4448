import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createExchanges } from '../../../src/main/service/exchanges.ts'
import type { RawExchange } from '../../../src/main/service/exchanges.ts'
import { redactor, rememberSecret } from '../../../src/main/lib/redaction.ts'
import { openDatabase } from '../../../src/main/store/database.ts'
import { createImagesRepository } from '../../../src/main/store/images-repository.ts'
import { createJobsRepository } from '../../../src/main/store/jobs-repository.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { createDiagnostics } from '../../../src/main/support/diagnostics.ts'
import { squeeze } from '../../../src/main/support/known-values.ts'
import { jobOf } from '../../../src/shared/model/avatar-job.ts'
import { imageId, jobId, profileId, taskId } from '../../../src/shared/schemas/ids.ts'
import type { StoredSettings } from '../../../src/shared/schemas/settings.ts'
import type { DiagnosticsSelection } from '../../../src/shared/schemas/support.ts'
import { plainFacts } from '../../support/image-bytes.ts'
import { anAbout } from '../../support/page-state.ts'
import { listeningLog, scratchFolder, tickingClock } from '../store/scratch.ts'
import { sampleProfile } from '../store/sample-profile.ts'

const machine = { home: '/home/annegret', user: 'annegret', computers: ['desk-of-annegret'] }
const { home, user } = machine
const computer = 'desk-of-annegret'
const token = 'opaque-token-of-nobody.else'
rememberSecret(token)
const prompt = 'You are Marguerite and speak\nof nothing but the sea.'
const greeting = 'Good evening, welcome aboard the Leviathan'
// In no table: only the exchange has it, and there it is truncated.
const transcript = 'A transcript that no table of the database knows'
const portrait = 'Marguerite Duras 1967.png'
const task = '1712345678901234567'
const conversation = '1790000000000000123'
const session = 'live-session:Leviathan/4'
const secondHost = 'media.customer.example'
const imageBytes = Buffer.from('89504e470d0a1a0a-portrait-bytes')

const everything: readonly string[] = [
  ...[
    token,
    ...prompt.split('\n'),
    greeting,
    transcript,
    portrait,
    task,
    conversation,
    session,
    secondHost,
    'service.example',
  ],
  ...[home, computer, user, 'The {lobby} of "p1"', '1990000000000000001', '1990000000000000002'],
]

const exchange = (changes: Partial<RawExchange>): RawExchange => ({
  operation: 'createAvatar',
  method: 'POST',
  url: 'https://service.example/openapi/v2/createAvatar',
  startedAt: 1_772_366_400_000,
  endedAt: 1_772_366_401_000,
  requestHeaders: { token, 'content-type': 'application/json', 'x-operator': user },
  requestBody: JSON.stringify({ profile: prompt, greetings: greeting, transcript, conversationId: conversation }),
  httpStatus: 200,
  answerHeaders: { 'content-type': 'application/json', via: `proxy.${computer}` },
  answerText: `{"success":false,"code":"1001","message":"no room for ${portrait}","data":{"profile":${JSON.stringify(prompt)},"transcript":"${transcript}\\`,
  problem: 'declined: HTTP 200',
  ...changes,
})

function logLines(folder: string): string {
  const at = '2026-03-01 12:00:00.000'
  return [
    `${at} info started 0.1.0 on Electron 45.4.1, Chrome 148.0.7778.96`,
    `${at} error [0a1b2c3d] task not written: ${inspect({ taskId: task, fields: { profileText: prompt, greeting } })}`,
    `${at} error [1a1b2c3d] read: Error: ENOENT: no such file, open '${join(home, 'Pictures', portrait)}'`,
    `${at} error [2a1b2c3d] at ${join(folder, 'images', 'ab')} of ${computer} as ${user}`,
    `${at} warn  The {lobby} of "p1": getaddrinfo ENOTFOUND ${secondHost}, https://${secondHost}/a?uuid=${encodeURIComponent(session)}`,
    `${at} error [3a1b2c3d] half a token: ${token.slice(0, 9)}' +\n  '${token.slice(9)}`,
    '',
  ].join('\n')
}

function setUp(clock = tickingClock()) {
  const folder = scratchFolder()
  const log = listeningLog()
  const { database } = openDatabase({ file: join(folder, 'greenroom.db'), migrations, clock: tickingClock(), log })
  const images = createImagesRepository(database)
  const image = { imageId: imageId.parse('c'.repeat(64)), type: 'png', width: 16, height: 9, bytes: 40 } as const
  images.add(image, plainFacts)
  const fields = { voice: 'Aria', conversationId: conversation, language: 'English', name: '' }
  const waiting = jobOf({
    id: jobId.parse('job-1'),
    profileId: profileId.parse('p1'),
    createdAt: 5,
    fileName: portrait,
    image,
    batchId: 'b',
    originalId: null,
    fields: { ...fields, greeting, profileText: prompt },
  })
  const facts = { operation: 'createAvatar', sent: 'yes', at: 6, httpStatus: 200, exchangeId: null } as const
  createJobsRepository(database, images.find, log).add({
    ...waiting,
    state: 'rejected',
    taskId: taskId.parse(task),
    failure: { kind: 'declined', ...facts, code: '1001', message: `no room for ${portrait}: ${greeting}` },
  })
  database
    .prepare(
      `INSERT INTO known_sessions (profile_id, session_id, source_kind, first_seen_at) VALUES ('p1', ?, 'paste', 1)`,
    )
    .run(session)
  mkdirSync(join(folder, 'logs'))
  writeFileSync(join(folder, 'logs', 'main.log'), logLines(folder))
  const imageFile = join(folder, 'portrait.png')
  writeFileSync(imageFile, imageBytes)

  let made = 0
  const newId = (): string => `made-${String((made += 1))}`
  const exchanges = createExchanges(newId)
  const redact = redactor([token])
  exchanges.record(exchange({}), redact)
  exchanges.record(
    exchange({
      operation: 'queryAvatar',
      method: 'GET',
      requestBody: null,
      url: `https://service.example/openapi/v2/queryAvatar?taskId=${task}&odd=x7`,
      problem: `not-json: Unexpected token 'A', "${transcript}" is not valid JSON`,
      answerText: transcript,
    }),
    redact,
  )
  exchanges.record(exchange({ problem: null }), redact)

  const settings: StoredSettings = {
    preferences: { theme: 'dark', language: 'en', density: 'compact' },
    profiles: [{ ...sampleProfile('p1'), mediaBaseUrl: `https://${secondHost}/media` }],
    openProfileId: profileId.parse('p1'),
  }
  const saved: { name: string; zip: Uint8Array }[] = []
  const handlers = createDiagnostics(
    {
      person: { gesture: () => Promise.resolve() },
      saveFile: (name, contents) => {
        if (!(contents instanceof Uint8Array)) throw new Error('not bytes')
        saved.push({ name, zip: contents })
        return Promise.resolve(name)
      },
      clock,
      randomId: newId,
    },
    {
      dataFolder: folder,
      programFolder: '/opt/Greenroom/resources/app.asar',
      startedAt: 0,
      machine,
      data: { database, exchanges, settings: { read: () => settings } },
      findImage: () => Promise.resolve({ path: imageFile, type: 'png', isFinal: true }),
      about: () => Promise.resolve(anAbout),
    },
  )
  const preview = (selection: Partial<DiagnosticsSelection> = {}) =>
    handlers['diagnostics.preview']({ ids: false, texts: false, portraits: false, ...selection }, { windowId: 1 })
  const save = (previewId: string) => handlers['diagnostics.save']({ previewId }, { windowId: 1 })
  return { folder, preview, save, saved }
}

const textOf = (files: readonly { readonly text: string | null }[]): string => files.map(({ text }) => text).join('\n')

// Would catch help that cannot be had because the battery of the clock is dead, which is what the help is for.
test('is saved under a clock that stands at its beginning', async () => {
  const { preview, save, saved } = setUp({ ...tickingClock(), now: () => 0 })
  const { previewId, files } = await preview()
  expect(await save(previewId)).toEqual({ fileName: 'greenroom-diagnostics-1970-01-01.zip' })
  expect(Object.keys(unzipSync(saved[0]?.zip ?? new Uint8Array()))).toEqual(files.map(({ name }) => name))
})

// Would catch anything of an operator, a customer or an account that is handed out without having been ticked.
test('without a tick nothing in it names a person, a customer, a host or an account', async () => {
  const { folder, preview } = setUp()
  const { files } = await preview()
  expect(files.map(({ name }) => name)).toEqual([
    'about.txt',
    'settings.json',
    'counts.json',
    'failures.json',
    'log.txt',
  ])
  const text = textOf(files)
  const letters = squeeze(text, true).letters
  for (const sentinel of [...everything, folder]) {
    expect(letters, sentinel).not.toContain(squeeze(sentinel).letters)
  }
  expect(text).not.toContain(imageBytes.toString('base64'))
})

// Would catch a redaction that leaves nothing to work with, and JSON that no tool can read.
test('what helps is left: versions, codes, kinds, counts, and which lines are about the same thing', async () => {
  const { preview } = setUp()
  const { files } = await preview()
  const json = (name: string): unknown => JSON.parse(files.find((file) => file.name === name)?.text ?? '')
  expect(json('counts.json')).toMatchObject({ jobs: { rejected: 1 }, rows: { known_sessions: 1, images: 1 } })
  expect(json('settings.json')).toMatchObject({
    preferences: { theme: 'dark' },
    profiles: [{ name: 'profile-1', protection: 'open', baseUrl: 'https://host-1/openapi/v2' }],
  })
  const failures = json('failures.json')
  expect(failures).toMatchObject({
    jobs: [{ state: 'rejected', failure: { kind: 'declined', code: '1001', message: 'no room for file-1: <text>' } }],
    exchanges: [
      { operation: 'createAvatar', httpStatus: 200, answerHeaders: { 'content-type': 'application/json', via: '…' } },
      { operation: 'queryAvatar' },
    ],
  })
  const { jobs, exchanges } = failures as {
    readonly jobs: readonly { readonly taskId: string }[]
    readonly exchanges: readonly { readonly url: string; readonly answerExcerpt: string }[]
  }
  const id = jobs[0]?.taskId ?? ''
  expect(id).toMatch(/^id-\d+$/)
  expect(exchanges[1]?.url).toContain(`taskId=${id}&`)
  expect(exchanges[0]?.answerExcerpt).toContain('"code":"1001"')
  const log = files.find(({ name }) => name === 'log.txt')?.text ?? ''
  expect(log).toContain('on Electron 45.4.1, Chrome 148.0.7778.96')
  expect(log).toContain(`taskId: '${id}'`)
  expect(log.match(/^2026-/gm)).toHaveLength(6)
})

// Would catch a tick that does nothing, and one that lets more through than it says.
test('each tick adds what it says, and no secret, person or host', async () => {
  const { preview } = setUp()
  const ids = textOf((await preview({ ids: true })).files)
  for (const id of [task, conversation, '1990000000000000002']) expect(ids).toContain(id)
  expect(ids).not.toContain(greeting)
  const texts = textOf((await preview({ texts: true })).files)
  expect(texts).toContain(greeting)
  for (const id of [task, conversation]) expect(texts).not.toContain(id)
  const { files } = await preview({ portraits: true })
  expect(files.at(-1)).toMatchObject({ name: 'portraits/portrait-1.png', bytes: imageBytes.byteLength, text: null })
  const all = textOf((await preview({ ids: true, texts: true, portraits: true })).files)
  for (const never of [token, secondHost, 'service.example', home, 'The {lobby} of "p1"', portrait]) {
    expect(all).not.toContain(never)
  }
})

// Would catch a zip that holds another byte than what was shown, such as a log line that came meanwhile.
test('what is saved is byte for byte what was shown', async () => {
  const { folder, preview, save, saved } = setUp()
  const shown = await preview({ portraits: true })
  writeFileSync(join(folder, 'logs', 'main.log'), '2026-03-01 13:00:00.000 info later\n')
  expect(await save(shown.previewId)).toEqual({ fileName: 'greenroom-diagnostics-2026-03-01.zip' })
  const files = unzipSync(saved[0]?.zip ?? new Uint8Array())
  expect(Object.keys(files)).toEqual(shown.files.map(({ name }) => name))
  for (const { name, text, bytes } of shown.files) {
    expect(files[name]?.byteLength).toBe(bytes)
    if (text !== null) expect(Buffer.from(files[name] ?? []).toString('utf8')).toBe(text)
  }
  expect(Buffer.from(files['portraits/portrait-1.png'] ?? [])).toEqual(imageBytes)
})

// Would catch main holding megabytes for every look, and an old preview that saves something else.
test('a preview that gave way to newer ones is refused', async () => {
  const { preview, save } = setUp()
  const first = await preview()
  for (let n = 0; n < 8; n += 1) await preview()
  await expect(save(first.previewId)).rejects.toMatchObject({ failure: { kind: 'not-found', what: 'diagnostics' } })
})
