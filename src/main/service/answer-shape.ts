/**
 * The shape of an operation's answers: member names and types. A known shape takes one answer at a time and returns
 * what the answer changed. Reported changes become part of the shape, so each change is reported only once. See
 * docs/decisions/036.
 */
import { LosslessNumber } from 'lossless-json'
import type { JsonType, ShapeChange, ShapeField } from '../../shared/schemas/shape.ts'
import type { KnownField } from '../store/shapes-repository.ts'

/** Limits of a shape, so that the service's answers cannot fill the database or the screen. */
export const shapeLimits = {
  fields: 400,
  /** Undocumented members of an object; an object with more of them gets a single member `*` for all. */
  members: 40,
  depth: 12,
  nameLength: 60,
  /** After this number of answers with a member, an answer without the member is a change. */
  certainAnswers: 20,
} as const

/** Facts about a shape that do not come from answers. */
export interface ShapeRules {
  /** Paths of the contract without the list markers `[]`, such as `data.scriptDtoList.emotion`. */
  readonly documented: ReadonlySet<string>
  /** Paths of the objects whose members the contract lists. */
  readonly described: ReadonlySet<string>
  /** Whether the name of a member is an id that this computer knows, or contains a secret. */
  readonly isData: (name: string) => boolean
}

/** The bits of `KnownField.types`. The database stores them. */
const typeBits = {
  null: 1,
  'empty-text': 2,
  'empty-list': 4,
  text: 8,
  number: 16,
  boolean: 32,
  object: 64,
  list: 128,
} as const satisfies Readonly<Record<JsonType, number>>

// The boundary: the keys of a literal are the keys of its type.
const typeNames = Object.keys(typeBits) as readonly JsonType[]

const saysNothing = typeBits.null | typeBits['empty-text'] | typeBits['empty-list']

const itemsKey = '[]'
const dataKey = '*'

/** A field in memory. Members are stored under their names, the items of a list under `[]`. */
interface Field {
  readonly path: string
  readonly depth: number
  /** Whether the contract lists its members. */
  readonly isDescribed: boolean
  readonly members: Map<string, Field>
  types: number
  answers: number
  isOptional: boolean
  isCut: boolean
  /** Number of its members that were never absent. */
  required: number
  /** Number of the answer in which the field first appeared; 0 for a field read from the database. */
  since: number
  /** Number of the answer in which the field first had an object as its value. */
  objectSince: number
  /** Number of the last answer that had the field. */
  lastAnswer: number
  /** Number of the last answer in which the field had an object as its value. */
  lastObjectAnswer: number
  /** Number of the last object that had the field. */
  lastObject: number
}

/** A change of a field by an answer. */
interface NotedChange {
  readonly kind: ShapeChange['kind']
  readonly field: Field
  readonly before: number
}

/** The effect of an answer on the shape. */
export interface ShapeObservation {
  readonly changes: readonly ShapeChange[]
  /** Whether the shape must be stored again, even if only a count of answers grew. */
  readonly isNew: boolean
}

export interface AnswerShape {
  /** Takes the value of an answer as `readJson` returns it. */
  readonly observe: (answer: unknown) => ShapeObservation
  readonly fields: () => readonly KnownField[]
}

/** The types of a field; omits the empty text beside text, and the empty list beside a list. */
function typesOf(bits: number): JsonType[] {
  const isListed = (name: JsonType): boolean => {
    if (name === 'empty-text') return (bits & typeBits.text) === 0
    return name !== 'empty-list' || (bits & typeBits.list) === 0
  }
  return typeNames.filter((name) => (bits & typeBits[name]) !== 0 && isListed(name))
}

/** A shape as it is shown and exported. */
export function shownFields(fields: readonly KnownField[]): ShapeField[] {
  return fields.map(({ path, types, isOptional }) => ({ path, types: typesOf(types), isOptional }))
}

function typeBitOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return value === '' ? typeBits['empty-text'] : typeBits.text
    case 'number':
      return typeBits.number
    case 'boolean':
      return typeBits.boolean
    default:
      if (value === null || value === undefined) return typeBits.null
      if (Array.isArray(value)) return value.length === 0 ? typeBits['empty-list'] : typeBits.list
      return value instanceof LosslessNumber ? typeBits.number : typeBits.object
  }
}

const plainName = new RegExp(String.raw`^[A-Za-z_$][\w$-]{0,${String(shapeLimits.nameLength - 1)}}$`)
const hexadecimal = /^(?=.*\d)[\da-f]{12,}$/i
// The service's names are in camel case; ids of integrators look like `call-3f2a9c`.
const hyphenWithDigit = /-.*\d|\d.*-/

/** Whether a member's name is a value, such as an id. Such a name is never documented and can be private. */
export function isDataName(name: string): boolean {
  if (!plainName.test(name) || hexadecimal.test(name) || hyphenWithDigit.test(name)) return true
  const digits = name.replace(/\D/g, '').length
  return digits >= 5 || (digits >= 3 && name.length >= 16)
}

const withoutLists = (path: string): string => path.replaceAll(itemsKey, '')

function pathIn(parent: string, key: string): string {
  if (key === itemsKey) return `${parent}${itemsKey}`
  return parent === '' ? key : `${parent}.${key}`
}

function newField(path: string, depth: number, isDescribed: boolean): Field {
  return {
    path,
    depth,
    isDescribed,
    members: new Map(),
    types: 0,
    answers: 0,
    isOptional: false,
    isCut: false,
    required: 0,
    since: 0,
    objectSince: 0,
    lastAnswer: 0,
    lastObjectAnswer: 0,
    lastObject: 0,
  }
}

class Shape implements AnswerShape {
  readonly #rules: ShapeRules
  readonly #root: Field
  #size = 1
  #answer = 0
  #objects = 0
  #noted: NotedChange[] = []
  #isNew = false

  constructor(storedFields: readonly KnownField[], rules: ShapeRules) {
    this.#rules = rules
    this.#root = newField('', 0, rules.described.has(''))
    for (const { path, types, answers, isOptional, isCut } of storedFields) {
      const field = this.#at(path)
      field.types = types
      field.answers = answers
      field.isCut = isCut
      field.isOptional = isOptional
    }
    this.#countRequired(this.#root)
  }

  observe(answer: unknown): ShapeObservation {
    this.#answer += 1
    this.#noted = []
    this.#isNew = false
    this.#walk(this.#root, answer)
    return { changes: this.#noted.map(changeOf), isNew: this.#isNew }
  }

  fields(): readonly KnownField[] {
    const fields: KnownField[] = []
    const add = ({ path, types, answers, isOptional, isCut, members }: Field): void => {
      fields.push({ path, types, answers, isOptional, isCut })
      for (const member of members.values()) add(member)
    }
    if (this.#root.types !== 0) add(this.#root)
    return fields
  }

  #at(path: string): Field {
    let field = this.#root
    for (const key of path.match(/\[\]|[^.[\]]+/g) ?? []) field = field.members.get(key) ?? this.#addTo(field, key)
    return field
  }

  #countRequired(field: Field): void {
    field.required = 0
    for (const [key, member] of field.members) {
      if (key === itemsKey || key === dataKey) member.isOptional = true
      if (!member.isOptional) field.required += 1
      this.#countRequired(member)
    }
  }

  #addTo(parent: Field, key: string): Field {
    const path = pathIn(parent.path, key)
    const field = newField(path, parent.depth + 1, this.#rules.described.has(withoutLists(path)))
    parent.members.set(key, field)
    this.#size += 1
    return field
  }

  #walk(field: Field, value: unknown): void {
    const type = typeBitOf(value)
    if ((field.types & type) === 0) this.#takeType(field, type)
    if (field.lastAnswer !== this.#answer) {
      field.lastAnswer = this.#answer
      if (!field.isOptional && field.answers < shapeLimits.certainAnswers) {
        field.answers += 1
        this.#isNew = true
      }
    }
    if (type === typeBits.object) this.#walkMembers(field, value as Readonly<Record<string, unknown>>)
    else if (type === typeBits.list) this.#walkItems(field, value as readonly unknown[])
  }

  #takeType(field: Field, type: number): void {
    const before = field.types
    field.types |= type
    this.#isNew = true
    if (type === typeBits.object) field.objectSince = this.#answer
    const isChange = (before & ~saysNothing) !== 0 && (type & saysNothing) === 0 && field.since !== this.#answer
    // The items of one list can add several types in the same answer, which is reported as one change.
    const isNoted = this.#noted.some((change) => change.kind === 'type' && change.field === field)
    if (isChange && !isNoted) this.#noted.push({ kind: 'type', field, before })
  }

  #walkItems(field: Field, items: readonly unknown[]): void {
    const itemField = field.members.get(itemsKey) ?? this.#newItems(field)
    if (itemField === null) return
    for (const item of items) this.#walk(itemField, item)
  }

  #newItems(field: Field): Field | null {
    if (!this.#hasRoom(field)) return null
    const items = this.#addTo(field, itemsKey)
    items.isOptional = true
    items.since = this.#answer
    return items
  }

  #walkMembers(field: Field, value: Readonly<Record<string, unknown>>): void {
    const isAgain = field.lastObjectAnswer === this.#answer
    field.lastObjectAnswer = this.#answer
    const object = (this.#objects += 1)
    let knownCount = 0
    let unknown: string[] | null = null
    for (const name of Object.keys(value)) {
      const member = field.members.get(name)
      if (member === undefined) {
        unknown ??= []
        unknown.push(name)
        continue
      }
      if (!member.isOptional) knownCount += 1
      member.lastObject = object
      this.#walk(member, value[name])
    }
    if (knownCount < field.required) this.#noteAbsent(field, object)
    if (unknown !== null) this.#takeMembers(field, { value, names: unknown, isAgain })
  }

  #noteAbsent(field: Field, object: number): void {
    for (const member of field.members.values()) {
      if (member.isOptional || member.lastObject === object) continue
      member.isOptional = true
      field.required -= 1
      this.#isNew = true
      if (member.answers < shapeLimits.certainAnswers) continue
      this.#noted.push({ kind: 'missing', field: member, before: member.types })
    }
  }

  /**
   * Adds members that the shape does not have. Checks all names before it adds any, so that their order does not
   * matter.
   */
  #takeMembers(
    field: Field,
    source: {
      readonly value: Readonly<Record<string, unknown>>
      readonly names: readonly string[]
      /** The same answer already had an object in this field, without these members. */
      readonly isAgain: boolean
    },
  ): void {
    if (!this.#hasRoom(field)) return
    const { value, names, isAgain } = source
    const keys = this.#keysOf(field, names)
    for (const [index, key] of keys.entries()) {
      // All names that are data share one member, which the first of them creates.
      const member = field.members.get(key) ?? this.#newMember(field, key, isAgain)
      if (member !== null) this.#walk(member, value[names[index] ?? ''])
    }
  }

  /** The keys under which members with these names are stored. */
  #keysOf(field: Field, names: readonly string[]): readonly string[] {
    if (!field.isCut) {
      const allNames = [...field.members.keys(), ...names]
      // Stops counting above the limit, because an answer can have a hundred thousand members.
      let count = 0
      if (allNames.some((name) => this.#isOwn(field, name) && (count += 1) > shapeLimits.members)) this.#cut(field)
    }
    return names.map((name) => {
      if (this.#isDocumented(field, name)) return name
      return field.isCut || isDataName(name) || this.#rules.isData(name) ? dataKey : name
    })
  }

  #isDocumented({ path, isDescribed }: Field, name: string): boolean {
    return isDescribed && plainName.test(name) && this.#rules.documented.has(withoutLists(pathIn(path, name)))
  }

  /** Whether a member's name is undocumented and not data. */
  #isOwn(field: Field, name: string): boolean {
    return !isDataName(name) && !this.#isDocumented(field, name)
  }

  #newMember(field: Field, key: string, isAgain: boolean): Field | null {
    if (!this.#hasRoom(field)) return null
    const member = this.#addTo(field, key)
    member.since = this.#answer
    member.isOptional = isAgain || key === dataKey
    if (!member.isOptional) field.required += 1
    this.#isNew = true
    const { isDescribed } = field
    const isSilent = field.isCut || this.#isDocumented(field, key) || (key === dataKey && !isDescribed)
    const isFirst = field.objectSince === this.#answer
    if (isSilent || (isFirst && !isDescribed)) return member
    this.#noted.push({ kind: isFirst ? 'undocumented' : 'added', field: member, before: 0 })
    return member
  }

  /** Whether a field can get another member; reports once when it cannot. */
  #hasRoom(field: Field): boolean {
    if (field.depth >= shapeLimits.depth) {
      this.#sayCut(field)
      return false
    }
    if (this.#size < shapeLimits.fields) return true
    this.#sayCut(this.#root)
    return false
  }

  #sayCut(field: Field): void {
    if (field.isCut) return
    field.isCut = true
    this.#isNew = true
    this.#noted.push({ kind: 'too-many', field, before: 0 })
  }

  /** Removes all undocumented members, which are too many to read; from then on `*` stands for them. */
  #cut(field: Field): void {
    for (const [name, member] of field.members) {
      if (!this.#isOwn(field, name)) continue
      const below = fieldsBelow(member)
      this.#noted = this.#noted.filter((change) => !below.includes(change.field))
      this.#size -= below.length
      if (!member.isOptional) field.required -= 1
      field.members.delete(name)
    }
    this.#sayCut(field)
  }
}

/** The field and all fields below it. */
function fieldsBelow(field: Field): readonly Field[] {
  return [field, ...[...field.members.values()].flatMap(fieldsBelow)]
}

function changeOf({ kind, field: { path, types }, before }: NotedChange): ShapeChange {
  const hasTypes = kind === 'added' || kind === 'undocumented' || kind === 'type'
  return { kind, path, before: typesOf(before), after: hasTypes ? typesOf(types) : [] }
}

/** Creates a shape from stored fields. */
export function createAnswerShape(storedFields: readonly KnownField[], rules: ShapeRules): AnswerShape {
  return new Shape(storedFields, rules)
}
