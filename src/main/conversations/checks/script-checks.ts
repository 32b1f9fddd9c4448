/** Rules about the scripts: which are there, how often, and whether they say anything. */
import { digitsOf } from '../../service/json.ts'
import { memberOf } from '../document.ts'
import { descriptionOf, isBlank, occurrencesOf } from './subject.ts'
import type { Check, CheckSubject, Found, Occurrence } from './subject.ts'

const list = 'scriptDtoList'
const { code } = descriptionOf(`${list}.scriptType`)
const meanings: Readonly<Record<string, string>> = code?.kind === 'documented' ? code.meanings : {}

// What is said once in a call, by the meaning of its type: the first and the last words. All other types answer
// something that happens again and again, where several phrases make sense.
const singleUse: readonly string[] = ['scriptType.openingLine', 'scriptType.farewell']

/** Key of the documented meaning of a script's type, whether it came as a number or as text; null for any other. */
function meaningOf(type: unknown): string | null {
  const digits = typeof type === 'string' ? type.trim() : digitsOf(type)
  return digits !== null && Object.hasOwn(meanings, digits) ? (meanings[digits] ?? null) : null
}

/** Scripts by the meaning of their type, as received. */
function byMeaning({ data }: CheckSubject): ReadonlyMap<string | null, readonly Occurrence[]> {
  return Map.groupBy(occurrencesOf(data, `${list}.scriptType`), ({ value }) => meaningOf(value))
}

/** There is no script of a type. */
function missing(meaning: string): Check {
  return function* (subject): Generator<Found> {
    if (byMeaning(subject).has(meaning)) return
    const came = memberOf(subject.data, list)
    const isListed = Array.isArray(came) && came.length > 0
    yield isListed ? { path: null, field: null, facts: {} } : { path: `data.${list}`, field: list, facts: {} }
  }
}

/** No script is an opening line. */
export const missingOpeningLine = missing('scriptType.openingLine')
/** No script is a farewell. */
export const missingFarewell = missing('scriptType.farewell')
/** No script is for unknown questions. */
export const missingUnknownQuestion = missing('scriptType.unknownQuestion')

/** Several scripts are of a type that is used once in a call. */
export const duplicateScriptType: Check = function* (subject): Generator<Found> {
  const found = byMeaning(subject)
  for (const type of singleUse) {
    const scripts = found.get(type) ?? []
    const second = scripts[1]
    if (second === undefined) continue
    yield { path: second.path, field: second.field, facts: { type, count: scripts.length } }
  }
}

/** A script has no text. */
export const emptyScript: Check = function* ({ data }): Generator<Found> {
  for (const { path, field, value, holder, number } of occurrencesOf(data, `${list}.scriptContent`)) {
    if (!isBlank(value)) continue
    const came = memberOf(holder, 'scriptType')
    const type = meaningOf(came) ?? digitsOf(came) ?? '?'
    const hasAudio = !isBlank(memberOf(holder, 'ttsContent'))
    yield { path, field, facts: { number, type, ...(hasAudio ? { audio: 1 } : {}) } }
  }
}
