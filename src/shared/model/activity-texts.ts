/** The page's texts for the facts of an entry: a text for each fact, in display order. */
import type { ActivityBatch, ActivityFacts, ActivityRow } from '../schemas/activity.ts'
import { alertKinds } from './alert-kinds.ts'
import type { Sentence, SentenceValue } from './sentence.ts'

/** null for a fact that the page does not show, because only the program uses it. */
type FactTexts = {
  readonly [Name in keyof ActivityFacts]-?:
    | ((fact: NonNullable<ActivityFacts[Name]>, facts: ActivityFacts) => Sentence | null)
    | null
}

const fact =
  (name: string) =>
  (value: SentenceValue): Sentence => ({ text: `activity:fact.${name}`, values: { value } })

const counted =
  (name: string) =>
  (count: number): Sentence => ({
    text: `activity:fact.${name}`,
    values: { count, value: count },
  })

/** A number of items; 0 has no text. */
const anyOf =
  (name: string) =>
  (count: number): Sentence | null =>
    count === 0 ? null : fact(name)(count)

/** A fact with a fixed set of values, each with a text. */
const choice =
  (path: string) =>
  (value: string): Sentence => ({ text: `${path}.${value}`, values: {} })

const instant =
  (name: string) =>
  (at: number): Sentence =>
    fact(name)({ at })

function change(before: number | null, after: number | null): Sentence {
  return { text: 'activity:fact.change', values: { before: before ?? '?', after: after ?? '?' } }
}

// The result of a close-all after the count was observed.
function drained({ countBefore, countAfter, result, seconds = 0 }: ActivityFacts): Sentence | null {
  if (result === undefined || typeof countBefore !== 'number' || typeof countAfter !== 'number') return null
  const values = { before: countBefore, after: countAfter, time: { ms: seconds * 1_000 } }
  if (result === 'fell') return { text: 'activity:fact.drained', values }
  return result === 'still-live' && countAfter <= countBefore ? { text: 'activity:fact.stillLive', values } : null
}

const live = fact('live')
const creationsLeft = fact('creationsLeft')

/** The texts of alerts are in their own catalogue. */
function inAlerts({ text, values }: Sentence): Sentence {
  const nested = Object.entries(values).map(([name, value]) => {
    return [name, typeof value === 'object' && 'text' in value ? inAlerts(value) : value] as const
  })
  return { text: `alerts:${text}`, values: Object.fromEntries(nested) }
}

const factTexts: FactTexts = {
  jobId: null,
  batchId: null,
  runId: null,
  exchangeId: null,
  avatars: null,
  trainingMs: (ms) => fact('training')({ ms }),
  usualToMs: (ms, { trainings = 0 }) => ({
    text: 'activity:fact.usualToMs',
    values: { time: { ms }, count: trainings, trainings },
  }),
  trainings: null,
  countBefore: (before, facts) => {
    const { countAfter } = facts
    const end = drained(facts)
    if (end !== null) return end
    if (countAfter === undefined) return live(before)
    // A higher count than before is not an effect of the close.
    return countAfter !== null && countAfter > before ? live(countAfter) : live(change(before, countAfter))
  },
  countAfter: (after, { countBefore }) => {
    if (countBefore === undefined) return live(after)
    return countBefore === null ? live(change(null, after)) : null
  },
  balanceBefore: (before, { balanceAfter }) =>
    balanceAfter === undefined ? creationsLeft(before) : creationsLeft(change(before, balanceAfter)),
  balanceAfter: (after, { balanceBefore }) => {
    if (balanceBefore === undefined) return creationsLeft(after)
    return balanceBefore === null ? creationsLeft(change(null, after)) : null
  },
  creationsAmongOthers: fact('refundAmongOthers'),
  creationsLeft,
  creationsBefore: fact('creationsBefore'),
  durationLeft: fact('durationLeft'),
  condition: (condition) => inAlerts(alertKinds[condition.kind].text(condition)),
  severity: choice('alerts:severity'),
  isOn: (isOn) => choice('activity:factValue.isOn')(isOn ? '1' : '0'),
  snoozedUntilAt: instant('snoozedUntilAt'),
  value: (value, { condition }) => {
    const text = condition === undefined ? null : alertKinds[condition.kind].valueText
    return fact('value')(text === null ? value : inAlerts(text(value)))
  },
  told: choice('alerts:told'),
  result: (result, facts) => (drained(facts) === null ? choice('activity:factValue.result')(result) : null),
  seconds: (seconds, facts) => (drained(facts) === null ? fact('seconds')(seconds) : null),
  sessions: counted('sessions'),
  markedAs: choice('activity:factValue.as'),
  accepted: fact('accepted'),
  said: anyOf('said'),
  unknown: anyOf('unknown'),
  failed: anyOf('failed'),
  rejected: anyOf('rejected'),
  ready: fact('ready'),
  readyMs: (ms) => fact('readyMs')({ ms }),
  leftOut: anyOf('leftOut'),
  endedBy: choice('activity:factValue.endedBy'),
  source: choice('inbox:source'),
  name: fact('name'),
  copy: choice('activity:export'),
  entries: fact('entries'),
  problem: (problem, { entryId = null }) => ({ text: `activity:verify.${problem}`, values: { id: entryId ?? '?' } }),
  entryId: null,
  fields: fact('fields'),
  note: (note) => ({ text: 'activity:fact.note', values: { value: note } }),
  appId: fact('appId'),
  countedAt: instant('countedAt'),
  form: choice('activity:factValue.form'),
  // A status is not a quantity, so it is not formatted as a number.
  httpStatus: (status) => fact('httpStatus')(String(status)),
  code: fact('code'),
  message: fact('message'),
  fileHash: fact('fileHash'),
  enteredTaskId: fact('taskId'),
  taskId: fact('taskId'),
  conversationId: fact('conversationId'),
}

type FactName = keyof ActivityFacts

const factNames = Object.keys(factTexts) as readonly FactName[]

// A row has no room for ids: it shows the label of its object, and its details show the ids.
const detailsOnly: ReadonlySet<FactName> = new Set(['taskId', 'conversationId', 'appId', 'countedAt', 'fileHash'])
// The form of an answer matters only where the answer was not simply accepted.
const answerFacts: ReadonlySet<FactName> = new Set(['form', 'httpStatus', 'code', 'message'])

function textOf(name: FactName, facts: ActivityFacts): Sentence | null {
  const value = facts[name]
  if (value === undefined || value === null || value === '') return null
  // TypeScript cannot link a name to its fact; the table has the right function for each name.
  const text = factTexts[name] as ((fact: typeof value, facts: ActivityFacts) => Sentence | null) | null
  return text?.(value, facts) ?? null
}

/** The texts of all facts of an entry, for its details. */
export function factSentences(facts: ActivityFacts): readonly Sentence[] {
  return factNames.flatMap((name) => textOf(name, facts) ?? [])
}

/** The inputs of a row's sentences. */
type RowFacts = Pick<ActivityRow, 'facts' | 'outcome' | 'label'>

/** The texts of an entry's facts for its row, next to the label of its object. */
export function rowSentences({ facts, outcome, label }: RowFacts): readonly Sentence[] {
  const isAccepted = outcome === 'done' || outcome === 'seen'
  const shownNames = factNames.filter(
    (name) =>
      !detailsOnly.has(name) && !(isAccepted && answerFacts.has(name)) && !(name === 'name' && facts.name === label),
  )
  return shownNames.flatMap((name) => textOf(name, facts) ?? [])
}

type BatchCount = 'accepted' | 'failed' | 'unknown' | 'rejected' | 'notCreated'

/** Progress of a batch: how many avatars are ready, then all other outcomes. */
export function batchSentences({ avatars, ready, readyMs, ...batch }: ActivityBatch): readonly Sentence[] {
  const countSentence = (name: BatchCount): readonly Sentence[] =>
    batch[name] === 0 ? [] : [{ text: `activity:batch.${name}`, values: { value: batch[name] } }]
  const training = batch.accepted - ready - batch.failed
  const counts = { value: ready, total: avatars }
  const readySentence =
    readyMs === null
      ? { text: 'activity:batch.ready', values: counts }
      : { text: 'activity:batch.readyIn', values: { ...counts, time: { ms: readyMs } } }
  return [
    ...(ready === 0 ? [] : [readySentence]),
    // While avatars are still training, the accepted number is more useful than the missing number.
    ...(training > 0 ? countSentence('accepted') : []),
    ...countSentence('failed'),
    ...countSentence('unknown'),
    ...countSentence('rejected'),
    ...countSentence('notCreated'),
  ]
}
