import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLogFile } from '../../../src/main/desktop/log-file.ts'
import { entryText } from '../../../src/main/lib/log-entry.ts'
import { redactSecrets, redactor, rememberSecret } from '../../../src/main/lib/redaction.ts'
import { createExchanges } from '../../../src/main/service/exchanges.ts'
import { writeAtomic } from '../../../src/main/store/data-files.ts'
import { diagnosticsText } from '../../../src/main/support/diagnostics-text.ts'
import { createDiagnostics } from '../../../src/main/support/diagnostics.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import { appId, profileId } from '../../../src/shared/schemas/ids.ts'
import type { StoredSettings } from '../../../src/shared/schemas/settings.ts'
import { anAbout } from '../../support/page-state.ts'
import { sampleProfile } from '../store/sample-profile.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { tickingClock } from '../store/scratch.ts'

const secrets = {
  'an access token': 'opaque-token/of+nobody=else&"all"',
  'an app key': 'k3y-of-the-L0bby/77+z',
  'the password of a proxy': 'pr0xy pass"word <1>',
  'a JWT': `eyJhbGciOiJIUzI1NiJ9.eyJhcHBJZCI6IjEifQ.${'c2lnbmF0dXJl'.repeat(3)}`,
}
Object.values(secrets).forEach(rememberSecret)

const escapedInJson = (text: string): string => JSON.stringify(text).slice(1, -1)
const unicodeEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const spellings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'in JSON': escapedInJson,
  'in JSON within JSON': (text) => escapedInJson(escapedInJson(text)),
  'in JSON by code points': (text) => Array.from(text, unicodeEscape).join(''),
  'in an address': encodeURIComponent,
  'in an address within an address': (text) => encodeURIComponent(encodeURIComponent(text)),
  'in HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('/', '&#47;'),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64 of addresses': (text) => Buffer.from(text).toString('base64url'),
  'in hex': (text) => Buffer.from(text).toString('hex'),
  backwards: (text) => Array.from(text).toReversed().join(''),
}

const firstAt = '2026-03-01 12:00:00.000'
const logged = (entry: Parameters<typeof entryText>[0]): string =>
  `${firstAt} error ${redactSecrets(entryText(entry))}\n`

/** Settings with this text in every text field. */
function settingsOf(text: string): StoredSettings {
  const profile = {
    ...sampleProfile('p1'),
    name: text,
    baseUrl: `https://${encodeURIComponent(text)}.example/${encodeURIComponent(text)}/v2`,
    mediaBaseUrl: `https://media.example/${encodeURIComponent(text)}`,
    unencryptedOrigin: `http://${encodeURIComponent(text)}.example`,
    applications: [{ appId: appId.parse('1990000000000000001'), label: text }],
  }
  return {
    preferences: { theme: 'dark', language: 'en', density: 'compact', runsInBackground: true },
    profiles: [profile],
    openProfileId: profileId.parse('p1'),
  }
}

/** Exchanges with this text in every text field. */
function exchangesOf(text: string, redact = redactor(Object.values(secrets))) {
  const exchanges = createExchanges(() => 'exchange-0001')
  exchanges.record(
    {
      operation: 'queryAvatar',
      method: 'GET',
      url: `https://service.example/${encodeURIComponent(text)}/v2/queryAvatar?taskId=1712345678901234567&name=${encodeURIComponent(text)}`,
      startedAt: 1_772_366_400_000,
      endedAt: 1_772_366_401_000,
      requestHeaders: { token: text, 'x-operator': text, authorization: text },
      requestBody: JSON.stringify({ profile: text, greetings: text }),
      httpStatus: 200,
      answerHeaders: { 'content-type': text, date: text, via: text, [text]: text, 'retry-after': '30' },
      answerText: `{"success":false,"code":"1001","message":${JSON.stringify(text)},"data":{${JSON.stringify(text)}:"x"}}`,
      problem: `not-json: Unexpected token in ${text}`,
    },
    redact,
  )
  return exchanges.all()
}

/** A log of errors with this text in every text field. */
function logOf(text: string): string {
  const named = Object.assign(new Error(text), { name: text, code: text, path: text })
  const failure = new FailureError({
    kind: 'declined',
    operation: 'createAvatar',
    sent: 'yes',
    at: 6,
    httpStatus: 200,
    code: text,
    message: text,
    exchangeId: null,
  })
  const causes: readonly unknown[] = [
    named,
    new Error('outer', { cause: named }),
    failure,
    text,
    `Error: ${text}\n    at page.js:1:2`,
    { text },
  ]
  return causes.map((cause) => logged({ id: '0a1b2c3d', message: 'task not written', cause })).join('')
}

const diagnosticsOf = (text: string): string =>
  diagnosticsText({
    about: anAbout,
    settings: settingsOf(text),
    exchanges: exchangesOf(text),
    shapes: [],
    log: logOf(text),
  })

/** Every piece of a text, long enough not to occur by chance. */
function piecesOf(text: string, size = 8): readonly string[] {
  return Array.from({ length: Math.max(1, text.length - size + 1) }, (_, at) => text.slice(at, at + size))
}

const everySpelling = Object.entries(secrets).flatMap(([what, secret]) =>
  Object.entries(spellings).map(([how, spell]) => [what, how, secret, spell(secret)] as const),
)

// Would catch a secret in any spelling, completely or partly: a file that was passed on cannot be withdrawn.
test.each(everySpelling)('%s %s is in no part of the diagnostics', (_what, _how, secret, spelled) => {
  const text =
    diagnosticsOf(spelled) +
    // A message is Greenroom's own text, so that a secret in it is a bug; the log still redacts it.
    diagnosticsText({
      about: anAbout,
      settings: null,
      exchanges: [],
      shapes: [],
      log: logged({ message: `a mistake: ${spelled}` }),
    })
  for (const piece of [...piecesOf(secret), ...piecesOf(spelled)]) expect(text).not.toContain(piece)
})

// Would catch a field that lets a text through which the redaction of secrets does not cover.
test('no text of a person, a customer or the service is in any part of the diagnostics', () => {
  const prompt = 'You are Marguerite, the concierge of the Leviathan; greet Anna Meier on 10.20.0.7'
  const text = diagnosticsOf(prompt).toLowerCase()
  for (const word of ['marguerite', 'concierge', 'leviathan', 'meier', '10.20.0.7', 'example']) {
    expect(text).not.toContain(word)
  }
  expect(diagnosticsOf('Marguerite')).not.toContain('Marguerite')
  expect(text).not.toContain('1712345678901234567')
  expect(text).not.toContain('1990000000000000001')
})

// Would catch an allow list that leaves nothing to work with.
test('versions, settings, exchanges and the log are in the diagnostics, with short ids', () => {
  const text = diagnosticsOf('Anna')
  expect(text).toContain(`Greenroom ${anAbout.version}`)
  for (const shown of [
    '"theme": "dark"',
    '"protection": "open"',
    '"scheme": "https:"',
    '"version": "v2"',
    '"operation": "queryAvatar"',
    '"taskId": "…4567"',
    '"…0001"',
    '"retry-after": "30"',
    '"code": "1001"',
    '"problem": "not-json"',
    `${firstAt} error [0a1b2c3d] task not written: declined (createAvatar, sent yes, HTTP 200)`,
    '    at page.js:1:2',
  ]) {
    expect(text).toContain(shown)
  }
})

function setUp(clock = tickingClock()) {
  const folder = scratchFolder()
  const file = join(folder, 'saved.txt')
  const logFile = join(folder, 'logs', 'main.log')
  mkdirSync(join(folder, 'logs'))
  writeFileSync(logFile, logged({ message: 'first' }))
  const suggested: string[] = []
  let made = 0
  const handlers = createDiagnostics(
    {
      person: { gesture: () => Promise.resolve() },
      saveFile: async (name, contents) => {
        suggested.push(name)
        await writeAtomic(file, contents)
        return name
      },
      clock,
      randomId: () => `made-${String((made += 1))}`,
    },
    {
      dataFolder: folder,
      data: {
        settings: { read: () => settingsOf('Anna') },
        exchanges: { all: () => exchangesOf('Anna') },
        shapes: { knownOf: () => [], changes: () => [] },
      },
      about: () => Promise.resolve(anAbout),
    },
  )
  return {
    folder,
    logFile,
    suggested,
    preview: () => handlers['diagnostics.preview']({}, { windowId: 1 }),
    save: (previewId: string) => handlers['diagnostics.save']({ previewId }, { windowId: 1 }),
    saved: () => readFileSync(file, 'utf8'),
  }
}

// Would catch a file with a line that the operator did not see, such as a log entry that was written meanwhile.
test('the saved text is exactly the shown text', async () => {
  const { logFile, preview, save, saved, suggested } = setUp()
  const { previewId, text } = await preview()
  expect(text).toContain('first')
  writeFileSync(logFile, logged({ message: 'later' }))
  await preview()
  expect(await save(previewId)).toEqual({ fileName: 'greenroom-diagnostics-2026-03-01.txt' })
  expect(saved()).toBe(text)
  expect(suggested).toHaveLength(1)
})

// Would catch main keeping megabytes for every preview, and an old preview that saves something else.
test('a preview that newer ones displaced is refused', async () => {
  const { preview, save, suggested } = setUp()
  const first = await preview()
  for (let n = 0; n < 8; n += 1) await preview()
  await expect(save(first.previewId)).rejects.toMatchObject({ failure: { kind: 'not-found', what: 'diagnostics' } })
  expect(suggested).toEqual([])
})

// Would catch entries that nobody in a different time zone can put in order with the exchanges, which have UTC.
test('the time of a log entry names its offset from UTC', async () => {
  const { folder, logFile, preview } = setUp()
  rmSync(logFile)
  const at = new Date('2026-07-01T12:00:00.123Z')
  openLogFile(folder)({ at, level: 'warn', message: 'no answer' })
  const [, time = ''] = /^(.*) warn no answer$/m.exec((await preview()).text) ?? []
  expect(time).toMatch(/ [+-]\d\d:\d\d$/)
  expect(new Date(time)).toEqual(at)
})

test('without readable data, the versions and the log are shown', () => {
  const text = diagnosticsText({
    about: anAbout,
    settings: null,
    exchanges: [],
    shapes: [],
    log: logged({ message: 'start' }),
  })
  expect(text).not.toContain('Settings')
  expect(text).toContain(`Greenroom ${anAbout.version}`)
  expect(text).toContain('error start')
})

test('includes the shapes of answers, only names and types', () => {
  const types = ['text' as const]
  const field = { path: 'data.sessions[].id', types, isOptional: true }
  const change = { kind: 'added' as const, path: field.path, before: [], after: types }
  const text = diagnosticsText({
    about: anAbout,
    settings: null,
    exchanges: [],
    shapes: [
      {
        profileId: profileId.parse('profile-1234'),
        operations: [{ operation: 'getconcurrentList', fields: [field] }],
        changes: [{ id: 1, operation: 'getconcurrentList', at: 0, changes: [change], before: [], after: [field] }],
      },
    ],
    log: '',
  })
  expect(text).toContain('"data.sessions[].id: text, optional"')
  expect(text).toContain('"added data.sessions[].id: - -> text"')
  expect(text).not.toContain('profile-1234')
})
