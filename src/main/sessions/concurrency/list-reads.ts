/**
 * Reads getconcurrentList of the focused application, each minute and on request, and compares it with the number read at
 * about the same moment. It is documented with the number's shape and may come in any other: nothing here takes a shape
 * for granted. Source: `service-api.md §GET /getconcurrentList`.
 */
import { FailureError } from '../../../shared/failure.ts'
import type { AppId } from '../../../shared/ids.ts'
import { findIds } from '../../../shared/model/find-ids.ts'
import { sessionId as sessionIdSchema } from '../../../shared/schemas/ids.ts'
import type { ConcurrencySample, ListReading } from '../../../shared/schemas/session.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { indentJson } from '../../lib/json-text.ts'
import { truncate } from '../../lib/truncate.ts'
import type { ConcurrencyList } from '../../service/operation-row.ts'
import { requestedDelayMs } from '../../service/retry.ts'
import type { CountTarget, ReadCount } from './count-reader.ts'

// The page draws it whole, and a text beyond this is none that a person reads.
const maxTextLength = 20_000
const maxCandidates = 1_000
// Where ids are looked for: records of a thousand sessions. A longer text would hold up main for more than a frame.
const maxSearchedLength = 150_000

type Difference = ListReading['differences'][number]

function differencesOf(number: ConcurrencySample, list: ConcurrencySample): Difference[] {
  const figures = ['total', 'yours', 'corporateId'] as const
  const textOf = (value: string | number | null): string | null => (value === null ? null : String(value))
  return figures
    .filter((figure) => number[figure] !== list[figure])
    .map((figure) => ({ figure, number: textOf(number[figure]), list: textOf(list[figure]) }))
}

/** As it came, indented; what is left out is shown by three dots at the end. */
function shownText(dataText: string): string {
  // Indenting only adds, so what stands behind the limit before cannot come before it afterwards.
  const indented = indentJson(dataText.slice(0, maxTextLength))
  const isWhole = dataText.length <= maxTextLength && indented.length <= maxTextLength
  return isWhole ? indented : `${truncate(indented, maxTextLength - 1)}…`
}

/** The text in which ids are looked for; never the half of one. */
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

/**
 * Compares a list with a number. Of any list at most 20,000 characters and 1,000 ids are given; `isKnown` is false for
 * all of them, as it is not known here.
 */
export function listReadingOf(list: ConcurrencyList, number: ConcurrencySample): ListReading {
  const { figures, hasMore, dataText, at } = list
  const beside = hasMore
    ? { dataText: shownText(dataText), candidates: candidatesOf(dataText, number.appId) }
    : { dataText: null, candidates: [] }
  const times = { at, numberAt: number.at }
  if (figures === null) return { ...times, agreement: 'other-shape', differences: [], ...beside }
  const differences = differencesOf(number, figures)
  return { ...times, agreement: differences.length === 0 ? 'agrees' : 'differs', differences, ...beside }
}

/** The reads of the lists of one profile; how they end stands in the figures. */
export interface ListReads {
  /** Begins a read when the last one of this application began a minute ago and no other list is being read. */
  readonly readIfDue: (number: ConcurrencySample, signal: AbortSignal) => void
  /** Reads now. Resolves when it has ended, well or not. */
  readonly readNow: (number: ConcurrencySample) => Promise<void>
}

const intervalMs = 60_000

export function createListReads(
  { clock, log }: ProfileContext,
  own: { readonly open: OpenProfile; readonly target: CountTarget; readonly readCount: ReadCount },
): ListReads {
  const { open, target, readCount } = own
  const { figures, changed } = target
  const startedAt = new Map<AppId, number>()
  let isReading = false

  const isDue = (appId: AppId): boolean => {
    const last = startedAt.get(appId)
    // Either way: a clock that was set back must not put it off.
    return last === undefined || Math.abs(clock.now() - last) >= intervalMs
  }

  const compared = async (number: ConcurrencySample, signal: AbortSignal | null): Promise<ListReading> => {
    const { appId } = number
    const options = signal === null ? {} : { signal }
    const list = await open.client.concurrentList(appId, options)
    const reading = listReadingOf(list, number)
    if (reading.agreement !== 'differs') return reading
    // A call that began or ended between the two reads is no difference: the number of a moment later shows that.
    return listReadingOf(list, await readCount({ open, appId, ...options }))
  }

  const read = async (number: ConcurrencySample, signal: AbortSignal | null): Promise<void> => {
    const { appId } = number
    const begun = figures.begin()
    startedAt.set(appId, clock.now())
    try {
      const value = await compared(number, signal)
      if (figures.listRead(begun, appId, { value })) changed(appId)
    } catch (error) {
      if (!(error instanceof FailureError)) {
        log.error(`reading the list of the live calls of ${appId}`, error)
        return
      }
      const { failure } = error
      if (failure.kind === 'cancelled') return
      if (figures.listRead(begun, appId, { failure, retryAfterMs: requestedDelayMs(error, clock.now()) }))
        changed(appId)
    }
  }

  return {
    readIfDue: (number, signal) => {
      if (isReading || !isDue(number.appId)) return
      isReading = true
      void read(number, signal).finally(() => {
        isReading = false
      })
    },
    readNow: (number) => read(number, null),
  }
}
