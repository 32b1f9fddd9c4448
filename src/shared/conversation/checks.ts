/** Checks one conversation with all rules; docs/checks.md describes each. The checks fetch nothing. */
import { edges, layoutOf, ratioText } from '../model/appearance-geometry.ts'
import { digitsOf } from '../model/json.ts'
import { maxFindings } from './check-rules.ts'
import type { CheckFinding, CheckRule, MoreFindings } from './check-rules.ts'
import { excerptOf, isBlank, subjectOf } from './check-subject.ts'
import type { Check, CheckSetting, CheckSubject, FoundIssue, SubjectMedia } from './check-subject.ts'
import { isObject, memberOf, numberIn, textIn } from './document.ts'
import type { ConversationDocument } from './document.ts'
import { conversationFields, descriptionOf, nameOf } from './fields.ts'
import { occurrencesOf } from './occurrences.ts'
import { wholeText } from './values.ts'
import { geometryOf } from './view.ts'
import { foreignWriting, writingOf } from './writing-systems.ts'

const scripts = 'scriptDtoList'
const { code: scriptType } = descriptionOf(`${scripts}.scriptType`)
const meanings: Readonly<Record<string, string>> = scriptType?.kind === 'documented' ? scriptType.meanings : {}
const coded = conversationFields.flatMap(({ field, code }) => (code?.kind === 'documented' ? [{ field, code }] : []))
const ofConversation = conversationFields.filter((description) => nameOf(description) === 'conversationId')

// Other types are for repeated events, where several phrases make sense.
const singleUse: readonly string[] = ['scriptType.openingLine', 'scriptType.farewell']

/** Key of the documented meaning of a script's type, received as a number or as text; null for any other type. */
function meaningOf(type: unknown): string | null {
  const digits = typeof type === 'string' ? type.trim() : digitsOf(type)
  return digits !== null && Object.hasOwn(meanings, digits) ? (meanings[digits] ?? null) : null
}

function scriptsByMeaning({ data }: CheckSubject) {
  return Map.groupBy(occurrencesOf(data, `${scripts}.scriptType`), ({ value }) => meaningOf(value))
}

function missingScript(meaning: string): Check {
  return function* (subject) {
    if (!scriptsByMeaning(subject).has(meaning)) yield hasItems(subject.data, scripts) ? nowhere : atField(scripts)
  }
}

function ofMedia({ path, field, text }: SubjectMedia, facts: FoundIssue['facts'] = {}): FoundIssue {
  return { path, field, facts: { address: excerptOf(text), ...facts } }
}

const nowhere = { path: null, field: null, facts: {} } as const

function atField(field: string, facts: FoundIssue['facts'] = {}): FoundIssue {
  return { path: `data.${field}`, field, facts }
}

function hasItems(data: unknown, list: string): boolean {
  const value = memberOf(data, list)
  return Array.isArray(value) && value.length > 0
}

function idText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  return digitsOf(value)
}

const checks: Readonly<Record<CheckRule, Check>> = {
  'canvas-proportion': function* ({ data }) {
    const geometry = geometryOf(memberOf(data, 'detailDto'))
    const { canvas, proportion } = layoutOf(geometry) ?? {}
    if (!canvas || !proportion) return
    const { width, height } = canvas
    const facts = { width, height, canvas: ratioText(canvas), proportion: geometry.proportion?.trim() ?? '' }
    yield atField('detailDto.proportion', facts)
  },
  'person-outside-canvas': function* ({ data }) {
    const { canvas, person, distances } = layoutOf(geometryOf(memberOf(data, 'detailDto'))) ?? {}
    if (!canvas || !person || !distances || edges.every((edge) => distances[edge] >= 0)) return
    const overflow = Object.fromEntries(edges.map((edge) => [edge, Math.max(0, -distances[edge])]))
    const facts = { ...person, canvasWidth: canvas.width, canvasHeight: canvas.height, ...overflow }
    yield atField('detailDto.humanX', facts)
  },
  'missing-opening-line': missingScript('scriptType.openingLine'),
  'missing-farewell': missingScript('scriptType.farewell'),
  'missing-unknown-question': missingScript('scriptType.unknownQuestion'),
  'duplicate-script-type': function* (subject) {
    const found = scriptsByMeaning(subject)
    for (const type of singleUse) {
      const ofType = found.get(type) ?? []
      const second = ofType[1]
      if (second !== undefined) yield { path: second.path, field: second.field, facts: { type, count: ofType.length } }
    }
  },
  'empty-script': function* ({ data }) {
    for (const occurrence of occurrencesOf(data, `${scripts}.scriptContent`)) {
      if (!isBlank(occurrence.value)) continue
      const { path, field, holder, number } = occurrence
      const value = memberOf(holder, 'scriptType')
      const type = meaningOf(value) ?? digitsOf(value) ?? '?'
      const hasAudio = !isBlank(memberOf(holder, 'ttsContent'))
      yield { path, field, facts: { number, type, ...(hasAudio ? { audio: 1 } : {}) } }
    }
  },
  'empty-prompt': function* ({ data }) {
    for (const occurrence of occurrencesOf(data, 'modelDtoList.prompt')) {
      if (!isBlank(occurrence.value)) continue
      const { path, field, holder, number } = occurrence
      yield { path, field, facts: { number, name: excerptOf(textIn(holder, 'largeName') ?? '') } }
    }
  },
  'no-models': function* ({ data }) {
    if (!hasItems(data, 'modelDtoList')) yield atField('modelDtoList')
  },
  'volume-zero': function* ({ data }) {
    if (numberIn(memberOf(data, 'detailDto'), 'ttsVolume') === 0) yield atField('detailDto.ttsVolume')
  },
  'media-relative': function* ({ media }) {
    for (const named of media) if (named.address.kind === 'no-base') yield ofMedia(named)
  },
  'media-refused': function* ({ media }) {
    for (const named of media) {
      if (named.address.kind === 'refused') yield ofMedia(named, { reason: named.address.reason })
    }
  },
  'media-unreachable': function* ({ media, dead }) {
    const byUrl = new Map(dead.map((outcome) => [outcome.url, outcome]))
    for (const named of media) {
      const outcome = named.address.kind === 'fetchable' ? byUrl.get(named.address.url) : undefined
      if (outcome !== undefined) yield ofMedia(named, { problem: outcome.problem, at: outcome.at })
    }
  },
  // Decides by writing system, which is certain, and never by guessing from words.
  'script-language': function* ({ data }) {
    const language = textIn(data, 'language')
    const expected = language === null ? null : writingOf(language)
    if (language === null || expected === null) return
    for (const script of occurrencesOf(data, `${scripts}.scriptContent`)) {
      const { value, number } = script
      const writing = typeof value === 'string' ? foreignWriting(value, expected) : null
      if (typeof value !== 'string' || writing === null) continue
      const facts = { number, language: excerptOf(language), expected: expected.code, found: writing }
      yield { path: script.path, field: script.field, facts: { ...facts, text: excerptOf(value) } }
    }
  },
  'unnamed-persona': function* ({ data }) {
    const info = memberOf(data, 'conversationInfoDto')
    if (!isBlank(memberOf(info, 'name')) || !isBlank(memberOf(info, 'nickName'))) return
    yield atField(isObject(info) ? 'conversationInfoDto.name' : 'conversationInfoDto')
  },
  'unknown-code': function* ({ data }) {
    for (const { field, code } of coded) {
      const known = Object.keys(code.meanings).join(', ')
      for (const occurrence of occurrencesOf(data, field)) {
        const { value } = occurrence
        if (isBlank(value) || Object.hasOwn(code.meanings, digitsOf(value) ?? '')) continue
        yield { path: occurrence.path, field, facts: { value: excerptOf(wholeText(value)), known } }
      }
    }
  },
  'ids-disagree': function* ({ data, requestedId }) {
    const id = idText(memberOf(data, 'id'))
    if (id === null) return
    const facts = { id: excerptOf(id) }
    if (id !== requestedId) yield atField('id', { requestedId: excerptOf(requestedId), ...facts })
    for (const { field } of ofConversation) {
      for (const occurrence of occurrencesOf(data, field)) {
        const other = idText(occurrence.value)
        if (other !== null && other !== id)
          yield { path: occurrence.path, field, facts: { other: excerptOf(other), ...facts } }
      }
    }
  },
}

/** Never throws, whatever the answer contains; takes time in proportion to the conversation's size. */
export function checksOf(
  document: ConversationDocument,
  setting: CheckSetting,
): { readonly findings: readonly CheckFinding[]; readonly more: MoreFindings } {
  const subject = subjectOf(document, setting)
  const findings: CheckFinding[] = []
  const more: Partial<Record<CheckRule, number>> = {}
  // `Object.entries` loses the type: the table above contains every rule once.
  for (const [rule, check] of Object.entries(checks) as [CheckRule, Check][]) {
    let count = 0
    for (const issue of check(subject)) {
      count += 1
      if (count <= maxFindings) findings.push({ rule, ...issue })
    }
    if (count > maxFindings) more[rule] = count - maxFindings
  }
  return { findings, more }
}
