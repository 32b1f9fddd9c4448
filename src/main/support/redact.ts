/**
 * Takes out of the diagnostics what names a person, a customer, a place or a host. Secrets are taken out by the house's
 * own redaction (`lib/redaction.ts`), here too; what is replaced here keeps a name, so that two lines about the same
 * thing can still be told to be about the same thing.
 */
import type { DiagnosticsSelection } from '../../shared/schemas/support.ts'
import { redactSecrets, secretsOfRun } from '../lib/redaction.ts'
import { replaceKnown, squeeze } from './known-values.ts'
import type { KnownValue } from './known-values.ts'
import { replaceHosts, replaceIds, replacePaths } from './patterns.ts'

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

/** What a value is, where something stands in its place. */
export type NamedKind = 'profile' | 'label' | 'host' | 'file' | 'id'

/** Redacts one set of files: the same value has the same placeholder in all of them. */
export interface Redaction {
  readonly text: (text: string) => string
  /** All texts and keys of a plain value. */
  readonly deep: (value: unknown) => unknown
  /** What stands for a value whose kind is known from where it stands; the value itself when it may be shown. */
  readonly named: (kind: NamedKind, value: string) => string
}

function createMarks() {
  const marks = new Map<NamedKind, Map<string, string>>()
  return (kind: NamedKind, value: string): string => {
    const ofKind = marks.get(kind) ?? new Map<string, string>()
    marks.set(kind, ofKind)
    const key = squeeze(value).letters || value
    const mark = ofKind.get(key) ?? `${kind}-${String(ofKind.size + 1)}`
    ofKind.set(key, mark)
    return mark
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

export function createRedaction(names: Names, selection: DiagnosticsSelection): Redaction {
  const mark = createMarks()
  const replaceNames = replaceKnown(knownValues(names, selection, mark))
  const idMark = (value: string): string => (selection.ids ? value : mark('id', value))
  const text = (raw: string): string => {
    const named = replacePaths(replaceHosts(replaceNames(redactSecrets(raw)), (host) => mark('host', host)))
    return selection.ids ? named : replaceIds(named, idMark)
  }
  const inside = (key: string, value: unknown): unknown =>
    typeof value === 'string' && hostKeys.has(key) ? mark('host', value) : deep(value)
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(deep)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [text(key), inside(key, held)]))
  }
  return { text, deep, named: (kind, value) => (kind === 'id' ? idMark(value) : mark(kind, value)) }
}
