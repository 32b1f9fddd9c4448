/** The differences that change the shape of answers, and those that do not. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnswerShape, isDataName, shapeLimits, shownFields } from '../../../src/main/service/answer-shape.ts'
import type { AnswerShape, ShapeRules } from '../../../src/main/service/answer-shape.ts'
import { documentationOf } from '../../../src/main/service/shape-watch.ts'
import { readJson } from '../../../src/shared/model/json.ts'
import type { ShapeChange } from '../../../src/shared/schemas/shape.ts'

const nothingDocumented: ShapeRules = { documented: new Set(), described: new Set(), isData: () => false }
const listRules: ShapeRules = { ...documentationOf('getconcurrentList'), isData: (name) => name === 'lobby' }

const shapeOf = (rules: ShapeRules = nothingDocumented): AnswerShape => createAnswerShape([], rules)

const said = ({ changes }: { readonly changes: readonly ShapeChange[] }): readonly string[] =>
  changes.map(({ kind, path }) => `${kind} ${path}`)

/** The changes caused by each of the answers, in order. */
function saidOf(answers: readonly unknown[], rules?: ShapeRules): readonly (readonly string[])[] {
  const shape = shapeOf(rules)
  return answers.map((answer) => said(shape.observe(answer)))
}

/** Repeats an answer until the absence of a member counts as a change. */
const often = <Value>(answer: Value): Value[] => Array.from({ length: shapeLimits.certainAnswers }, () => answer)

const figures = { cropId: '1', totalConcurrentNumber: 2, userConcurrentNumber: 1 }
const counted = { success: true, code: '200', message: 'ok', data: figures }

/** The object with its members, and those of all objects in it, in the order of `order`. */
function reordered(value: unknown, order: (names: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, order))
  if (typeof value !== 'object' || value === null) return value
  const members = value as Readonly<Record<string, unknown>>
  return Object.fromEntries(order(Object.keys(members)).map((name) => [name, reordered(members[name], order)]))
}

const memberName = fc.constantFrom('name', 'status', 'items', 'note', 'kind', '1983775419508027393', 'a b', '__x')
const answers = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(memberName, tie('value'), { maxKeys: 5 }),
})).object

describe('the shape of answers', () => {
  it('is not changed by an earlier answer, whatever the order of its members', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const shape = shapeOf()
        shape.observe(answer)
        expect(shape.observe(reordered(answer, (names) => names.toReversed())).changes).toEqual([])
        expect(shape.observe(answer).changes).toEqual([])
      }),
    )
  })

  it('reports each change once: alternating answers change nothing once all of them were seen', () => {
    fc.assert(
      fc.property(fc.array(answers, { minLength: 1, maxLength: 4 }), (given) => {
        const shape = shapeOf()
        for (const answer of given) shape.observe(answer)
        for (const answer of given) expect(shape.observe(answer).changes).toEqual([])
      }),
    )
  })

  it('is the same after storing it', () => {
    fc.assert(
      fc.property(answers, answers, (first, second) => {
        const [kept, stored] = [shapeOf(), shapeOf()]
        kept.observe(first)
        stored.observe(first)
        const read = createAnswerShape(structuredClone(stored.fields()), nothingDocumented)
        expect(read.fields()).toEqual(kept.fields())
        expect(read.observe(second).changes).toEqual(kept.observe(second).changes)
        expect(read.fields()).toEqual(kept.fields())
      }),
    )
  })

  it('contains no value, and no name that is a value', () => {
    const sentinel = fc.stringMatching(/^SENTINEL-[a-z]{4} \d{3}$/)
    const valued = fc.dictionary(memberName, fc.oneof(sentinel, fc.array(sentinel)))
    fc.assert(
      fc.property(valued, sentinel, (answer, name) => {
        const shape = shapeOf()
        const observed = [shape.observe(answer), shape.observe({ ...answer, more: { [name]: name } })]
        expect(JSON.stringify([observed, shape.fields()])).not.toContain('SENTINEL')
      }),
    )
  })

  it('is changed by a new member, by a new type and by a first absence', () => {
    const answer = { a: 'x', b: { c: 1 } }
    expect(saidOf([...often(answer), { ...answer, d: [] }]).at(-1)).toEqual(['added d'])
    expect(saidOf([...often(answer), { ...answer, b: { c: '1' } }]).at(-1)).toEqual(['type b.c'])
    expect(saidOf([...often(answer), { a: 'x', b: {} }]).at(-1)).toEqual(['missing b.c'])
  })

  it('names both types of a change', () => {
    const shape = shapeOf()
    shape.observe({ a: 'x' })
    expect(shape.observe({ a: 1 }).changes).toEqual([
      { kind: 'type', path: 'a', before: ['text'], after: ['text', 'number'] },
    ])
  })

  it.each([
    ['null beside a type', [{ a: 'x' }, { a: null }, { a: 'y' }]],
    ['a type beside null', [{ a: null }, { a: { b: 1 } }, { a: null }]],
    ['an empty text beside an object', [{ a: {} }, { a: '' }, { a: {} }]],
    ['an empty list', [{ a: [] }, { a: [{ b: 1 }] }, { a: [] }]],
    ['another number of items', [{ a: [{ b: 1 }] }, { a: [{ b: 1 }, { b: 2 }] }]],
    ['a member that was absent before', [{ a: 1, b: 1 }, { a: 1 }, ...often({ a: 1, b: 1 }), { a: 1 }]],
    ['a member that was seen too seldom', [{ a: 1, b: 1 }, { a: 1, b: 1 }, { a: 1 }]],
    ['an item without a member of its neighbour', [{ a: [{ b: 1 }, {}] }, ...often({ a: [{ b: 1 }] }), { a: [{}] }]],
    ['other ids as names', [{ a: { '1983775419508027393': 1 } }, { a: { '1983775419508027394': 2 } }]],
    ['a long number beside a short one', [{ a: 1 }, readJson('{"a":1983775419508027393}')]],
  ])('is not changed by %s', (_what, given) => {
    expect(saidOf(given.map((one) => ('kind' in one && one.kind === 'json' ? one.value : one))).flat()).toEqual([])
  })

  it('has one member for all names that are ids known on this computer', () => {
    const shape = shapeOf(listRules)
    shape.observe({ ...counted, data: { ...figures, byApplication: { lobby: 1, '1983775419508027001': 2 } } })
    expect(shownFields(shape.fields()).map(({ path }) => path)).toContain('data.byApplication.*')
    expect(JSON.stringify(shape.fields())).not.toMatch(/lobby|1983/)
  })

  it('reports undocumented members of a first answer, and nothing else', () => {
    const shape = shapeOf(listRules)
    expect(said(shape.observe({ ...counted, data: { ...figures, sessions: [{ id: '1' }] } }))).toEqual([
      'undocumented data.sessions',
    ])
    expect(said(shape.observe({ ...counted, data: { ...figures, sessions: [{ id: '1' }] } }))).toEqual([])
    expect(said(shape.observe({ ...counted, data: { ...figures, sessions: [{ id: '1', since: 1 }] } }))).toEqual([
      'added data.sessions[].since',
    ])
  })

  it('never reports a documented member as new', () => {
    const rules = { ...documentationOf('getConversationById'), isData: () => false }
    const empty = { success: true, data: { scriptDtoList: [{}] } }
    const full = { ...empty, code: '0', msg: '', data: { scriptDtoList: [{ emotion: '0' }], detailDto: { id: 1 } } }
    expect(saidOf([empty, full], rules)).toEqual([[], []])
  })

  it('looks up no documentation where the contract shows no answer', () => {
    expect(saidOf([{ ok: 1 }, 'done', null, ''], { ...documentationOf('sessionStop'), isData: () => false })).toEqual([
      [],
      ['type '],
      [],
      [],
    ])
  })
})

describe('a service that answers anything', () => {
  const words = (from: number, count: number): Record<string, number> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, place) => [`word${'abcdefghij'[place % 10]}x${letters(from + place)}`, 1]),
    )

  it('is reported once for too many members, and then no more', () => {
    const shape = shapeOf()
    const all = Array.from({ length: 50 }, (_, turn) => said(shape.observe({ data: words(turn * 1_000, 1_000) })))
    expect(all.flat()).toEqual(['too-many data'])
    expect(shape.fields().map(({ path }) => path)).toEqual(['', 'data', 'data.*'])
  })

  it('has a limited shape and a limited number of changes, whatever it nests', () => {
    const shape = shapeOf()
    let changes = 0
    for (let turn = 0; turn < 400; turn += 1) {
      const names = Object.keys(words(turn * 3, 3))
      changes += shape.observe({ [`top${letters(turn % 30)}`]: { [names[0] ?? '']: { [names[1] ?? '']: 1 } } }).changes
        .length
    }
    expect(shape.fields().length).toBeLessThanOrEqual(shapeLimits.fields)
    expect(changes).toBeLessThanOrEqual(2 * shapeLimits.fields)
    expect(shape.observe({ [`top${letters(1)}`]: words(9_000, 2) }).changes).toEqual([])
  })

  it('is not followed beyond the depth limit', () => {
    const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => ({ in: inner }), 1)
    const shape = shapeOf()
    expect(said(shape.observe(deep))).toHaveLength(1)
    expect(shape.fields()).toHaveLength(shapeLimits.depth + 1)
    expect(shape.observe(deep).changes).toEqual([])
  })
})

describe('the name of a member', () => {
  it.each(['ttsName', 'cropId', 'sha256', 'iso8601', 'x-y', '_id', '$ref', 'line2'])('%s is a name', (name) => {
    expect(isDataName(name)).toBe(false)
  })

  it.each([
    '1983775419508027393',
    'app1983775419508027393',
    'call-3f2a9c',
    'session-1',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'ef2504e0-4f89-41d3-9a0c-0305e82c3301',
    'deadbeefcafe1234',
    'ada@example.org',
    '2026-11-29',
    'Ada Lovelace',
    'aB3dE5fG7hJkLmNo',
    '',
    '*',
    'data.taskId',
    'a'.repeat(61),
  ])('%s is data', (name) => {
    expect(isDataName(name)).toBe(true)
  })
})

/** A number in letters. */
function letters(number: number): string {
  return String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
}
