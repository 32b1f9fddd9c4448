/** Words for the facts of an entry. Main names them freely: those known here read as words, others by their own name. */
import type { i18n, ParseKeys, TFunction } from 'i18next'
import { factName, hiddenFacts } from '../../../shared/model/fact-name.ts'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import type { Format } from '../../i18n/format.ts'

type Facts = ActivityEntry['facts']

/** A name that cannot be mistaken for a path into the catalogue. */
const plain = /^[A-Za-z\d-]+$/

// The two counts of a closing are one thing: what became of the calls.
function liveChange({ countBefore, countAfter }: Facts): { readonly before: number; readonly after: number } | null {
  return typeof countBefore === 'number' && typeof countAfter === 'number'
    ? { before: countBefore, after: countAfter }
    : null
}

const counts: ReadonlySet<string> = new Set(['countBefore', 'countAfter'])

/** What is counted depends on what the entry is about. */
function nameFor(action: ActivityEntry['action'], name: string): string {
  return name === 'count' && !action.startsWith('avatar.') ? 'sessions' : name
}

/** The words of an entry's facts, one text each. */
export type FactWords = (entry: Pick<ActivityEntry, 'action' | 'facts'>) => readonly string[]

/** What `createFactWords` takes. */
export interface FactWordsDeps {
  readonly t: TFunction<'activity'>
  readonly i18n: i18n
  readonly format: Format
}

/** Gives an entry's facts in words, one text each, in the order in which they were noted. */
export function createFactWords({ t, i18n, format }: FactWordsDeps): FactWords {
  // The boundary between names that main made and the typed catalogue; a test walks the names that main uses.
  const known = (key: string): key is ParseKeys<'activity'> => i18n.exists(`activity:${key}`)

  const words = (name: string, value: string | number): string => {
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

  return ({ action, facts }) => {
    const change = liveChange(facts)
    const rest = Object.entries(facts).flatMap(([name, value]) => {
      const isTold = hiddenFacts.has(name) || (change !== null && counts.has(name))
      return value === null || value === '' || isTold ? [] : [words(nameFor(action, name), value)]
    })
    if (change === null) return rest
    const { before, after } = change
    return [t('fact.liveChange', { before: format.number(before), after: format.number(after) }), ...rest]
  }
}
