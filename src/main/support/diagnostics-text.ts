/**
 * The text of the diagnostics. Each part is an allow list: it contains only the values that are named here. No value is
 * a name, a host, a path, or a text by an operator or the service, except for the field names of the service's answers.
 */
import { aboutText } from '../../shared/model/about-text.ts'
import type { Exchange } from '../../shared/schemas/app.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { StoredSettings } from '../../shared/schemas/settings.ts'
import type { About } from '../../shared/schemas/support.ts'
import { shareableLog } from '../lib/log-entry.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { AnswerChange, ShapeChange, ShapeField } from '../../shared/schemas/shape.ts'
import { redactSecrets } from '../lib/redaction.ts'
import { shortId } from '../lib/short-id.ts'

export interface DiagnosticsFacts {
  readonly about: About
  /** null where the data could not be opened. */
  readonly settings: StoredSettings | null
  /** The exchanges of this run, oldest first. */
  readonly exchanges: readonly Exchange[]
  /** The shapes of answers by profile; none where the data could not be opened. */
  readonly shapes: readonly ProfileShapes[]
  /** The newest entries of the log. */
  readonly log: string
}

/** The fields of a profile's answers, and how they changed: names and types, never a value. */
export interface ProfileShapes {
  readonly profileId: ProfileId
  readonly operations: readonly { readonly operation: string; readonly fields: readonly ShapeField[] }[]
  /** Newest first. */
  readonly changes: readonly AnswerChange[]
}

const MAX_EXCHANGES = 50

const thisComputer = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

// The path and the host of an address might name a customer.
function addressFacts(address: string) {
  const url = URL.parse(address)
  if (url === null) return null
  return {
    scheme: url.protocol,
    isThisComputer: thisComputer.test(url.hostname),
    version: /\/(v\d{1,3})\/?$/.exec(url.pathname)?.[1] ?? null,
  }
}

function profileFacts(profile: Profile) {
  const { authentication, creation } = profile
  return {
    id: shortId(profile.id),
    kind: profile.kind,
    service: addressFacts(profile.baseUrl),
    media: addressFacts(profile.mediaBaseUrl),
    isUnencryptedAllowed: profile.unencryptedOrigin !== '',
    authentication: authentication.kind,
    tokenLifetimeSeconds: authentication.kind === 'api-keys' ? authentication.tokenLifetimeSeconds : null,
    applications: profile.applications.map(({ appId }) => shortId(appId)),
    durationUnit: profile.durationUnit,
    protection: profile.protection,
    creation: {
      mostImageBytes: creation.mostImageBytes,
      ratios: creation.ratios,
      parallel: creation.parallel,
      floor: creation.floor,
      sendsConversationIdWithImage: creation.sendsConversationIdWithImage,
    },
  }
}

function settingsFacts({ preferences, profiles, openProfileId }: StoredSettings) {
  const { theme, language, density, runsInBackground } = preferences
  return {
    theme,
    language,
    density,
    runsInBackground,
    openProfile: openProfileId === null ? null : shortId(openProfileId),
    profiles: profiles.map(profileFacts),
  }
}

// Numbers, dates and media types. A value in any other format is left out, because the service can write anything.
const headerForms: Readonly<Record<string, RegExp>> = {
  'content-length': /^\d{1,15}$/,
  'content-type': /^[a-z]+\/[\w.+-]{1,60}(?:; ?charset=[\w-]{1,20})?$/i,
  'content-encoding': /^[a-z]{1,10}$/,
  date: /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  'retry-after': /^\d{1,6}$/,
}

function headerFacts(headers: Exchange['answerHeaders']) {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => headerForms[name.toLowerCase()]?.test(value) === true),
  )
}

// The excerpt of an answer can end anywhere, so it is searched and not parsed.
function envelopeFacts(excerpt: string | null) {
  if (excerpt === null) return null
  return {
    characters: excerpt.length,
    success: /"success"\s*:\s*(true|false)/.exec(excerpt)?.[1] ?? null,
    code: /"code"\s*:\s*"?(\d{1,6})"?\s*[,}]/.exec(excerpt)?.[1] ?? null,
  }
}

// A problem begins with the kind of its failure; text from the service or a parser follows.
const problemKind = (problem: string): string => /^[a-z-]{1,40}(?=:|$)/.exec(problem)?.[0] ?? 'other'

function exchangeFacts(exchange: Exchange) {
  const parameters = [...(URL.parse(exchange.url)?.searchParams ?? [])]
  return {
    id: shortId(exchange.id),
    operation: exchange.operation,
    method: exchange.method,
    at: new Date(exchange.startedAt).toISOString(),
    durationMs: exchange.durationMs,
    parameters: Object.fromEntries(parameters.map(([name, value]) => [name, shortId(value)])),
    requestCharacters: exchange.requestBody?.length ?? 0,
    httpStatus: exchange.httpStatus,
    answerHeaders: headerFacts(exchange.answerHeaders),
    answer: envelopeFacts(exchange.answerExcerpt),
    problem: exchange.problem === null ? null : problemKind(exchange.problem),
  }
}

const wordsOf = (types: ShapeField['types']): string => types.join(' or ')

function changeFacts({ kind, path, before, after }: ShapeChange): string {
  return `${kind} ${path || 'answer'}: ${wordsOf(before) || '-'} -> ${wordsOf(after) || '-'}`
}

function shapeFacts({ profileId, operations, changes }: ProfileShapes) {
  const fieldFacts = ({ path, types, isOptional }: ShapeField): string =>
    `${path || 'answer'}: ${wordsOf(types)}${isOptional ? ', optional' : ''}`
  return {
    profile: shortId(profileId),
    operations: Object.fromEntries(operations.map(({ operation, fields }) => [operation, fields.map(fieldFacts)])),
    changes: changes.map(({ operation, at, changes: all }) => ({
      operation,
      at: new Date(at).toISOString(),
      changes: all.map(changeFacts),
    })),
  }
}

const section = (title: string, text: string): string => `\n${title}\n\n${text.trimEnd()}\n`
const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** Combines all parts into one text, without any secret of this run. */
export function diagnosticsText({ about, settings, exchanges, shapes, log }: DiagnosticsFacts): string {
  const text = [
    aboutText(about),
    ...(settings === null ? [] : [section('Settings', json(settingsFacts(settings)))]),
    section('Exchanges', json(exchanges.slice(-MAX_EXCHANGES).map(exchangeFacts))),
    ...(shapes.length === 0 ? [] : [section('Answers', json(shapes.map(shapeFacts)))]),
    section('Log', shareableLog(log)),
  ].join('')
  // No part contains a secret; this redacts one even if a part is wrong.
  return redactSecrets(text)
}
