/**
 * getconcurrentList, compared with a number. It is documented with the number's shape and can have any other, so this
 * code assumes no shape. Source: `service-api.md §GET /getconcurrentList`.
 */
import { findIds } from '../../../shared/model/find-ids.ts'
import { limits } from '../../../shared/model/limits.ts'
import { sessionId as sessionIdSchema } from '../../../shared/schemas/ids.ts'
import type { ConcurrencySample, ListReading } from '../../../shared/schemas/session.ts'
import { indentJson } from '../../../shared/model/json-text.ts'
import { truncate } from '../../../shared/model/truncate.ts'
import type { ConcurrencyList } from '../../service/operations.ts'

const maxCandidates = 1_000
// The text that is searched for ids: records of a thousand sessions. A longer text would block main for more than a
// frame.
const maxSearchedLength = 150_000

function differencesOf(number: ConcurrencySample, list: ConcurrencySample): ListReading['differences'] {
  const figures = ['total', 'yours', 'corporateId'] as const
  const textOf = (value: string | number | null): string | null => (value === null ? null : String(value))
  return figures
    .filter((figure) => number[figure] !== list[figure])
    .map((figure) => ({ figure, number: textOf(number[figure]), list: textOf(list[figure]) }))
}

/** The answer's text, indented; three dots at the end replace an omitted part. */
function shownText(dataText: string): string {
  // Indenting only adds characters, so text after the limit stays after it.
  const indented = indentJson(dataText.slice(0, limits.shownAnswer))
  const isWhole = dataText.length <= limits.shownAnswer && indented.length <= limits.shownAnswer
  return isWhole ? indented : `${truncate(indented, limits.shownAnswer - 1)}…`
}

/** The text that is searched for ids; it never ends within an id. */
function searchedText(dataText: string): string {
  if (dataText.length <= maxSearchedLength) return dataText
  const ends = [',', '}', ']'].map((sign) => dataText.lastIndexOf(sign, maxSearchedLength))
  return dataText.slice(0, Math.max(0, ...ends))
}

function candidatesOf(dataText: string, appId: string): ListReading['candidates'] {
  return findIds(searchedText(dataText), 'session')
    .filter(({ id }) => id !== appId)
    .slice(0, maxCandidates)
    .map(({ id, isLikely }) => ({ sessionId: sessionIdSchema.parse(id), isLikely, isKnown: false }))
}

/** Returns at most 20,000 characters and 1,000 ids of the list; `isKnown` is false for all ids. */
export function listReadingOf(list: ConcurrencyList, number: ConcurrencySample): ListReading {
  const { figures, hasMore, dataText, at } = list
  const contents = hasMore
    ? { dataText: shownText(dataText), candidates: candidatesOf(dataText, number.appId) }
    : { dataText: null, candidates: [] }
  const times = { at, numberAt: number.at }
  if (figures === null) return { ...times, agreement: 'other-shape', differences: [], ...contents }
  const differences = differencesOf(number, figures)
  return { ...times, agreement: differences.length === 0 ? 'agrees' : 'differs', differences, ...contents }
}
