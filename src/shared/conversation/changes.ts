/** Every difference below `data`, at any depth: in documented fields, in items of lists, and in undocumented fields. */
import { digitsOf } from '../model/json.ts'
import { truncate } from '../model/truncate.ts'
import type { ConversationChange, ConversationChanges } from './change-types.ts'
import { isObject, memberOf, memberPath } from './document.ts'
import type { ConversationDocument, JsonObject } from './document.ts'
import { membersByParent, nameOf } from './fields.ts'
import type { FieldDescription } from './fields.ts'
import { compareItems, sideOf } from './item-changes.ts'
import type { AddChange, CompareValues, ComparedField, ComparedValues, Lists } from './item-changes.ts'
import { conversationSections } from './view-types.ts'

// Further changes are only counted.
const maxChanges = 2_000

// A received name can have any length; a label shows its beginning.
const maxNameLength = 2_000

const shortText = 40

// In writing systems without spaces between words, words and texts have fewer characters.
const shortWithoutSpaces = 10

// A text worth comparing by word. An id or an address is a single word, however long.
function hasText(text: string): boolean {
  if (/\p{Lo}/u.test(text)) return text.length > shortWithoutSpaces
  return /\S\s+\S/.test(text) && (text.length > shortText || text.includes('\n'))
}

function isWorthTextDiff({ left, right }: ComparedValues, compared: ComparedField): boolean {
  if (typeof left !== 'string' || typeof right !== 'string' || left === '' || right === '') return false
  const isAddress = (compared.description?.media ?? null) !== null
  return !isAddress && (hasText(left) || hasText(right))
}

function changeOf(compared: ComparedField, values: ComparedValues): ConversationChange {
  const { section, item, description } = compared
  const location = { section, item, field: truncate(compared.field, maxNameLength), isDocumented: description !== null }
  const left = sideOf(description, compared.leftPath, values.left)
  const right = sideOf(description, compared.rightPath, values.right)
  if (values.left === undefined) return { ...location, kind: 'added', right }
  if (values.right === undefined) return { ...location, kind: 'removed', left }
  return { ...location, kind: 'changed', left, right, isText: isWorthTextDiff(values, compared) }
}

function memberField(compared: ComparedField, name: string, description: FieldDescription | null): ComparedField {
  return {
    section: description?.section ?? compared.section,
    field: compared.field === '' ? name : `${compared.field}.${name}`,
    description,
    item: compared.item,
    leftPath: memberPath(compared.leftPath, name),
    rightPath: memberPath(compared.rightPath, name),
  }
}

/** Compares two objects: the documented members in the viewer's order, then the other members. */
function compareMembers(compared: ComparedField, values: ComparedValues, compareValues: CompareValues): void {
  const { left, right } = values
  const isContract = compared.description !== null || compared.field === ''
  const described = isContract ? (membersByParent.get(compared.field) ?? []) : []
  const ofMember = (name: string): ComparedValues => ({ left: memberOf(left, name), right: memberOf(right, name) })
  for (const description of described) {
    const name = nameOf(description)
    compareValues(memberField(compared, name, description), ofMember(name))
  }
  const describedNames = new Set(described.map(nameOf))
  const names = [left, right].flatMap((object) => (isObject(object) ? Object.keys(object) : []))
  for (const name of new Set(names)) {
    if (!describedNames.has(name)) compareValues(memberField(compared, name, null), ofMember(name))
  }
}

/** null, absent (undefined), empty and 0 all differ from each other. */
type IsSameValue = (left: unknown, right: unknown) => boolean

/**
 * Remembers pairs that differ, so that repeated calls at every level above a difference take no longer than one
 * traversal.
 */
function createSameness(): IsSameValue {
  const different = new Map<object, object>()
  const isSameValue: IsSameValue = (left, right) => {
    if (left === right) return true
    const digits = digitsOf(left)
    if (digits !== null) return digits === digitsOf(right)
    if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right)) return false
    if (different.get(left) === right) return false
    const keys = Object.keys(left)
    const isSame =
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && isSameValue(left[key], right[key]))
    if (!isSame) different.set(left, right)
    return isSame
  }
  return isSameValue
}

function isContainer(value: unknown): value is JsonObject {
  return Array.isArray(value) || isObject(value)
}

// Compares undocumented lists: skips equal items at both ends and compares the rest by position.
function compareLists(
  compared: ComparedField,
  { left, right }: Lists,
  { isSameValue, compareValues }: { readonly isSameValue: IsSameValue; readonly compareValues: CompareValues },
): void {
  const shorter = Math.min(left.length, right.length)
  let head = 0
  while (head < shorter && isSameValue(left[head], right[head])) head += 1
  let tail = 0
  while (tail < shorter - head && isSameValue(left.at(-1 - tail), right.at(-1 - tail))) tail += 1
  const [leftEnd, rightEnd] = [left.length - tail, right.length - tail]
  for (let index = head; index < Math.max(leftEnd, rightEnd); index += 1) {
    const values = {
      left: index < leftEnd ? left[index] : undefined,
      right: index < rightEnd ? right[index] : undefined,
    }
    const paths = { leftPath: `${compared.leftPath}[${index}]`, rightPath: `${compared.rightPath}[${index}]` }
    compareValues({ ...compared, description: null, ...paths }, values)
  }
}

function createCompareValues(addChange: AddChange): CompareValues {
  const isSameValue = createSameness()
  const compareValues: CompareValues = (compared, values) => {
    const { left, right } = values
    if (isSameValue(left, right)) return
    if (isObject(left) && isObject(right)) compareMembers(compared, values, compareValues)
    else if (!Array.isArray(left) || !Array.isArray(right))
      addChange(compared.section, () => changeOf(compared, values))
    else if (compared.description?.type === 'list')
      compareItems(compared, { left, right }, { addChange, compareValues })
    else compareLists(compared, { left, right }, { isSameValue, compareValues })
  }
  return compareValues
}

/** Never throws. In the viewer's order; `more` counts the changes beyond the first 2,000, which `sections` include. */
export function changesOf(left: ConversationDocument, right: ConversationDocument): ConversationChanges {
  const changesBySection = new Map(
    conversationSections.map((section) => [section, { changes: [] as ConversationChange[], count: 0 }]),
  )
  const addChange: AddChange = (section, make) => {
    const sectionChanges = changesBySection.get(section)
    if (sectionChanges === undefined) return
    sectionChanges.count += 1
    if (sectionChanges.changes.length < maxChanges) sectionChanges.changes.push(make())
  }
  const root = { section: 'overview', item: null, leftPath: 'data', rightPath: 'data' } as const
  const values = { left: memberOf(left.answer, 'data'), right: memberOf(right.answer, 'data') }
  const compareValues = createCompareValues(addChange)
  const isWhole = isObject(values.left) && isObject(values.right)
  if (isWhole) compareMembers({ ...root, field: '', description: null }, values, compareValues)
  else compareValues({ ...root, field: 'data', description: null }, values)
  const changes = [...changesBySection.values()]
    .flatMap((sectionChanges) => sectionChanges.changes)
    .slice(0, maxChanges)
  const sections = [...changesBySection].flatMap(([section, { count }]) => (count === 0 ? [] : [{ section, count }]))
  const count = sections.reduce((sum, sectionChanges) => sum + sectionChanges.count, 0)
  return { changes, more: count - changes.length, sections }
}
