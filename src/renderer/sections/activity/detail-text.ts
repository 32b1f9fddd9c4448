/** Texts for the facts of an entry. Main names them freely: those of the catalogue are translated, others shown by name. */
import type { i18n, ParseKeys, TFunction } from 'i18next'
import { factName, hiddenFacts } from '../../../shared/model/fact-name.ts'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import type { Format } from '../../i18n/format.ts'

type EntryDetails = ActivityEntry['facts']

/** A name that cannot be mistaken for a path into the catalogue. */
const plain = /^[A-Za-z\d-]+$/

// The two counts of a closing are one thing: what became of the calls.
function liveChange({
  countBefore,
  countAfter,
}: EntryDetails): { readonly before: number; readonly after: number } | null {
  return typeof countBefore === 'number' && typeof countAfter === 'number'
    ? { before: countBefore, after: countAfter }
    : null
}

const counts: ReadonlySet<string> = new Set(['countBefore', 'countAfter'])

// A condition and its number are one thing too, such as "older than 60 min".
const limits: Readonly<Record<string, ParseKeys<'activity'>>> = {
  'at-or-above calls': 'limit.calls',
  'at-or-above percent': 'limit.percent',
  'creations-below creations': 'limit.creations',
  'time-to-empty minutes': 'limit.empty',
  'older-than minutes': 'limit.older',
}

interface Limit {
  readonly key: ParseKeys<'activity'>
  readonly name: string
  readonly value: number
}

function limitOf(details: EntryDetails): Limit | null {
  for (const [name, value] of Object.entries(details)) {
    const key = limits[`${String(details['condition'])} ${name}`]
    if (key !== undefined && typeof value === 'number') return { key, name, value }
  }
  return null
}

// Facts that are part of another text, or of none: an alert after no minutes is an immediate one.
function isShown(details: EntryDetails, name: string): boolean {
  if (hiddenFacts.has(name) || (name === 'minutes' && details[name] === 0)) return true
  if (counts.has(name)) return liveChange(details) !== null
  const limit = limitOf(details)
  return limit !== null && (name === 'condition' || name === limit.name)
}

/** The unit of a count depends on the action. */
function nameFor(action: ActivityEntry['action'], name: string): string {
  return name === 'count' && !action.startsWith('avatar.') ? 'sessions' : name
}

/** An entry's facts, one text each, in the order in which they were recorded. */
export type DetailText = (entry: Pick<ActivityEntry, 'action' | 'facts'>) => readonly string[]

export function createDetailText(t: TFunction<'activity'>, i18n: i18n, format: Format): DetailText {
  // The boundary between names that main made and the typed catalogue; a test walks the names that main uses.
  const known = (key: string): key is ParseKeys<'activity'> => i18n.exists(`activity:${key}`)

  const text = (name: string, value: string | number): string => {
    const isInstant = typeof value === 'number' && name.endsWith('At')
    const shown = isInstant ? format.time(value) : typeof value === 'number' ? format.number(value) : value
    const named = `factValue.${name}.${value}`
    if (plain.test(name) && plain.test(String(value)) && known(named)) return t(named)
    const key = `fact.${name}`
    const count = typeof value === 'number' ? value : 0
    return plain.test(name) && i18n.exists(`activity:${key}`, { count })
      ? t(key as ParseKeys<'activity'>, { value: shown, count })
      : `${factName(name)}: ${shown}`
  }

  const together = (details: EntryDetails): readonly string[] => {
    const change = liveChange(details)
    const limit = limitOf(details)
    return [
      ...(change === null
        ? []
        : [t('fact.liveChange', { before: format.number(change.before), after: format.number(change.after) })]),
      ...(limit === null ? [] : [t(limit.key, { value: format.number(limit.value) })]),
    ]
  }

  return ({ action, facts: details }) => [
    ...together(details),
    ...Object.entries(details).flatMap(([name, value]) =>
      value === null || value === '' || isShown(details, name) ? [] : [text(nameFor(action, name), value)],
    ),
  ]
}
