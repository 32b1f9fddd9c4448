/**
 * Takes out of the diagnostics what names a person, a customer, a place or a host: values that are known, and what is known
 * by its form. Secrets are taken out by `lib/redaction.ts`, here too; what is replaced here keeps a name, so that two lines
 * about the same thing can still be told to be about the same thing.
 */
import type { DiagnosticsSelection } from '../../shared/schemas/support.ts'
import { redactSecrets, secretsOfRun } from '../lib/redaction.ts'
import { replaceKnown, squeeze } from './known-values.ts'
import type { KnownValue } from './known-values.ts'

/** What this computer, its operator and the profiles are called, and what is in their data. */
export interface Names {
  readonly dataFolder: string
  readonly programFolder: string
  readonly home: string
  readonly user: string
  readonly computers: readonly string[]
  readonly profiles: readonly string[]
  /** Labels of applications and sessions. */
  readonly labels: readonly string[]
  readonly hosts: readonly string[]
  readonly fileNames: readonly string[]
  /** Ids that are not known by their form. */
  readonly ids: readonly string[]
  /** Prompts, greetings, notes, names of avatars and conversations. */
  readonly texts: readonly string[]
}

// What stands between two halves where a line ends: of a text, in JSON, in an address, or as `inspect` breaks a text.
const filling = String.raw`(?:['"+\s]|\\+[nr]|%(?:25)*(?:0[AD]|2[027B])){0,40}`
const lineEnd = String.raw`(?:${filling}(?:\n|\\+n|%(?:25)*0A)${filling})`
const hex = (count: number): string => `(?:[0-9a-f]${lineEnd}?){${String(count)}}`
const parts = [hex(8), hex(4), hex(4), hex(4), `${hex(11)}[0-9a-f]`]
const uuid = new RegExp(`(?<![0-9a-f])${parts.join(`-${lineEnd}?`)}(?![0-9a-f])`, 'gi')
const longHex = /(?<![0-9a-z])(?=[0-9a-f]*\d)[0-9a-f]{24,}(?![0-9a-z])/gi
const digits = new RegExp(String.raw`\d+(?:${lineEnd}\d+)*`, 'gi')
const isLineEnd = new RegExp(lineEnd, 'gi')
const MIN_ID_DIGITS = 16

/** Replaces ids: numbers of sixteen digits and more, cut by line ends or not, UUIDs and hashes. */
function replaceIds(text: string, markOf: (value: string) => string): string {
  return text
    .replaceAll(uuid, (found) => markOf(found.replaceAll(isLineEnd, '')))
    .replaceAll(longHex, markOf)
    .replaceAll(digits, (run) => {
      const number = run.replaceAll(isLineEnd, '')
      return number.length < MIN_ID_DIGITS ? run : markOf(number)
    })
}

// This computer names nobody.
const isHere = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1?\]?)$/i.test(host)
const isMark = (host: string): boolean => /^host-\d+$/.test(host)

// A user name before the host goes with it.
const inAddress = /((?:https?|wss?|socks[45]?):(?:\\?\/){2})(?:[^\s/@'"\\]*@)?(\[[0-9a-f:.]+\]|[^\s/:'"?#\\,;)\]}<]+)/gi
const inEncodedAddress = /((?:https?|wss?)%3A%2F%2F)([a-z0-9.-]+)/gi
const namedHost =
  /((?:getaddrinfo [A-Z_]+ |\bHost: |\bDNS:|\b(?:hostname|host|servername|address|proxy)['"]?: ?['"]))([^\s'",]+?)(?=[\s'",]|\. |$)/g
const address4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)/g
const address6 = /(?<![\w:.])(?=[0-9a-f:]*::|(?:[0-9a-f]+:){7})[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi

/** Replaces hosts in addresses, in errors of connections, and as bare addresses of the network; not this computer's own. */
function replaceHosts(text: string, markOf: (value: string) => string): string {
  const mark = (host: string): string => (isHere(host) || isMark(host) ? host : markOf(host.toLowerCase()))
  const afterStart = (_all: string, start: string, host: string): string => start + mark(host)
  return text
    .replaceAll(inAddress, afterStart)
    .replaceAll(inEncodedAddress, afterStart)
    .replaceAll(namedHost, afterStart)
    .replaceAll(address4, (found) => (found.split('.').every((part) => Number(part) <= 255) ? mark(found) : found))
    .replaceAll(address6, mark)
}

const quotedPath = /(['"`])(?:\/(?=[^'"`\n/]+\/)|[a-z]:[\\/]|\\\\\w)[^'"`\n]*\1/gi
const bareWindowsPath = /(?<![\w<])(?:[a-z]:\\|\\\\\w)[^\s'"`<>|]*/gi
const barePath = /(?<![\w>~.:/\\%-])\/(?:[^\s'"`:,()/]+\/)+[^\s'"`:,()]*/g
const quotedHome = /(['"`])~[^'"`\n]*\1/g
const bareHome = /~(?:\\*[\\/])+[^\s'"`,()]*/g

/** Replaces paths that no known folder stands for, and what follows the home folder. */
function replacePaths(text: string): string {
  return text
    .replaceAll(quotedPath, '$1<path>$1')
    .replaceAll(quotedHome, '$1~/…$1')
    .replaceAll(bareWindowsPath, '<path>')
    .replaceAll(barePath, '<path>')
    .replaceAll(bareHome, '~/…')
}

type NamedKind = 'profile' | 'label' | 'host' | 'file' | 'id'

export type Redaction = ReturnType<typeof createRedaction>

function createMarks() {
  const marks = new Map<NamedKind, Map<string, string>>()
  return (kind: NamedKind, value: string): string => {
    const ofKind = marks.getOrInsertComputed(kind, () => new Map<string, string>())
    return ofKind.getOrInsert(squeeze(value).letters || value, `${kind}-${String(ofKind.size + 1)}`)
  }
}

// `inspect` writes each line of a text by itself.
const linesOf = (text: string): readonly string[] => text.split(/\r?\n/)

const hasLetters = /[\p{L}\p{N}]/u

const marked = (values: readonly string[], markOf: (value: string) => string): readonly KnownValue[] =>
  [...new Set(values)].filter((value) => hasLetters.test(value)).map((value) => ({ value, mark: markOf(value) }))

// Of failures; a host without a scheme has no form by which it could be told from other words.
const hostKeys: ReadonlySet<string> = new Set(['host', 'hostname', 'proxy'])

const isNoName = (name: string): boolean => /^(?:localhost|unknown)?$/i.test(name)

function knownValues(names: Names, selection: DiagnosticsSelection, mark: ReturnType<typeof createMarks>) {
  const of = (kind: NamedKind) => (value: string) => mark(kind, value)
  const persons = [
    { value: names.user, mark: '<user>' },
    ...names.computers.map((value) => ({ value, mark: '<computer>' })),
  ]
  return [
    ...marked(secretsOfRun(), () => '[redacted]'),
    ...marked([names.dataFolder], () => '<data folder>'),
    ...marked([names.programFolder], () => '<program>'),
    ...marked([names.home], () => '~'),
    ...persons.filter(({ value }) => !isNoName(value)),
    ...marked(names.fileNames, of('file')),
    ...marked(names.hosts, of('host')),
    ...marked(names.profiles, of('profile')),
    ...marked(names.labels, of('label')),
    ...(selection.ids ? [] : marked(names.ids, of('id'))),
    ...(selection.texts ? [] : marked(names.texts.flatMap(linesOf), () => '<text>')),
  ]
}

/** Redacts one set of files: the same value has the same placeholder in all of them. */
export function createRedaction(names: Names, selection: DiagnosticsSelection) {
  const mark = createMarks()
  const replaceNames = replaceKnown(knownValues(names, selection, mark))
  const idMark = (value: string): string => (selection.ids ? value : mark('id', value))
  const text = (raw: string): string => {
    const named = replacePaths(replaceHosts(replaceNames(redactSecrets(raw)), (host) => mark('host', host)))
    return selection.ids ? named : replaceIds(named, idMark)
  }
  const inside = (key: string, value: unknown): unknown =>
    typeof value === 'string' && hostKeys.has(key) ? mark('host', value) : deep(value)
  /** All texts and keys of a plain value. */
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(deep)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [text(key), inside(key, held)]))
  }
  /** What stands for a value whose kind is known from where it stands; the value itself when it may be shown. */
  const named = (kind: NamedKind, value: string): string => (kind === 'id' ? idMark(value) : mark(kind, value))
  return { text, deep, named }
}
