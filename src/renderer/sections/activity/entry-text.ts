/** Texts for entries. Main names facts freely: those of the catalogue are translated, others shown by name. */
import type { i18n, TFunction } from 'i18next'
import { useMemo } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import { activityActions } from '../../../shared/model/activity-actions.ts'
import { factName, hiddenFacts } from '../../../shared/model/fact-name.ts'
import type { ActivityAction, ActivityRow } from '../../../shared/schemas/activity.ts'
import { describeFailure } from '../../failures/describe-failure.ts'
import type { Format } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/use-texts.ts'

type FactsOf = Pick<ActivityRow, 'action' | 'facts'>
type Facts = ActivityRow['facts']

// One name for an act: what came of it is its outcome.
const answers = {
  'avatar.accepted': 'avatar.submitted',
  'avatar.unknown': 'avatar.submitted',
  'avatar.rejected': 'avatar.submitted',
  'session.runEnded': 'session.runStarted',
} as const satisfies Partial<Record<ActivityAction, ActivityAction>>

const isAnswer = (action: ActivityAction): action is keyof typeof answers => action in answers

/** A name that cannot be mistaken for a path into the catalogue. */
const plain = /^[A-Za-z\d-]+$/

// What was before and after an act is one thing: what became of it, such as "12 → 11 live".
const changes = [
  ['countBefore', 'countAfter', 'fact.live'],
  ['balanceBefore', 'balanceAfter', 'fact.creationsLeft'],
] as const
const factsOfCondition = new Set('condition calls percent creations balance minutes'.split(' '))

// The same fact under another name, and values whose texts stand elsewhere.
const sameFact = new Map([
  ['avatarCreationsLeft', 'creationsLeft'],
  ['balanceBefore', 'creationsBefore'],
  // Read for the confirmation: what is sent after it has not been paid yet.
  ['creationsLeft', 'creationsBefore'],
  ['countBefore', 'live'],
])
const valuesOf = new Map([
  ['form', 'activity:export'],
  ['problem', 'activity:verify'],
  ['severity', 'alerts:severity'],
  ['source', 'inbox:source'],
  ['told', 'alerts:told'],
])

// Main notes what is on in digits and in words.
const digits: Readonly<Record<string, string>> = { true: '1', false: '0' }

/** Where a value such as "pasted" may have a text of its own. */
function valueKeys(name: string, value: string): readonly string[] {
  if (!plain.test(value)) return []
  const elsewhere = valuesOf.get(name) ?? []
  return [`activity:factValue.${name}`].concat(elsewhere).map((path) => `${path}.${digits[value] ?? value}`)
}

/** An entry's facts, one text each, in the order in which they were recorded. */
function createFactTexts(t: TFunction<'activity'>, i18n: i18n, format: Format) {
  // The boundary between names that main made and the typed catalogue.
  const translated = t as (key: string, values?: object) => string
  const number = (value: unknown): string => (typeof value === 'number' ? format.number(value) : '?')

  /** "12 → 11"; calls that are more than before are no effect of a close, so their number stands alone. */
  const changeOf = (before: unknown, after: unknown, key: (typeof changes)[number][2]): string =>
    key === 'fact.live' && Number(after) > Number(before ?? after)
      ? number(after)
      : `${number(before)} → ${number(after)}`

  /** When an alert is triggered; undefined for an entry without a condition that is known. */
  const conditionText = ({ condition, calls, percent, creations, balance, minutes: noted }: Facts) => {
    if (typeof condition !== 'string' || !plain.test(condition)) return undefined
    const [unit, count] = calls === undefined ? ['percent', percent] : ['calls', calls]
    const limit = translated(`alerts:limit.${unit}`, { count, value: number(count) })
    // Older entries have none.
    const minutes = Number(noted ?? 0)
    const time = format.duration(minutes * 60_000)
    const of = typeof balance === 'string' ? translated(`alerts:balance.${balance}`) : ''
    const values = { limit, time, value: number(creations), balance: of }
    const key = [
      `alerts:condition.${condition}${condition === 'at-or-above' && minutes !== 0 ? '-for' : ''}`,
      `alerts:kind.${condition}`,
    ].find((one) => i18n.exists(one, values))
    return key && translated(key, values)
  }

  const factText = ({ facts }: FactsOf, name: string, fact: string | number): string => {
    const value = typeof fact === 'string' ? fact : name.endsWith('At') ? format.time(fact) : format.number(fact)
    if (!plain.test(name)) return `${name}: ${value}`
    const key = `activity:fact.${sameFact.get(name) ?? name}`
    if (i18n.exists(key)) return translated(key, { value })
    const text = valueKeys(name, String(fact)).find((path) => i18n.exists(path))
    if (text !== undefined) return translated(text, { id: number(facts['entryId']) })
    const isOfSessions = ['count', 'sessions', 'closing'].includes(name)
    const about = isOfSessions ? translated('app:section.sessions') : factName(name)
    return translated('common:about', { about }) + value
  }

  /** Of a creation that came back while others were spent, the balances alone would say that none did. */
  const changedText = ({ action, facts }: FactsOf, [before, after, key]: (typeof changes)[number]): string => {
    const isHidden = action === 'avatar.refundSeen' && Number(facts[after]) <= Number(facts[before])
    if (isHidden) return t('fact.refundAmongOthers', { value: number(facts[after]) })
    return t(key, { value: changeOf(facts[before], facts[after], key) })
  }

  return (entry: FactsOf): readonly string[] => {
    const { facts } = entry
    const changed = changes.filter(([before, after]) => before in facts && after in facts)
    const condition = conditionText(facts)
    const isElsewhere = (name: string): boolean =>
      hiddenFacts.has(name) ||
      name === 'entryId' ||
      (name === 'count' && (entry.action === 'avatar.confirmed' || 'jobId' in facts)) ||
      changed.some(([before, after]) => name === before || name === after) ||
      (condition !== undefined && factsOfCondition.has(name))
    return [
      ...changed
        .filter(([before, after]) => (facts[before] ?? facts[after]) !== null)
        .map((change) => changedText(entry, change)),
      ...(condition === undefined ? [] : [condition]),
      ...Object.entries(facts).flatMap(([name, value]) =>
        value === null || value === '' || isElsewhere(name) ? [] : [factText(entry, name, value)],
      ),
    ]
  }
}

/** An intent that nobody waits for any more. */
export function isInterrupted({ facts, isInProgress }: ActivityRow): boolean {
  return facts['step'] === 'intent' && !isInProgress
}

/** An act's facts; of an avatar that was just sent with those of its confirmation, which are no news once it is made. */
function wholeFacts({ action, facts, earlier }: ActivityRow): Facts {
  const confirmed = earlier.find((entry) => entry.action === 'avatar.confirmed')
  return isAnswer(action) ? { ...confirmed?.facts, ...facts } : facts
}

// The ids of an avatar that was sent are in its details: a row has no room for both.
const factsOfRow = (act: ActivityRow): Facts =>
  /^avatar\.(?:accepted|ready|failed)$/.test(act.action)
    ? { ...wholeFacts(act), taskId: null, conversationId: null }
    : wholeFacts(act)

/** How long a training took; null for what is none, and where it is not recorded when the service took it. */
function trainingMs({ action, at, earlier }: ActivityRow): number | null {
  // A queue may have been held for hours after the intent.
  const taken = earlier.find((entry) => entry.action === 'avatar.accepted')
  const isEnd = action === 'avatar.ready' || action === 'avatar.failed'
  return taken !== undefined && isEnd ? Math.max(0, at - taken.at) : null
}

/** The texts of all rows, with the same identity until the language changes: a hook per row would slow scrolling. */
export function useEntryText() {
  const { t, i18n, format } = useTexts('activity')
  const { t: failures } = useTexts('failures')
  const { t: common } = useTexts('common')
  const { t: avatars } = useTexts('avatars')
  return useMemo(() => {
    const facts = createFactTexts(t, i18n, format)
    const name = (action: ActivityAction): string => t(`action.${isAnswer(action) ? answers[action] : action}`)
    const failureTexts = (failure: Failure | null): readonly string[] => {
      if (failure === null) return []
      const { sentence, unknownOutcome } = describeFailure(failure, { t: failures, format })
      return [sentence, unknownOutcome ?? ''].filter((text) => text !== '')
    }
    const all: readonly (readonly [string, string])[] = [
      ...activityActions.map((action) => [action, name(action)] as const),
      ...Object.entries(t('outcome', { returnObjects: true })),
      ['unknown', failures('unknownOutcome')],
      // A few kinds have a sentence for each of their ways, such as `timeout-answer`.
      ...Object.entries(failures('sentence', { returnObjects: true })),
    ]
    return {
      t,
      format,
      /** What rows say of main's own names, in lower case, without what each entry fills in. */
      texts: all.map(([key, text]) => {
        return [[key, key.split('-', 1)[0] ?? key], text.toLowerCase().replaceAll(/\{\{.*?\}\}/g, ' ')] as const
      }),
      facts: (act: ActivityRow): readonly string[] => facts({ action: act.action, facts: wholeFacts(act) }),
      /** What the page calls an action. */
      name,
      /** What the page calls an act: its action, and of a batch how many avatars it is for. */
      title: ({ action, facts: { count } }: FactsOf): string =>
        action === 'avatar.confirmed' && typeof count === 'number' ? avatars('createCount', { count }) : name(action),
      /** What an act is about; of a batch not its first avatar alone. */
      target: ({ action, target, facts: { count } }: ActivityRow): string =>
        action === 'avatar.confirmed' && typeof count === 'number' && count > 1
          ? t('target.andMore', { name: target, count: count - 1, total: format.number(count - 1) })
          : target,
      outcome: ({ outcome, isInProgress }: ActivityRow): string =>
        t(isInProgress ? 'outcome.inProgress' : `outcome.${outcome}`),
      /** What a row says of the act: what went wrong or is not known first, then its facts. */
      line: (entry: ActivityRow): readonly string[] => {
        const { failure, outcome, isInProgress } = entry
        const isUnexplained = outcome === 'unknown' && failure === null && !isInProgress
        const why = isInterrupted(entry) ? common('interrupted') : t('outcome.unknown')
        const training = trainingMs(entry)
        return [
          ...failureTexts(failure),
          ...(isUnexplained ? [why] : []),
          ...(training === null ? [] : [format.duration(training)]),
          ...facts({ action: entry.action, facts: factsOfRow(entry) }),
        ]
      },
    }
  }, [t, i18n, failures, common, avatars, format])
}

export type EntryText = ReturnType<typeof useEntryText>
