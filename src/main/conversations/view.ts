/**
 * From a parsed answer of getConversationById to the rows that the viewer shows. Every documented field gets its row,
 * whatever came in its place; everything else that came is shown under Other fields. Source: `service-api.md §Conversation`.
 */
import { membersByParent, nameOf } from '../../shared/model/conversation-fields.ts'
import type { Code, FieldDescription } from '../../shared/model/conversation-fields.ts'
import type {
  AppearanceGeometry,
  ConversationSection,
  ConversationView,
  FieldGroup,
  FieldRow,
  FieldValue,
  Meaning,
  SectionView,
} from '../../shared/model/conversation-view.ts'
import { digitsOf, writeJson } from '../service/json.ts'
import { indentJson } from './indent-json.ts'

type JsonObject = Readonly<Record<string, unknown>>

interface SectionInWork {
  readonly rows: FieldRow[]
  readonly groups: FieldGroup[]
  readonly otherFields: FieldRow[]
}

type Sections = Readonly<Record<ConversationSection, SectionInWork>>

/** An object of the answer (null where none came), its place in the answer and in the contract, and its section. */
interface Place {
  readonly object: JsonObject | null
  readonly path: string
  readonly parent: string
  readonly section: ConversationSection
}

const sectionOrder: readonly ConversationSection[] = [
  'overview',
  'persona',
  'appearance',
  'voice',
  'models',
  'scripts',
  'knowledge',
]
const envelopeFields = ['success', 'code', 'message', 'msg'] as const
const none: Meaning = { kind: 'none' }

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && digitsOf(value) === null
}

/** A member as it came; undefined, which JSON does not know, stands for absent. */
function memberOf(object: JsonObject | null, name: string): unknown {
  return object !== null && Object.hasOwn(object, name) ? object[name] : undefined
}

function structureOf(value: object): FieldValue {
  if (Array.isArray(value) && value.length === 0) return { kind: 'empty', of: 'list' }
  if (!Array.isArray(value) && Object.keys(value).length === 0) return { kind: 'empty', of: 'object' }
  return { kind: 'json', text: indentJson(writeJson(value)) }
}

function valueOf(value: unknown): FieldValue {
  const digits = digitsOf(value)
  if (digits !== null) return { kind: 'number', text: digits }
  if (value === undefined) return { kind: 'absent' }
  if (value === null) return { kind: 'null' }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value === 'object') return structureOf(value)
  if (value === '') return { kind: 'empty', of: 'text' }
  return { kind: 'text', text: typeof value === 'string' ? value : writeJson(value) }
}

function meaningOfCode(code: Code, value: FieldValue): Meaning {
  const key = code.kind === 'documented' && value.kind === 'number' ? code.meanings[value.text] : undefined
  return key === undefined ? { kind: 'not-documented' } : { kind: 'documented', key }
}

function meaningOf(description: FieldDescription, value: FieldValue): Meaning {
  if (value.kind !== 'number' && value.kind !== 'text') return none
  if (description.code !== null) return meaningOfCode(description.code, value)
  const isZero = value.kind === 'number' && Number(value.text) === 0
  return isZero && description.isZeroPerhapsUnset ? { kind: 'perhaps-unset' } : none
}

function rowOf(description: FieldDescription, path: string, came: unknown): FieldRow {
  const value = valueOf(came)
  return { path, field: description.field, value, meaning: meaningOf(description, value) }
}

function otherRow(path: string, field: string, came: unknown): FieldRow {
  return { path, field, value: valueOf(came), meaning: none }
}

function addOthers(target: SectionInWork, place: Place, described: readonly FieldDescription[]): void {
  const { object, path, parent } = place
  const known = new Set(described.map(nameOf))
  for (const name of object === null ? [] : Object.keys(object)) {
    if (known.has(name)) continue
    const field = parent === '' ? name : `${parent}.${name}`
    target.otherFields.push(otherRow(`${path}.${name}`, field, memberOf(object, name)))
  }
}

/** One item of a list: its documented fields as a group, the others beside; an item of another shape as it came. */
function placeItem(sections: Sections, description: FieldDescription, item: { path: string; came: unknown }): void {
  const target = sections[description.section]
  const members = membersByParent.get(description.field) ?? []
  const { path, came } = item
  if (members.length === 0 || !isObject(came)) {
    target.groups.push({ path, rows: [rowOf(description, path, came)] })
    return
  }
  const rows = members.map((member) => rowOf(member, `${path}.${nameOf(member)}`, memberOf(came, nameOf(member))))
  target.groups.push({ path, rows })
  const place: Place = { object: came, path, parent: description.field, section: description.section }
  addOthers(target, place, members)
}

function placeField(sections: Sections, description: FieldDescription, item: { path: string; came: unknown }): void {
  const { path, came } = item
  const isDescribedInside = description.type === 'object' && membersByParent.has(description.field)
  if (description.type === 'list' && Array.isArray(came) && came.length > 0) {
    for (const [index, entry] of came.entries()) {
      placeItem(sections, description, { path: `${path}[${index}]`, came: entry as unknown })
    }
    return
  }
  const object = isObject(came) ? came : null
  if (!isDescribedInside || object === null) {
    sections[description.section].rows.push(rowOf(description, path, came))
  }
  if (isDescribedInside) {
    placeMembers(sections, { object, path, parent: description.field, section: description.section })
  }
}

function placeMembers(sections: Sections, place: Place): void {
  const members = membersByParent.get(place.parent) ?? []
  for (const member of members) {
    const name = nameOf(member)
    placeField(sections, member, { path: `${place.path}.${name}`, came: memberOf(place.object, name) })
  }
  addOthers(sections[place.section], place, members)
}

function emptySections(): Sections {
  const section = (): SectionInWork => ({ rows: [], groups: [], otherFields: [] })
  return {
    overview: section(),
    persona: section(),
    appearance: section(),
    voice: section(),
    models: section(),
    scripts: section(),
    knowledge: section(),
  }
}

function numberIn(object: JsonObject | null, name: string): number | null {
  const digits = digitsOf(memberOf(object, name))
  const number = digits === null ? NaN : Number(digits)
  return Number.isFinite(number) ? number : null
}

function textIn(object: JsonObject | null, name: string): string | null {
  const value = memberOf(object, name)
  return typeof value === 'string' && value !== '' ? value : null
}

function geometryOf(detail: JsonObject | null): AppearanceGeometry {
  const background = memberOf(detail, 'backgroundDto')
  return {
    canvasWidth: numberIn(detail, 'videoWidth'),
    canvasHeight: numberIn(detail, 'videoHeight'),
    personX: numberIn(detail, 'humanX'),
    personY: numberIn(detail, 'humanY'),
    personWidth: numberIn(detail, 'humanWidth'),
    personHeight: numberIn(detail, 'humanHeight'),
    proportion: textIn(detail, 'proportion'),
    backgroundUrl: textIn(isObject(background) ? background : null, 'backgroundUrl'),
    samplePictureUrl: textIn(detail, 'samplePictureUrl'),
  }
}

function envelopeOf(answer: unknown): Pick<ConversationView, 'envelope' | 'envelopeOtherFields'> {
  if (!isObject(answer)) return { envelope: [], envelopeOtherFields: [otherRow('$', '$', answer)] }
  const data = memberOf(answer, 'data')
  const shown = isObject(data) ? envelopeFields : [...envelopeFields, 'data']
  const known = new Set<string>([...envelopeFields, 'data'])
  return {
    envelope: shown.map((name) => otherRow(name, name, memberOf(answer, name))),
    envelopeOtherFields: Object.keys(answer)
      .filter((name) => !known.has(name))
      .map((name) => otherRow(name, name, answer[name])),
  }
}

/** The documented fields in an answer whose `data` is no object: all of them absent. */
function dataOf(answer: unknown): JsonObject | null {
  const data = isObject(answer) ? memberOf(answer, 'data') : null
  return isObject(data) ? data : null
}

/**
 * Gives the viewer's rows for a whole answer, as `readJson` parsed it. Never throws: a list
 * where an object is documented, or any other shape, is shown as it came.
 */
export function buildView(answer: unknown): ConversationView {
  const data = dataOf(answer)
  const sections = emptySections()
  placeMembers(sections, { object: data, path: 'data', parent: '', section: 'overview' })
  const detail = memberOf(data, 'detailDto')
  return {
    title: textIn(data, 'conversationName'),
    sections: sectionOrder.map((section): SectionView => ({ section, ...sections[section] })),
    geometry: geometryOf(isObject(detail) ? detail : null),
    ...envelopeOf(answer),
  }
}

/** The conversation's name for lists: the text as it came, "" included; null when no text came. */
export function conversationNameIn(answer: unknown): string | null {
  const name = memberOf(dataOf(answer), 'conversationName')
  return typeof name === 'string' ? name : null
}
