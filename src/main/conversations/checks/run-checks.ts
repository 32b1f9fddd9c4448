/** All rules over one conversation; docs/checks.md names each. They fetch nothing. */
import { maxFindings } from '../../../shared/model/conversation-checks.ts'
import type { CheckFinding, CheckRule } from '../../../shared/model/conversation-checks.ts'
import { conversationFields, nameOf } from '../../../shared/model/conversation-fields.ts'
import { digitsOf } from '../../service/json.ts'
import { isObject, memberOf, numberIn, textIn } from '../document.ts'
import type { ConversationDocument } from '../document.ts'
import { wholeText } from '../values.ts'
import { canvasProportion, personOutsideCanvas } from './appearance-checks.ts'
import { descriptionOf, excerptOf, isBlank, occurrencesOf, subjectOf } from './subject.ts'
import type { Check, CheckSetting, CheckSubject, Found, SubjectMedia } from './subject.ts'
import { foreignWriting, writingOf } from './writing-systems.ts'

const scripts = 'scriptDtoList'
const { code: scriptType } = descriptionOf(`${scripts}.scriptType`)
const meanings: Readonly<Record<string, string>> = scriptType?.kind === 'documented' ? scriptType.meanings : {}
const coded = conversationFields.flatMap(({ field, code }) => (code?.kind === 'documented' ? [{ field, code }] : []))
const ofConversation = conversationFields.filter((description) => nameOf(description) === 'conversationId')

// What is said once in a call, by the meaning of its type: the first and the last words. All other types answer
// something that happens again and again, where several phrases make sense.
const singleUse: readonly string[] = ['scriptType.openingLine', 'scriptType.farewell']

/** Key of the documented meaning of a script's type, whether it came as a number or as text; null for any other. */
function meaningOf(type: unknown): string | null {
  const digits = typeof type === 'string' ? type.trim() : digitsOf(type)
  return digits !== null && Object.hasOwn(meanings, digits) ? (meanings[digits] ?? null) : null
}

function scriptsByMeaning({ data }: CheckSubject) {
  return Map.groupBy(occurrencesOf(data, `${scripts}.scriptType`), ({ value }) => meaningOf(value))
}

function missingScript(meaning: string): Check {
  return function* (subject) {
    if (scriptsByMeaning(subject).has(meaning)) return
    const came = memberOf(subject.data, scripts)
    const isListed = Array.isArray(came) && came.length > 0
    yield isListed ? { path: null, field: null, facts: {} } : { path: `data.${scripts}`, field: scripts, facts: {} }
  }
}

function ofMedia({ path, field, text }: SubjectMedia, facts: Found['facts'] = {}): Found {
  return { path, field, facts: { address: excerptOf(text), ...facts } }
}

/** An id as text, whether it came as text or as a number; null where none came. */
function idText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  return digitsOf(value)
}

const checks: Readonly<Record<CheckRule, Check>> = {
  'canvas-proportion': canvasProportion,
  'person-outside-canvas': personOutsideCanvas,
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
    for (const { path, field, value, holder, number } of occurrencesOf(data, `${scripts}.scriptContent`)) {
      if (!isBlank(value)) continue
      const came = memberOf(holder, 'scriptType')
      const type = meaningOf(came) ?? digitsOf(came) ?? '?'
      const hasAudio = !isBlank(memberOf(holder, 'ttsContent'))
      yield { path, field, facts: { number, type, ...(hasAudio ? { audio: 1 } : {}) } }
    }
  },
  'empty-prompt': function* ({ data }) {
    for (const { path, field, value, holder, number } of occurrencesOf(data, 'modelDtoList.prompt')) {
      if (isBlank(value)) yield { path, field, facts: { number, name: excerptOf(textIn(holder, 'largeName') ?? '') } }
    }
  },
  'no-models': function* ({ data }) {
    const came = memberOf(data, 'modelDtoList')
    if (Array.isArray(came) && came.length > 0) return
    yield { path: 'data.modelDtoList', field: 'modelDtoList', facts: {} }
  },
  'volume-zero': function* ({ data }) {
    if (numberIn(memberOf(data, 'detailDto'), 'ttsVolume') !== 0) return
    yield { path: 'data.detailDto.ttsVolume', field: 'detailDto.ttsVolume', facts: {} }
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
  // Told by writing system, which is certain, and never by guessing at words.
  'script-language': function* ({ data }) {
    const language = textIn(data, 'language')
    const expected = language === null ? null : writingOf(language)
    if (language === null || expected === null) return
    for (const { path, field, value, number } of occurrencesOf(data, `${scripts}.scriptContent`)) {
      const found = typeof value === 'string' ? foreignWriting(value, expected) : null
      if (typeof value !== 'string' || found === null) continue
      const facts = { number, language: excerptOf(language), expected: expected.code, found }
      yield { path, field, facts: { ...facts, text: excerptOf(value) } }
    }
  },
  'unnamed-persona': function* ({ data }) {
    const info = memberOf(data, 'conversationInfoDto')
    if (!isBlank(memberOf(info, 'name')) || !isBlank(memberOf(info, 'nickName'))) return
    const field = isObject(info) ? 'conversationInfoDto.name' : 'conversationInfoDto'
    yield { path: `data.${field}`, field, facts: {} }
  },
  'unknown-code': function* ({ data }) {
    for (const { field, code } of coded) {
      const known = Object.keys(code.meanings).join(', ')
      for (const { path, value } of occurrencesOf(data, field)) {
        if (isBlank(value) || Object.hasOwn(code.meanings, digitsOf(value) ?? '')) continue
        yield { path, field, facts: { value: excerptOf(wholeText(value)), known } }
      }
    }
  },
  'ids-disagree': function* ({ data, requestedId }) {
    const id = idText(memberOf(data, 'id'))
    if (id === null) return
    const facts = { id: excerptOf(id) }
    if (id !== requestedId)
      yield { path: 'data.id', field: 'id', facts: { requestedId: excerptOf(requestedId), ...facts } }
    for (const { field } of ofConversation) {
      for (const { path, value } of occurrencesOf(data, field)) {
        const other = idText(value)
        if (other !== null && other !== id) yield { path, field, facts: { other: excerptOf(other), ...facts } }
      }
    }
  },
}

/**
 * Runs every rule: the first `maxFindings` of each, and how many more there are. Never throws, whatever came, and takes
 * time in proportion to the conversation's size.
 */
export function runChecks(document: ConversationDocument, setting: CheckSetting) {
  const subject = subjectOf(document, setting)
  const findings: CheckFinding[] = []
  const more: Partial<Record<CheckRule, number>> = {}
  // The boundary: the table above has every rule once.
  for (const [rule, check] of Object.entries(checks) as [CheckRule, Check][]) {
    let count = 0
    for (const found of check(subject)) {
      count += 1
      if (count <= maxFindings) findings.push({ rule, ...found })
    }
    if (count > maxFindings) more[rule] = count - maxFindings
  }
  return { findings, more }
}
