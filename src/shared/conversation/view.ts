/**
 * Converts an answer to the viewer's rows. Every documented field gets a row, whatever its value; all other fields are
 * under Other fields. List items are only counted. Source: `service-api.md §Conversation`.
 */
import { truncate } from '../model/truncate.ts'
import { isObject, memberOf, memberPath, numberIn, textIn } from './document.ts'
import type { ConversationDocument } from './document.ts'
import { membersByParent, nameOf } from './fields.ts'
import type { FieldDescription } from './fields.ts'
import { conversationLists, conversationSections, maxOtherFields } from './view-types.ts'
import type { AppearanceGeometry, ConversationSection, ConversationView, FieldRow, SectionView } from './view-types.ts'
import type { MediaAddresses } from './media.ts'
import { otherRow, rowOf } from './values.ts'

interface SectionInWork extends SectionView {
  readonly rows: FieldRow[]
  readonly otherFields: FieldRow[]
  list: SectionView['list']
  moreOtherFields: number
}

/** An object whose members get rows; `parent` is its path in the contract, "" for `data`. */
interface ParentObject {
  readonly value: unknown
  readonly path: string
  readonly parent: string
  readonly section: ConversationSection
}

const envelopeFields = ['success', 'code', 'message', 'msg'] as const

export function hasMembers(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0
}

function createSections(media: MediaAddresses) {
  const sections = conversationSections.map((section): SectionInWork => {
    return { section, rows: [], list: null, otherFields: [], moreOtherFields: 0 }
  })
  // `groupBy` loses the type: each section occurs exactly once.
  const byName = Object.groupBy(sections, ({ section }) => section) as Record<ConversationSection, [SectionInWork]>

  const placeField = (description: FieldDescription, path: string, received: unknown): void => {
    const { field, section, type } = description
    const [target] = byName[section]
    const name = type === 'list' ? conversationLists.find((list) => list === field) : undefined
    if (name !== undefined && Array.isArray(received) && received.length > 0) {
      target.list = { name, total: received.length }
      return
    }
    const isDescribedInside = type === 'object' && membersByParent.has(field)
    // The members of an object represent it; without members, only its own row distinguishes it from an absent object.
    if (!isDescribedInside || !hasMembers(received)) target.rows.push(rowOf(description, { path, received, media }))
    if (isDescribedInside) placeMembers({ value: received, path, parent: field, section })
  }

  const placeMembers = ({ value, path, parent, section }: ParentObject): void => {
    const members = membersByParent.get(parent) ?? []
    for (const member of members) {
      const name = nameOf(member)
      placeField(member, memberPath(path, name), memberOf(value, name))
    }
    if (!isObject(value)) return
    const knownNames = new Set(members.map(nameOf))
    const [target] = byName[section]
    for (const name of Object.keys(value)) {
      if (knownNames.has(name)) continue
      const field = parent === '' ? name : `${parent}.${name}`
      if (target.otherFields.length === maxOtherFields) target.moreOtherFields += 1
      else target.otherFields.push(otherRow(memberPath(path, name), field, memberOf(value, name)))
    }
  }

  return { sections, byName, placeMembers }
}

export function objectRows(parent: ParentObject, media: MediaAddresses): SectionView {
  const { byName, placeMembers } = createSections(media)
  placeMembers(parent)
  return byName[parent.section][0]
}

// The title and the proportion have one line on screen, but either text can be as long as the whole body.
const maxLineLength = 500

function truncatedTextIn(object: unknown, name: string): string | null {
  const text = textIn(object, name)
  return text === null ? null : truncate(text, maxLineLength)
}

export function geometryOf(detail: unknown): AppearanceGeometry {
  return {
    canvasWidth: numberIn(detail, 'videoWidth'),
    canvasHeight: numberIn(detail, 'videoHeight'),
    personX: numberIn(detail, 'humanX'),
    personY: numberIn(detail, 'humanY'),
    personWidth: numberIn(detail, 'humanWidth'),
    personHeight: numberIn(detail, 'humanHeight'),
    proportion: truncatedTextIn(detail, 'proportion'),
  }
}

function envelopeOf(answer: unknown): ConversationView['envelope'] {
  if (!isObject(answer)) return { rows: [], otherFields: [otherRow('$', '$', answer)], moreOtherFields: 0 }
  // The sections show a `data` with members; any other `data` is shown as received.
  const shownNames = hasMembers(memberOf(answer, 'data')) ? envelopeFields : [...envelopeFields, 'data']
  const knownNames = new Set<string>([...envelopeFields, 'data'])
  const others = Object.keys(answer).filter((name) => !knownNames.has(name))
  const rowOfMember = (name: string): FieldRow =>
    otherRow(memberPath('', name).replace(/^\./, ''), name, memberOf(answer, name))
  return {
    rows: shownNames.map(rowOfMember),
    otherFields: others.slice(0, maxOtherFields).map(rowOfMember),
    moreOtherFields: Math.max(0, others.length - maxOtherFields),
  }
}

/** Never throws: a list in place of a documented object is shown as received. */
export function viewOf({ answer, data }: ConversationDocument, media: MediaAddresses): ConversationView {
  const { sections, placeMembers } = createSections(media)
  placeMembers({ value: data, path: 'data', parent: '', section: 'overview' })
  return {
    title: truncatedTextIn(data, 'conversationName'),
    sections,
    geometry: geometryOf(memberOf(data, 'detailDto')),
    envelope: envelopeOf(answer),
  }
}
