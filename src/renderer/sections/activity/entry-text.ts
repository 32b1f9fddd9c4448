/** Texts for entries. Main names facts freely: those of the catalogue are translated, others shown by name. */
import type { i18n, ParseKeys, TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import { factName, hiddenFacts } from '../../../shared/model/fact-name.ts'
import type { ActivityRow } from '../../../shared/schemas/activity.ts'
import { describeFailure } from '../../failures/describe-failure.ts'
import type { Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'

type Facts = ActivityRow['facts']

/** A name that cannot be mistaken for a path into the catalogue. */
const plain = /^[A-Za-z\d-]+$/

// The two counts of a closing are one thing: what became of the calls.
function liveChange({ countBefore, countAfter }: Facts): { readonly before: number; readonly after: number } | null {
  return typeof countBefore === 'number' && typeof countAfter === 'number'
    ? { before: countBefore, after: countAfter }
    : null
}

// A condition and its number are one thing too, such as "older than 60 min".
const limits: Readonly<Record<string, ParseKeys<'activity'>>> = {
  'at-or-above calls': 'limit.calls',
  'at-or-above percent': 'limit.percent',
  'creations-below creations': 'limit.creations',
  'time-to-empty minutes': 'limit.empty',
  'older-than minutes': 'limit.older',
}

function limitOf(facts: Facts) {
  for (const [name, value] of Object.entries(facts)) {
    const key = limits[`${String(facts['condition'])} ${name}`]
    if (key !== undefined && typeof value === 'number') return { key, name, value }
  }
  return null
}

// Facts that are part of another text, or of none: an alert after no minutes is an immediate one.
function isElsewhere(facts: Facts, name: string): boolean {
  if (hiddenFacts.has(name) || (name === 'minutes' && facts[name] === 0)) return true
  if (name === 'countBefore' || name === 'countAfter') return liveChange(facts) !== null
  const limit = limitOf(facts)
  return limit !== null && (name === 'condition' || name === limit.name)
}

// The same fact under two names, and values whose texts stand elsewhere.
const sameFact = new Map([
  ['creationsLeft', 'balanceBefore'],
  ['snoozedUntilAt', 'until'],
])
const valuesOf = new Map([
  ['condition', ['alerts:kind', 'settings:data.rule']],
  ['balance', ['alerts:balance']],
  ['endedBy', ['activity:factValue.reason']],
  ['severity', ['alerts:severity']],
  ['told', ['alerts:told']],
])

/** An entry's facts, one text each, in the order in which they were recorded. */
function createFactTexts(t: TFunction<'activity'>, i18n: i18n, format: Format) {
  // The boundary between names that main made and the typed catalogue.
  const translated = t as (key: string, values?: object) => string

  /** The text of a value that has one of its own, such as "pasted". */
  const valueText = (name: string, value: string): string | undefined => {
    if (!plain.test(value)) return undefined
    // Main notes what is on in digits and in words.
    const plainValue = value === 'true' ? '1' : value === 'false' ? '0' : value
    const paths = [`activity:factValue.${name}`, ...(valuesOf.get(name) ?? [])]
    const key = paths.map((path) => `${path}.${plainValue}`).find((one) => i18n.exists(one))
    return key === undefined ? undefined : translated(key)
  }

  const factText = (action: ActivityRow['action'], name: string, value: string | number): string => {
    const number = typeof value === 'number' ? value : 0
    const shown = number !== value ? String(value) : name.endsWith('At') ? format.time(number) : format.number(number)
    const named = `${factName(name)}: ${shown}`
    if (!plain.test(name)) return named
    // The unit of a count depends on the action.
    const unit = name === 'count' && !action.startsWith('avatar.') ? 'sessions' : name
    const key = `activity:fact.${sameFact.get(unit) ?? unit}`
    const values = { value: shown, count: number }
    return valueText(name, String(value)) ?? (i18n.exists(key, values) ? translated(key, values) : named)
  }

  const together = (facts: Facts): readonly string[] => {
    const change = liveChange(facts)
    const limit = limitOf(facts)
    return [
      change && t('fact.liveChange', { before: format.number(change.before), after: format.number(change.after) }),
      limit && t(limit.key, { value: format.number(limit.value) }),
    ].filter((text) => text !== null)
  }

  return ({ action, facts }: Pick<ActivityRow, 'action' | 'facts'>): readonly string[] => [
    ...together(facts),
    ...Object.entries(facts).flatMap(([name, value]) =>
      value === null || value === '' || isElsewhere(facts, name) ? [] : [factText(action, name, value)],
    ),
  ]
}

/** An intent that nobody waits for any more. */
export function isInterrupted({ facts, isInProgress }: ActivityRow): boolean {
  return facts['step'] === 'intent' && !isInProgress
}

/** The texts of all rows, with the same identity until the language changes: a hook per row would slow scrolling. */
export function useEntryText() {
  const { t, i18n } = useTranslation('activity')
  const { t: failures } = useTranslation('failures')
  const format = useFormat()
  return useMemo(() => {
    const facts = createFactTexts(t, i18n, format)
    const failureTexts = (failure: Failure | null): readonly string[] => {
      if (failure === null) return []
      const { sentence, unknownOutcome } = describeFailure(failure, { t: failures, format, isInSettings: false })
      return [sentence, unknownOutcome ?? ''].filter((text) => text !== '')
    }
    return {
      t,
      format,
      facts,
      outcome: ({ outcome, isInProgress }: ActivityRow): string =>
        t(isInProgress ? 'outcome.inProgress' : `outcome.${outcome}`),
      /** What a row says of the act: what went wrong first, then its facts. */
      line: (entry: ActivityRow): readonly string[] => [
        ...failureTexts(entry.failure),
        ...(isInterrupted(entry) ? [t('interrupted')] : []),
        ...facts(entry),
      ],
    }
  }, [t, i18n, failures, format])
}

export type EntryText = ReturnType<typeof useEntryText>
