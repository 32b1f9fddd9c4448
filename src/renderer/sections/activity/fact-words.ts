/** Words for the facts of an entry. Main names them freely: those known here read as words, others by their own name. */
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import { useFormat } from '../../i18n/use-format.ts'

type Facts = ActivityEntry['facts']

// What the entry carries for the program itself: the step of an intent is its badge, a job's id is never shown.
const hidden: ReadonlySet<string> = new Set(['step', 'jobId'])

/** A name that cannot be mistaken for a path into the catalogue. */
const plain = /^[A-Za-z-]+$/

/** "watchedCalls" to "watched calls". */
function spaced(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Gives an entry's facts in words, one text each, in the order in which they were noted. */
export function useFactWords(): (facts: Facts) => readonly string[] {
  const { t, i18n } = useTranslation('activity')
  const format = useFormat()
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
      : `${spaced(name)}: ${shown}`
  }

  return (facts) =>
    Object.entries(facts).flatMap(([name, value]) =>
      value === null || value === '' || hidden.has(name) ? [] : [words(name, value)],
    )
}
