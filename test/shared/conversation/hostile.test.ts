import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConversationDocument } from '../../../src/shared/conversation/document.ts'
import { memberPath, readConversation, valueAt } from '../../../src/shared/conversation/document.ts'
import { factsOf } from '../../../src/main/service/operations.ts'
import { jsonLines } from '../../../src/shared/conversation/json-lines.ts'
import { textOfValue, wholeText } from '../../../src/shared/conversation/values.ts'
import { answerPathOf, contractFields, conversationTables, dataWith } from '../../support/contract-tables.ts'
import { fetchedConversation, shownOf, viewOfData } from '../../support/snapshot-views.ts'

const hostileTexts: Readonly<Record<string, string>> = {
  'a tag with a script': '<img src=x onerror="alert(1)">',
  'controls of direction': '\u202eevil\u2066\u2069\u200f\u061c',
  'controls that cannot be seen': '\u0000\u0007\u001b[31m\u200b\ufeff\u2028',
  '10,000 characters': 'x'.repeat(10_000),
  'a lone half of a character': '\ud83d',
  'a script as an address': 'javascript:alert(1)',
  'a file as an address': 'file:///etc/passwd',
  'an address of the computer itself': 'http://127.0.0.1:1/x',
}
const wrongTypes = [null, true, 7, -1.5e300, 'text', '', [], {}, [1], [[]], [null], { a: { b: [1] } }, [{ id: [] }]]

/** Paths and values of everything inside that has no parts. */
function leavesOf(value: unknown, path: string): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item, index) => leavesOf(item, `${path}[${String(index)}]`))
  }
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [[path, value]]
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, memberPath(path, name)))
}

function isWithin(path: string, of: string): boolean {
  return path === of || path.startsWith(`${of}.`) || path.startsWith(`${of}[`)
}

/** The leaves that no row shows, neither directly nor as a part of JSON. */
function hiddenOf(document: ConversationDocument): readonly string[] {
  const { rows, others } = shownOf(document)
  const shown = [...rows, ...others].filter(({ value }) => value.kind !== 'absent')
  return (
    leavesOf(document.answer, '')
      .map(([path]) => path.replace(/^\./, ''))
      // An empty answer has nothing to show.
      .filter((path) => path !== '' || Array.isArray(document.answer))
      .filter((path) => !shown.some((row) => isWithin(path, row.path) || row.path === '$'))
  )
}

function textAt({ answer }: ConversationDocument, path: string): string {
  return wholeText(path === '$' ? answer : valueAt(answer, path))
}

const textFields = contractFields.filter(({ type }) => type === 'string')

describe.each(Object.entries(hostileTexts))('%s', (_, text) =>
  it.each(textFields)('in $path is an ordinary text', (field) => {
    const document = fetchedConversation(dataWith(field, text))
    const row = shownOf(document).rows.find(({ path }) => path === answerPathOf(field))
    expect(row?.value).toEqual({ kind: 'text', text })
  }),
)

describe('a shape that differs from the documentation', () =>
  it.each(contractFields)('in $path hides nothing', (field) => {
    for (const value of wrongTypes) {
      const document = fetchedConversation(dataWith(field, value))
      expect(hiddenOf(document), JSON.stringify(value)).toEqual([])
      expect(jsonLines(document.text, 'pretty').lines.length).toBeGreaterThan(2)
    }
  }))

const anyJson = fc.jsonValue({ maxDepth: 3 })

function anyOfTable(parent: string, depth: number): fc.Arbitrary<unknown> {
  const members = (conversationTables[parent] ?? []).map(({ field }) => {
    const path = parent === '' ? field : `${parent}.${field}`
    const inside = depth > 0 && path in conversationTables ? anyOfTable(path, depth - 1) : anyJson
    return [field, fc.oneof(inside, fc.array(inside, { maxLength: 3 }), anyJson)] as const
  })
  const known = fc.record(Object.fromEntries(members), { requiredKeys: [] })
  return fc
    .tuple(known, fc.dictionary(fc.string({ maxLength: 8 }), anyJson, { maxKeys: 4 }))
    .map(([described, others]) => ({ ...others, ...described }))
}

describe('any JSON', () => {
  it('is never hidden, and every value is shown completely', () => {
    const body = fc.oneof(
      anyOfTable('', 2).map((data) => ({ success: true, data })),
      anyJson,
      fc.record({ data: anyJson, extra: anyJson }),
    )
    fc.assert(
      fc.property(body, (answer) => {
        const document = readConversation(JSON.stringify(answer))
        expect(hiddenOf(document)).toEqual([])
        const { rows, others, more } = shownOf(document)
        expect(more).toBe(0)
        const notWhole = [...rows, ...others].filter(
          ({ path, value }) => 'text' in value && textOfValue(value) !== textAt(document, path),
        )
        expect(notWhole).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('can nest as deep as is read, and use the language’s own names', () => {
    const deep = `{"data":{"thirdDto":${'['.repeat(490)}1${']'.repeat(490)},"more":${'{"a":'.repeat(490)}1${'}'.repeat(490)}}}`
    expect(hiddenOf(readConversation(deep))).toEqual([])
    const names =
      '{"__proto__":1,"data":{"__proto__":{"a":1},"scriptDtoList":[{"__proto__":{"b":2},"constructor":3}],"detailDto":{"__proto__":4}}}'
    const document = readConversation(names)
    expect(hiddenOf(document)).toEqual([])
    expect(textAt(document, 'data.scriptDtoList[0].__proto__')).toBe('{\n  "b": 2\n}')
  })

  it('counts the omitted values', () => {
    const many = `{${Array.from({ length: 3_000 }, (_, index) => `"k${String(index)}":${String(index)}`).join(',')}}`
    const { others, more } = shownOf(
      readConversation(`{"data":{"detailDto":${many},"scriptDtoList":[${many},${many}]}}`),
    )
    expect(others.length + more).toBe(9_000)
    expect(others).toHaveLength(600)
  })

  it('truncates texts in headings, lists and the journal', () => {
    const long = '名'.repeat(1_000_000)
    const detail = { ttsName: 'guina', ttsUrl: `data:audio/wav;base64,${'A'.repeat(1_000_000)}`, proportion: long }
    const document = fetchedConversation({ conversationName: long, detailDto: detail })
    expect(factsOf(document.data)).toEqual({ name: '名'.repeat(500), voice: { name: 'guina', url: '' } })
    expect(factsOf(fetchedConversation({ detailDto: { ttsName: long } }).data).voice).toBeNull()
    expect(viewOfData(document.data)).toMatchObject({
      title: '名'.repeat(500),
      geometry: { proportion: '名'.repeat(500) },
    })
    expect(textAt(document, 'data.conversationName')).toBe(long)
  })

  it('truncates labels of any length', () => {
    const { others } = shownOf(fetchedConversation({ ['n'.repeat(100_000)]: 1 }))
    expect(others.map(({ field }) => field)).toEqual(['n'.repeat(2_000)])
  })
})
