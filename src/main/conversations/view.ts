/**
 * From a parsed answer of getConversationById to the rows that the viewer shows. Every documented field gets its row,
 * whatever came in its place; everything else that came is shown under Other fields. Items of lists are only counted:
 * `items.ts` gives them. Source: `service-api.md §Conversation`.
 */
import { conversationSections, membersByParent, nameOf } from '../../shared/model/conversation-fields.ts'
import type { FieldDescription } from '../../shared/model/conversation-fields.ts'
import { maxOtherFields } from '../../shared/model/conversation-view.ts'
import type {
  AppearanceGeometry,
  ConversationList,
  ConversationSection,
  ConversationView,
  FieldRow,
  SectionView,
} from '../../shared/model/conversation-view.ts'
import { truncate } from '../lib/truncate.ts'
import { maxNameLength } from '../service/conversation-facts.ts'
import { isObject, memberOf, memberPath, numberIn, textIn } from './document.ts'
import type { ConversationDocument, JsonObject } from './document.ts'
import type { MediaRules } from '../media/resolve-media-address.ts'
import { otherRow, otherRows, rowsUnder } from './values.ts'

interface SectionInWork {
  readonly rows: FieldRow[]
  readonly otherFields: FieldRow[]
  list: SectionView['list']
  moreOtherFields: number
}

type Sections = Readonly<Record<ConversationSection, SectionInWork>>

/** What is being built, and how a documented field becomes a row. */
interface Work {
  readonly sections: Sections
  readonly rowOf: ReturnType<typeof rowsUnder>
}

/** An object of the answer (null where none came), its place in the answer and in the contract, and its section. */
interface Place {
  readonly object: JsonObject | null
  readonly path: string
  readonly parent: string
  readonly section: ConversationSection
}

const listNames: ReadonlySet<string> = new Set<ConversationList>(['modelDtoList', 'scriptDtoList', 'knowledgeDtoList'])
const envelopeFields = ['success', 'code', 'message', 'msg'] as const

function isListName(name: string): name is ConversationList {
  return listNames.has(name)
}

function hasMembers(object: JsonObject | null): boolean {
  return object !== null && Object.keys(object).length > 0
}

function addOthers(target: SectionInWork, place: Place, described: readonly FieldDescription[]): void {
  if (place.object === null) return
  const max = maxOtherFields - target.otherFields.length
  const { rows, more } = otherRows({ ...place, object: place.object }, described, max)
  target.otherFields.push(...rows)
  target.moreOtherFields += more
}

function placeField(work: Work, description: FieldDescription, item: { path: string; came: unknown }): void {
  const { path, came } = item
  const { field, section, type } = description
  const target = work.sections[section]
  if (type === 'list' && isListName(field) && Array.isArray(came) && came.length > 0) {
    target.list = { name: field, total: came.length }
    return
  }
  const isDescribedInside = type === 'object' && membersByParent.has(field)
  const object = isObject(came) ? came : null
  // An object with members is shown by them; without any, nothing else would tell it from an absent one.
  if (!isDescribedInside || !hasMembers(object)) target.rows.push(work.rowOf(description, path, came))
  if (isDescribedInside) placeMembers(work, { object, path, parent: field, section })
}

function placeMembers(work: Work, place: Place): void {
  const members = membersByParent.get(place.parent) ?? []
  for (const member of members) {
    const name = nameOf(member)
    placeField(work, member, { path: memberPath(place.path, name), came: memberOf(place.object, name) })
  }
  addOthers(work.sections[place.section], place, members)
}

function emptySections(): Sections {
  const section = (): SectionInWork => ({ rows: [], list: null, otherFields: [], moreOtherFields: 0 })
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

// What stands outside of the rows is cut as well: each text can be as long as a body.
function beginningIn(object: unknown, name: string): string | null {
  const text = textIn(object, name)
  return text === null ? null : truncate(text, maxNameLength)
}

function geometryOf(detail: unknown): AppearanceGeometry {
  return {
    canvasWidth: numberIn(detail, 'videoWidth'),
    canvasHeight: numberIn(detail, 'videoHeight'),
    personX: numberIn(detail, 'humanX'),
    personY: numberIn(detail, 'humanY'),
    personWidth: numberIn(detail, 'humanWidth'),
    personHeight: numberIn(detail, 'humanHeight'),
    proportion: beginningIn(detail, 'proportion'),
  }
}

type Envelope = Pick<ConversationView, 'envelope' | 'envelopeOtherFields' | 'moreEnvelopeOtherFields'>

function envelopeOf(answer: unknown): Envelope {
  if (!isObject(answer)) {
    return { envelope: [], envelopeOtherFields: [otherRow('$', '$', answer)], moreEnvelopeOtherFields: 0 }
  }
  // A `data` with members has the sections; anything else is shown as it came.
  const data = memberOf(answer, 'data')
  const shown = isObject(data) && hasMembers(data) ? envelopeFields : [...envelopeFields, 'data']
  const known = new Set<string>([...envelopeFields, 'data'])
  const others = Object.keys(answer).filter((name) => !known.has(name))
  const rowOf = (name: string): FieldRow => otherRow(memberPath('', name).replace(/^\./, ''), name, answer[name])
  return {
    envelope: shown.map((name) => otherRow(name, name, memberOf(answer, name))),
    envelopeOtherFields: others.slice(0, maxOtherFields).map(rowOf),
    moreEnvelopeOtherFields: Math.max(0, others.length - maxOtherFields),
  }
}

/**
 * Gives the viewer's rows for a whole answer; media addresses are judged by `rules`. Never throws: a list where an object
 * is documented, or any other shape, is shown as it came.
 */
export function buildView({ answer, data }: ConversationDocument, rules: MediaRules): ConversationView {
  const work: Work = { sections: emptySections(), rowOf: rowsUnder(rules) }
  placeMembers(work, { object: data, path: 'data', parent: '', section: 'overview' })
  return {
    title: beginningIn(data, 'conversationName'),
    sections: conversationSections.map((section): SectionView => ({ section, ...work.sections[section] })),
    geometry: geometryOf(memberOf(data, 'detailDto')),
    ...envelopeOf(answer),
  }
}
