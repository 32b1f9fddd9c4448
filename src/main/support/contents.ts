/** The files of the diagnostics, made of plain facts: what each tells, and how it is redacted. */
import { setImmediate } from 'node:timers/promises'
import { aboutText } from '../../shared/model/about-text.ts'
import type { Exchange } from '../../shared/schemas/app.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { StoredSettings } from '../../shared/schemas/settings.ts'
import type { About, DiagnosticsSelection } from '../../shared/schemas/support.ts'
import type { FailedJob } from './collect.ts'
import type { Redaction } from './redact.ts'

interface OpenedData {
  readonly settings: StoredSettings
  readonly counts: unknown
  readonly failedJobs: readonly FailedJob[]
  /** Of this run, oldest first. */
  readonly exchanges: readonly Exchange[]
}

interface DiagnosticsFacts {
  readonly about: About
  /** Entries, oldest first. */
  readonly log: readonly string[]
  /** null where the data could not be opened: then the files about them are left out. */
  readonly data: OpenedData | null
}

const MAX_EXCHANGES = 30
// Redacting one takes a fraction of a millisecond; main does other work between.
const AT_ONCE = 100

// The service's message among them: it is redacted like any line of the log.
const shownKeys: ReadonlySet<string> = new Set(['success', 'code', 'status', 'processingStep', 'message', 'msg'])
const MAX_SHOWN = 200

const sizeText = (text: string): string => `<${String(text.length)} characters>`

// A truncated text ends where the body does, perhaps behind half an escape.
const textPattern = /"((?:[^"\\]|\\[\s\S]|\\$)*)("\s*:|"|$)/g
const isIdKey = /^(?:uuid|id|\w*Id)$/
const isKey = /^[A-Za-z_][\w.-]{0,39}$/

/**
 * A body of an exchange without prompts, greetings and transcripts: JSON, whole or truncated, with its keys and numbers, its
 * ids by what `nameOf` makes of them, its other texts by their length.
 */
function outline(body: string, nameOf: (id: string) => string): string {
  if (!/^\s*[[{]/.test(body)) return sizeText(body)
  let key = ''
  return body.replaceAll(textPattern, (_all, text: string, end: string) => {
    if (end.endsWith(':')) {
      key = text
      return `"${isKey.test(text) ? text : sizeText(text)}${end}`
    }
    if (isIdKey.test(key)) return `"${nameOf(text)}"`
    return end === '"' && text.length <= MAX_SHOWN && shownKeys.has(key) ? `"${text}"` : `"${sizeText(text)}"`
  })
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

function profileSettings(profile: Profile, { named, text }: Redaction) {
  const { authentication, applications, kind, durationUnit, protection, colour, creation, createdAt } = profile
  return {
    id: named('id', profile.id),
    name: named('profile', profile.name),
    kind,
    createdAt,
    baseUrl: text(profile.baseUrl),
    mediaBaseUrl: text(profile.mediaBaseUrl),
    unencryptedOrigin: text(profile.unencryptedOrigin),
    authentication:
      authentication.kind === 'api-keys'
        ? { ...authentication, appId: named('id', authentication.appId) }
        : authentication,
    applications: applications.map(({ appId, label }) => ({
      appId: named('id', appId),
      label: label === '' ? '' : named('label', label),
    })),
    durationUnit,
    protection,
    colour,
    creation,
  }
}

function settingsJson({ preferences, profiles, openProfileId }: StoredSettings, redaction: Redaction): string {
  return json({
    preferences,
    openProfile: openProfileId === null ? null : redaction.named('id', openProfileId),
    profiles: profiles.map((profile) => profileSettings(profile, redaction)),
  })
}

// Who answered, in what form and how much; values of others may name anything.
const plainHeaders: ReadonlySet<string> = new Set([
  ...['accept', 'accept-encoding', 'cache-control', 'connection', 'content-encoding', 'content-length'],
  ...['content-type', 'date', 'retry-after', 'transfer-encoding', 'user-agent'],
])

function headers(all: Exchange['requestHeaders'], { text }: Redaction) {
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [text(name), plainHeaders.has(name.toLowerCase()) ? text(value) : '…']),
  )
}

// Every parameter of the service names something; without a known form it could not be told from other words.
function addressOf(address: string, { named, text }: Redaction): string {
  const url = URL.parse(address)
  if (url === null) return text(address)
  const parameters = [...url.searchParams].map(([key, value]) => `${text(key)}=${named('id', value)}`)
  url.search = ''
  return text(url.href) + (parameters.length === 0 ? '' : `?${parameters.join('&')}`)
}

function exchangeJson(exchange: Exchange, selection: DiagnosticsSelection, redaction: Redaction) {
  const { text, named } = redaction
  const body = (raw: string | null): string | null =>
    raw === null ? null : text(selection.texts ? raw : outline(raw, (id) => named('id', id)))
  const { problem } = exchange
  return {
    ...exchange,
    id: named('id', exchange.id),
    url: addressOf(exchange.url, redaction),
    requestHeaders: headers(exchange.requestHeaders, redaction),
    requestBody: body(exchange.requestBody),
    answerHeaders: headers(exchange.answerHeaders, redaction),
    answerExcerpt: body(exchange.answerExcerpt),
    // What a parser or the service quotes comes out of the answer.
    problem: problem === null ? null : text(selection.texts ? problem : problem.replaceAll(/"[^"]*("|$)/g, '"…"')),
  }
}

function failuresJson(facts: OpenedData, selection: DiagnosticsSelection, redaction: Redaction): string {
  const failed = facts.exchanges.filter(({ problem }) => problem !== null).slice(-MAX_EXCHANGES)
  return json({
    jobs: facts.failedJobs.map(({ id, taskId, state, stateSince, failure, pollFailure }) => ({
      id: redaction.named('id', id),
      taskId: taskId === null ? null : redaction.named('id', taskId),
      state,
      stateSince,
      failure: redaction.deep(failure),
      pollFailure: redaction.deep(pollFailure),
    })),
    exchanges: failed.map((exchange) => exchangeJson(exchange, selection, redaction)),
  })
}

async function logText(entries: readonly string[], { text }: Redaction): Promise<string> {
  let redacted = ''
  for (const [n, entry] of entries.entries()) {
    redacted += `${text(entry).trimEnd()}\n`
    if (n % AT_ONCE === AT_ONCE - 1) await setImmediate()
  }
  return redacted
}

/** Makes the files of text, in the order in which they are shown. */
export async function textFiles(
  { about, log, data }: DiagnosticsFacts,
  selection: DiagnosticsSelection,
  redaction: Redaction,
): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const ofData = data && [
    { name: 'settings.json', text: settingsJson(data.settings, redaction) },
    { name: 'counts.json', text: json(data.counts) },
    { name: 'failures.json', text: failuresJson(data, selection, redaction) },
  ]
  return [
    { name: 'about.txt', text: aboutText(about) },
    ...(ofData ?? []),
    { name: 'log.txt', text: await logText(log, redaction) },
  ]
}
