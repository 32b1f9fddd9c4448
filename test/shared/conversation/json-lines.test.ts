import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RawRow } from '../../../src/shared/conversation/view-types.ts'
import type { RawForm } from '../../../src/shared/schemas/conversation.ts'
import { readDocument } from '../../../src/shared/conversation/document.ts'
import type { ConversationDocument } from '../../../src/shared/conversation/document.ts'
import { indentJson } from '../../../src/shared/model/json-text.ts'
import { findInRaw, rawRows, rawText } from '../../../src/shared/conversation/json-lines.ts'
import { filledConversation } from '../../support/conversations.ts'
import { fetchedConversation } from '../../support/snapshot-views.ts'

function allRows(document: ConversationDocument, form: RawForm): readonly RawRow[] {
  return rawRows(document, form, { from: 0, count: 1_000_000 }).rows
}

function textOf(rows: readonly RawRow[]): string {
  return rows.map(({ text, isContinued }, index) => (index === 0 || isContinued ? text : `\n${text}`)).join('')
}

function hints(document: ConversationDocument) {
  return allRows(document, 'pretty').flatMap(({ text, hint }) => (hint === null ? [] : [[text.trim(), hint]]))
}

describe('rows of the raw JSON', () => {
  it('are the lines of the indented form, and of the body as it was received', () => {
    const document = readDocument('{"a": 1983775419508027393,\r\n "b":[1.10 , -0]}')
    expect(allRows(document, 'pretty')).toEqual(
      ['{', '  "a": 1983775419508027393,', '  "b": [', '    1.10,', '    -0', '  ]', '}'].map((text, index) => ({
        line: index + 1,
        isContinued: false,
        text,
        hint: null,
      })),
    )
    expect(allRows(document, 'received').map(({ line, text }) => [line, text])).toEqual([
      [1, '{"a": 1983775419508027393,'],
      [2, ' "b":[1.10 , -0]}'],
    ])
  })

  it('split long lines, but no character that takes two units', () => {
    const document = fetchedConversation({ prompt: `x${'😀'.repeat(1_000)}` })
    for (const form of ['pretty', 'received'] as const) {
      const rows = allRows(document, form)
      expect(rows.every(({ text }) => text.length <= 400 && text.isWellFormed())).toBe(true)
      expect(textOf(rows)).toBe(rawText(document, form))
      expect(rows.filter(({ isContinued }) => isContinued).length).toBeGreaterThan(4)
    }
  })

  it('say nothing of what stands inside texts that look like JSON', () => {
    const document = fetchedConversation({
      language: '{',
      corpId: '}',
      userId: '["x',
      asrProvider: '\\"',
      conversationName: '",[',
    })
    expect(hints(document).map(([, hint]) => hint)).toEqual(
      ['language', 'corpId', 'userId', 'asrProvider', 'conversationName'].map((field) => ({
        field,
        meaning: { kind: 'none' },
      })),
    )
  })

  it('name the field and its meaning where the contract does, in its own place alone', () => {
    const document = readDocument(
      `{"id":"1","data":{"id":"1","isFreedom":1,"thirdDto":{"isFreedom":1,"data":{"id":1}},"detailDto":{"ttsSource":20,"lens":3,
        "backgroundDto":{"fileType":0}},"conversationInfoDto":{"age":0,"gender":2,"\\u0067ender":2},"scriptDtoList":[{"scriptType":4},{"scriptType":44},"x"],
        "modelDtoList":{"id":7},"kbConversationDto":null,"id2":{"id":1}},"userId":"x"}`,
    )
    const none = { kind: 'none' }
    expect(hints(document)).toEqual([
      ['"id": "1",', { field: 'id', meaning: none }],
      ['"isFreedom": 1,', { field: 'isFreedom', meaning: { kind: 'documented', key: 'flag.on' } }],
      ['"thirdDto": {', { field: 'thirdDto', meaning: none }],
      ['"detailDto": {', { field: 'detailDto', meaning: none }],
      ['"ttsSource": 20,', { field: 'detailDto.ttsSource', meaning: { kind: 'not-documented' } }],
      ['"backgroundDto": {', { field: 'detailDto.backgroundDto', meaning: none }],
      ['"fileType": 0', { field: 'detailDto.backgroundDto.fileType', meaning: { kind: 'not-documented' } }],
      ['"conversationInfoDto": {', { field: 'conversationInfoDto', meaning: none }],
      ['"age": 0,', { field: 'conversationInfoDto.age', meaning: { kind: 'perhaps-unset' } }],
      ['"gender": 2,', { field: 'conversationInfoDto.gender', meaning: { kind: 'documented', key: 'gender.female' } }],
      [
        '"\\u0067ender": 2',
        { field: 'conversationInfoDto.gender', meaning: { kind: 'documented', key: 'gender.female' } },
      ],
      ['"scriptDtoList": [', { field: 'scriptDtoList', meaning: none }],
      [
        '"scriptType": 4',
        { field: 'scriptDtoList.scriptType', meaning: { kind: 'documented', key: 'scriptType.farewell' } },
      ],
      ['"scriptType": 44', { field: 'scriptDtoList.scriptType', meaning: { kind: 'not-documented' } }],
      ['"modelDtoList": {', { field: 'modelDtoList', meaning: none }],
      ['"kbConversationDto": null,', { field: 'kbConversationDto', meaning: none }],
    ])
  })

  it('carry a hint once where a line takes several rows', () => {
    const document = fetchedConversation({ modelDtoList: [{ prompt: 'word '.repeat(1_000) }] })
    const held = allRows(document, 'pretty').filter(({ hint }) => hint?.field === 'modelDtoList.prompt')
    expect(held.map(({ isContinued }) => isContinued)).toEqual([false])
  })

  it('are the same by the window as all at once, wherever it starts', () => {
    const document = fetchedConversation({
      ...filledConversation,
      scriptDtoList: Array.from({ length: 300 }, (_, id) => ({ id, scriptContent: 'x'.repeat(id * 7) })),
    })
    for (const form of ['pretty', 'received'] as const) {
      const all = allRows(document, form)
      for (let from = 0; from <= all.length + 10; from += 37) {
        expect(rawRows(document, form, { from, count: 50 })).toEqual({
          total: all.length,
          rows: all.slice(from, from + 50),
        })
      }
    }
  })

  it('give back the text, whatever JSON it is', () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const document = readDocument(JSON.stringify({ data: value }, undefined, space))
        expect(textOf(allRows(document, 'received'))).toBe(document.rawText)
        expect(textOf(allRows(document, 'pretty'))).toBe(indentJson(document.rawText))
        expect(rawText(document, 'pretty')).toBe(indentJson(document.rawText))
        expect(rawText(document, 'received')).toBe(document.rawText)
      }),
    ))
})

describe('searching the raw JSON', () => {
  it('finds the row of each place, upper and lower case alike', () => {
    const document = fetchedConversation({ a: 'Hall hall', b: ['HALL', 'x'], 大厅: 'hal' })
    const rows = allRows(document, 'pretty')
    const { total, rows: found } = findInRaw(document, 'pretty', 'hall')
    expect(found.map((index) => rows[index]?.text.trim())).toEqual([
      ...['"a": "Hall hall",', '"a": "Hall hall",'],
      '"HALL",',
    ])
    expect(total).toBe(3)
    expect(findInRaw(document, 'pretty', '大厅').total).toBe(1)
    expect(findInRaw(document, 'received', 'HALL').total).toBe(3)
    expect(findInRaw(document, 'pretty', 'nowhere')).toEqual({ total: 0, rows: [] })
  })

  it('takes signs of patterns as they are', () => {
    const document = fetchedConversation({ a: '.*+?^${}()|[]\\/-', b: 'abc' })
    for (const sign of '.*+?^$()|/-')
      expect(findInRaw(document, 'pretty', sign).rows).toEqual(findInRaw(document, 'pretty', '.*+').rows)
    expect(findInRaw(document, 'pretty', '\\\\').total).toBe(1)
    expect(findInRaw(document, 'pretty', '\ud83d').total).toBe(0)
  })

  it('finds what goes over the end of a row, and tells the row in which it starts', () => {
    const document = fetchedConversation({ prompt: `${'x'.repeat(380)}needle in the hay${'y'.repeat(500)}needle` })
    const rows = allRows(document, 'pretty')
    const { rows: found } = findInRaw(document, 'pretty', 'needle in the hay')
    expect(found.map((index) => [rows[index]?.isContinued, rows[index]?.text.includes('need')])).toEqual([
      [false, true],
    ])
    expect(findInRaw(document, 'pretty', 'needle').total).toBe(2)
  })

  it('names the rows of the first 10,000 and counts the rest', () => {
    const document = fetchedConversation({ thirdDto: Array.from({ length: 30_000 }, () => 'same') })
    const { total, rows } = findInRaw(document, 'pretty', 'same')
    expect(total).toBe(30_000)
    expect(rows).toHaveLength(10_000)
    expect(rawRows(document, 'pretty', { from: rows[9_999] ?? 0, count: 1 }).rows[0]?.text.trim()).toBe('"same",')
  })
})
