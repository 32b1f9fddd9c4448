import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indentJson } from '../../../src/shared/model/json-text.ts'
import { jsonLines } from '../../../src/shared/conversation/json-lines.ts'
import type { JsonForm, JsonRow } from '../../../src/shared/conversation/json-lines.ts'
import { filledConversation } from '../../support/conversations.ts'
import { fetchedConversation } from '../../support/snapshot-views.ts'

function bodyOf(data: unknown): string {
  return fetchedConversation(data).text
}

function allRows(body: string, form: JsonForm): readonly JsonRow[] {
  const { count, rowAt } = jsonLines(body, form)
  return Array.from({ length: count }, (_, index) => rowAt(index) ?? expect.fail(`no row ${String(index)}`))
}

function textOf(rows: readonly JsonRow[]): string {
  return rows.map(({ text, isContinued }, index) => (index === 0 || isContinued ? text : `\n${text}`)).join('')
}

function hints(body: string) {
  return allRows(body, 'pretty').flatMap(({ text, hint }) => (hint === null ? [] : [[text.trim(), hint]]))
}

describe('rows of the raw JSON', () => {
  it('are the lines of the indented form, and of the body as it was received', () => {
    const body = '{"a": 1983775419508027393,\r\n "b":[1.10 , -0]}'
    expect(allRows(body, 'pretty')).toEqual(
      ['{', '  "a": 1983775419508027393,', '  "b": [', '    1.10,', '    -0', '  ]', '}'].map((text, index) => ({
        line: index + 1,
        isContinued: false,
        text,
        hint: null,
      })),
    )
    expect(allRows(body, 'received').map(({ line, text }) => [line, text])).toEqual([
      [1, '{"a": 1983775419508027393,'],
      [2, ' "b":[1.10 , -0]}'],
    ])
  })

  it('split long lines, but no character that takes two units', () => {
    const body = bodyOf({ prompt: `x${'😀'.repeat(1_000)}` })
    for (const form of ['pretty', 'received'] as const) {
      const rows = allRows(body, form)
      expect(rows.every(({ text }) => text.length <= 400 && text.isWellFormed())).toBe(true)
      expect(textOf(rows)).toBe(jsonLines(body, form).text)
      expect(rows.filter(({ isContinued }) => isContinued).length).toBeGreaterThan(4)
    }
  })

  it('say nothing of what stands inside texts that look like JSON', () => {
    const body = bodyOf({
      language: '{',
      corpId: '}',
      userId: '["x',
      asrProvider: '\\"',
      conversationName: '",[',
    })
    expect(hints(body).map(([, hint]) => hint)).toEqual(
      ['language', 'corpId', 'userId', 'asrProvider', 'conversationName'].map((field) => ({
        field,
        meaning: { kind: 'none' },
      })),
    )
  })

  it('name the field and its meaning where the contract does, in its own place alone', () => {
    const body = `{"id":"1","data":{"id":"1","isFreedom":1,"thirdDto":{"isFreedom":1,"data":{"id":1}},"detailDto":{"ttsSource":20,"lens":3,
        "backgroundDto":{"fileType":0}},"conversationInfoDto":{"age":0,"gender":2,"\\u0067ender":2},"scriptDtoList":[{"scriptType":4},{"scriptType":44},"x"],
        "modelDtoList":{"id":7},"kbConversationDto":null,"id2":{"id":1}},"userId":"x"}`
    const none = { kind: 'none' }
    expect(hints(body)).toEqual([
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
    const body = bodyOf({ modelDtoList: [{ prompt: 'word '.repeat(1_000) }] })
    const held = allRows(body, 'pretty').filter(({ hint }) => hint?.field === 'modelDtoList.prompt')
    expect(held.map(({ isContinued }) => isContinued)).toEqual([false])
  })

  it('are the same in whatever order they are asked for, and none beyond the end', () => {
    const body = bodyOf({
      ...filledConversation,
      scriptDtoList: Array.from({ length: 300 }, (_, id) => ({ id, scriptContent: 'x'.repeat(id * 7) })),
    })
    for (const form of ['pretty', 'received'] as const) {
      const all = allRows(body, form)
      const { count, rowAt } = jsonLines(body, form)
      const backwards = Array.from({ length: count }, (_, index) => rowAt(count - 1 - index))
      expect(backwards.toReversed()).toEqual(all)
      expect([rowAt(-1), rowAt(count)]).toEqual([undefined, undefined])
    }
  })

  it('give back the text, whatever JSON it is', () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const body = JSON.stringify({ data: value }, undefined, space)
        expect(textOf(allRows(body, 'received'))).toBe(body)
        expect(textOf(allRows(body, 'pretty'))).toBe(indentJson(body))
        expect(jsonLines(body, 'pretty').text).toBe(indentJson(body))
        expect(jsonLines(body, 'received').text).toBe(body)
      }),
    ))
})

describe('searching the raw JSON', () => {
  it('finds the row of each place, upper and lower case alike', () => {
    const body = bodyOf({ a: 'Hall hall', b: ['HALL', 'x'], 大厅: 'hal' })
    const rows = allRows(body, 'pretty')
    const { total, rows: found } = jsonLines(body, 'pretty').find('hall')
    expect(found.map((index) => rows[index]?.text.trim())).toEqual([
      ...['"a": "Hall hall",', '"a": "Hall hall",'],
      '"HALL",',
    ])
    expect(total).toBe(3)
    expect(jsonLines(body, 'pretty').find('大厅').total).toBe(1)
    expect(jsonLines(body, 'received').find('HALL').total).toBe(3)
    expect(jsonLines(body, 'pretty').find('nowhere')).toEqual({ total: 0, rows: [] })
  })

  it('takes signs of patterns as they are', () => {
    const body = bodyOf({ a: '.*+?^${}()|[]\\/-', b: 'abc' })
    for (const sign of '.*+?^$()|/-')
      expect(jsonLines(body, 'pretty').find(sign).rows).toEqual(jsonLines(body, 'pretty').find('.*+').rows)
    expect(jsonLines(body, 'pretty').find('\\\\').total).toBe(1)
    expect(jsonLines(body, 'pretty').find('\ud83d').total).toBe(0)
  })

  it('finds what goes over the end of a row, and tells the row in which it starts', () => {
    const body = bodyOf({ prompt: `${'x'.repeat(380)}needle in the hay${'y'.repeat(500)}needle` })
    const rows = allRows(body, 'pretty')
    const { rows: found } = jsonLines(body, 'pretty').find('needle in the hay')
    expect(found.map((index) => [rows[index]?.isContinued, rows[index]?.text.includes('need')])).toEqual([
      [false, true],
    ])
    expect(jsonLines(body, 'pretty').find('needle').total).toBe(2)
  })

  it('names the rows of the first 10,000 and counts the rest', () => {
    const body = bodyOf({ thirdDto: Array.from({ length: 30_000 }, () => 'same') })
    const { total, rows } = jsonLines(body, 'pretty').find('same')
    expect(total).toBe(30_000)
    expect(rows).toHaveLength(10_000)
    expect(
      jsonLines(body, 'pretty')
        .rowAt(rows[9_999] ?? 0)
        ?.text.trim(),
    ).toBe('"same",')
  })
})
