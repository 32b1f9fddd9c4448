/**
 * From an answer to the viewer's rows. Every documented field gets its row, whatever came in its place; everything else
 * is under Other fields. Items of lists are only counted. Source: `service-api.md §Conversation`.
 */
import { membersByParent, nameOf } from '../../shared/model/conversation-fields.ts'
import type { FieldDescription } from '../../shared/model/conversation-fields.ts'
import { conversationLists, conversationSections, maxOtherFields } from '../../shared/model/conversation-view.ts'
import type {
  AppearanceGeometry,
  ConversationSection,
  ConversationView,
  FieldRow,
  SectionView,
} from '../../shared/model/conversation-view.ts'
import { truncate } from '../lib/truncate.ts'
import { maxNameLength } from '../service/operations.ts'
import { isObject, memberOf, memberPath, numberIn, textIn } from './document.ts'
import type { ConversationDocument } from './document.ts'
import type { MediaRules } from '../media/resolve-media-address.ts'
import { otherRow, rowOf } from './values.ts'

interface SectionInWork extends SectionView {
  readonly rows: FieldRow[]
  readonly otherFields: FieldRow[]
  list: SectionView['list']
  moreOtherFields: number
}

/** `parent` is its place in the contract, "" for `data`. */
interface Place {
  readonly value: unknown
  readonly path: string
  readonly parent: string
  readonly section: ConversationSection
}

const envelopeFields = ['success', 'code', 'message', 'msg'] as const

export function hasMembers(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0
}

function createSections(rules: MediaRules) {
  const sections = conversationSections.map((section): SectionInWork => {
    return { section, rows: [], list: null, otherFields: [], moreOtherFields: 0 }
  })
  // The boundary: there is one of each.
  const byName = Object.groupBy(sections, ({ section }) => section) as Record<ConversationSection, [SectionInWork]>

  const placeField = (description: FieldDescription, path: string, came: unknown): void => {
    const { field, section, type } = description
    const [target] = byName[section]
    const name = type === 'list' ? conversationLists.find((list) => list === field) : undefined
    if (name !== undefined && Array.isArray(came) && came.length > 0) {
      target.list = { name, total: came.length }
      return
    }
    const isDescribedInside = type === 'object' && membersByParent.has(field)
    // An object with members is shown by them; without any, nothing else would tell it from an absent one.
    if (!isDescribedInside || !hasMembers(came)) target.rows.push(rowOf(description, { path, came, rules }))
    if (isDescribedInside) placeMembers({ value: came, path, parent: field, section })
  }

  const placeMembers = ({ value, path, parent, section }: Place): void => {
    const members = membersByParent.get(parent) ?? []
    for (const member of members) {
      const name = nameOf(member)
      placeField(member, memberPath(path, name), memberOf(value, name))
    }
    if (!isObject(value)) return
    const known = new Set(members.map(nameOf))
    const [target] = byName[section]
    for (const name of Object.keys(value)) {
      if (known.has(name)) continue
      const field = parent === '' ? name : `${parent}.${name}`
      if (target.otherFields.length === maxOtherFields) target.moreOtherFields += 1
      else target.otherFields.push(otherRow(memberPath(path, name), field, memberOf(value, name)))
    }
  }

  return { sections, byName, placeMembers }
}

export function objectRows(place: Place, rules: MediaRules): SectionView {
  const { byName, placeMembers } = createSections(rules)
  placeMembers(place)
  return byName[place.section][0]
}

// What stands outside of the rows is cut as well: each text can be as long as a body.
function beginningIn(object: unknown, name: string): string | null {
  const text = textIn(object, name)
  return text === null ? null : truncate(text, maxNameLength)
}

export function geometryOf(detail: unknown): AppearanceGeometry {
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

function envelopeOf(answer: unknown): ConversationView['envelope'] {
  if (!isObject(answer)) return { rows: [], otherFields: [otherRow('$', '$', answer)], moreOtherFields: 0 }
  // A `data` with members has the sections; anything else is shown as it came.
  const shown = hasMembers(memberOf(answer, 'data')) ? envelopeFields : [...envelopeFields, 'data']
  const known = new Set<string>([...envelopeFields, 'data'])
  const others = Object.keys(answer).filter((name) => !known.has(name))
  const rowOfMember = (name: string): FieldRow =>
    otherRow(memberPath('', name).replace(/^\./, ''), name, memberOf(answer, name))
  return {
    rows: shown.map(rowOfMember),
    otherFields: others.slice(0, maxOtherFields).map(rowOfMember),
    moreOtherFields: Math.max(0, others.length - maxOtherFields),
  }
}

/** Never throws: a list where an object is documented is shown as it came. */
export function buildView({ answer, data }: ConversationDocument, rules: MediaRules): ConversationView {
  const { sections, placeMembers } = createSections(rules)
  placeMembers({ value: data, path: 'data', parent: '', section: 'overview' })
  return {
    title: beginningIn(data, 'conversationName'),
    sections,
    geometry: geometryOf(memberOf(data, 'detailDto')),
    envelope: envelopeOf(answer),
  }
}
