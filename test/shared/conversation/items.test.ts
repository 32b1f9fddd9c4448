import { describe, expect, it } from 'vitest'
import { maxOtherFields } from '../../../src/shared/conversation/view-types.ts'
import type { ListItems } from '../../../src/shared/conversation/view-types.ts'
import { readConversation } from '../../../src/shared/conversation/document.ts'
import { filledConversation } from '../../support/conversations.ts'
import { itemsOf, fetchedConversation } from '../../support/snapshot-views.ts'

const paths = ({ items }: ListItems) => items.map(({ path }) => path.replace(/^data\.\w+/, ''))
const counts = ({ kinds }: ListItems) => kinds.map(({ type, count }) => [type, count])

describe('scripts', () => {
  it('are in the order of the eight types, then other types, then those without one; within a type as received', () => {
    const types = [undefined, 7, 99, 1, '1', 0, 7, 12, null, 1.5, 1]
    const page = itemsOf(fetchedConversation({ scriptDtoList: types.map((scriptType) => ({ scriptType })) }))
    expect(paths(page)).toEqual(['[5]', '[3]', '[10]', '[1]', '[6]', '[9]', '[7]', '[2]', '[0]', '[4]', '[8]'])
    expect(page.kinds).toEqual([
      { type: '0', meaning: { kind: 'documented', key: 'scriptType.wakeUpWord' }, count: 1 },
      { type: '1', meaning: { kind: 'documented', key: 'scriptType.openingLine' }, count: 2 },
      { type: '2', meaning: { kind: 'documented', key: 'scriptType.waitingPhrase' }, count: 0 },
      { type: '3', meaning: { kind: 'documented', key: 'scriptType.unknownQuestion' }, count: 0 },
      { type: '4', meaning: { kind: 'documented', key: 'scriptType.farewell' }, count: 0 },
      { type: '5', meaning: { kind: 'documented', key: 'scriptType.interruption' }, count: 0 },
      { type: '6', meaning: { kind: 'documented', key: 'scriptType.interruptionSentence' }, count: 0 },
      { type: '7', meaning: { kind: 'documented', key: 'scriptType.guidingPhrase' }, count: 2 },
      { type: '1.5', meaning: { kind: 'not-documented' }, count: 1 },
      { type: '12', meaning: { kind: 'not-documented' }, count: 1 },
      { type: '99', meaning: { kind: 'not-documented' }, count: 1 },
      { type: null, meaning: { kind: 'none' }, count: 3 },
    ])
  })

  it('show the meaning of each row', () => {
    const document = fetchedConversation({
      scriptDtoList: [
        { scriptType: 7, ttsContent: 'https://media.example/a.wav' },
        { scriptType: 8 },
        { scriptType: '1' },
      ],
    })
    const rows = (place: number, field: string) =>
      itemsOf(document).items[place]?.rows.find((row) => row.field === `scriptDtoList.${field}`)
    expect(rows(0, 'scriptType')?.meaning).toEqual({ kind: 'documented', key: 'scriptType.guidingPhrase' })
    expect(rows(1, 'scriptType')?.meaning).toEqual({ kind: 'not-documented' })
    expect(rows(2, 'scriptType')?.meaning).toEqual({ kind: 'not-documented' })
    expect(rows(0, 'ttsContent')?.media).toMatchObject({ use: 'audio', address: { kind: 'fetchable' } })
    expect(rows(0, 'emotion')?.value).toEqual({ kind: 'absent' })
  })

  it('are searched by all their texts, ignoring case, including those beyond the contract', () => {
    const document = fetchedConversation({
      scriptDtoList: [
        { scriptType: 1, scriptContent: 'Willkommen in der GROSSEN Halle' },
        { scriptType: 4, scriptContent: 'Bye', more: { said: ['großen', 'in the Großen hall'] } },
        { scriptType: 2, scriptContent: '你好，大厅' },
      ],
    })
    expect(paths(itemsOf(document, { search: 'grossen' }))).toEqual(['[0]'])
    expect(paths(itemsOf(document, { search: 'GROßEN HALL' }))).toEqual(['[1]'])
    const found = itemsOf(document, { search: '大厅' })
    expect(found).toMatchObject({ total: 3, items: [{ path: 'data.scriptDtoList[2]' }] })
    expect(counts(found)).toEqual([['2', 1]])
    expect(itemsOf(document, { search: 'nothing' })).toEqual({ total: 3, kinds: [], items: [] })
    expect(itemsOf(document, { search: 'bye' + 'großen' }).items).toEqual([])
  })

  it('are searched whether their accents are composed or not', () => {
    const forms = ['Trợ lý'.normalize('NFC'), 'Trợ lý'.normalize('NFD')]
    const document = fetchedConversation({ scriptDtoList: forms.map((scriptContent) => ({ scriptContent })) })
    for (const search of [...forms, 'trơ\u0323']) expect(itemsOf(document, { search }).items).toHaveLength(2)
  })

  it('are returned all together, by the thousands', () => {
    const document = fetchedConversation({
      scriptDtoList: Array.from({ length: 5_000 }, (_, index) => ({
        scriptType: 9 - (index % 10),
        scriptContent: `line ${index}`,
      })),
    })
    const { total, items } = itemsOf(document)
    expect([total, items.length]).toEqual([5_000, 5_000])
    expect(items[4_900]?.path).toBe('data.scriptDtoList[4000]')
    expect(itemsOf(document, { search: 'line 49' }).items).toHaveLength(111)
  })

  it('of types without a number are limited', () => {
    const page = itemsOf(
      fetchedConversation({ scriptDtoList: Array.from({ length: 10_000 }, (_, index) => ({ scriptType: index })) }),
    )
    expect(page.kinds).toHaveLength(208)
    const digits = itemsOf(readConversation(`{"data":{"scriptDtoList":[{"scriptType":${'9'.repeat(100_000)}}]}}`))
      .kinds[8]
    expect(digits?.type).toHaveLength(100_000)
  })
})

describe('items', () => {
  it('show every field of the contract, and additional ones under Other fields', () => {
    const document = fetchedConversation({
      ...filledConversation,
      modelDtoList: [{ id: 1, temperature: 0.5, 'top p': 1 }],
    })
    const [model] = itemsOf(document, { list: 'modelDtoList' }).items
    expect(model?.rows.map(({ path }) => path)).toContain('data.modelDtoList[0].prompt')
    expect(model?.otherFields.map(({ path, field }) => [path, field])).toEqual([
      ['data.modelDtoList[0].temperature', 'modelDtoList.temperature'],
      ['data.modelDtoList[0]["top p"]', 'modelDtoList.top p'],
    ])
  })

  it('of knowledge, which the contract does not describe, are shown as received', () => {
    const document = fetchedConversation({ knowledgeDtoList: [{ kb: '7' }, {}, 'plain', null] })
    const { items, kinds } = itemsOf(document, { list: 'knowledgeDtoList' })
    expect(kinds).toEqual([])
    expect(items.map(({ rows, otherFields }) => [...rows, ...otherFields].map(({ value }) => value))).toEqual([
      [{ kind: 'text', text: '7' }],
      [{ kind: 'empty', of: 'object' }],
      [{ kind: 'text', text: 'plain' }],
      [{ kind: 'null' }],
    ])
  })

  it('of a different shape are shown as received', () => {
    const { items } = itemsOf(fetchedConversation({ scriptDtoList: ['text', null, [1], 7, {}] }))
    expect(items.map(({ rows }) => rows.map(({ path, value }) => [path, value.kind]))).toEqual([
      [['data.scriptDtoList[0]', 'text']],
      [['data.scriptDtoList[1]', 'null']],
      [['data.scriptDtoList[2]', 'json']],
      [['data.scriptDtoList[3]', 'number']],
      [['data.scriptDtoList[4]', 'empty']],
    ])
  })

  it('with very many other fields count those beyond the limit', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${String(index)}`, index]))
    const [item] = itemsOf(fetchedConversation({ scriptDtoList: [many] })).items
    expect(item?.otherFields).toHaveLength(maxOtherFields)
    expect(item?.moreOtherFields).toBe(5_000 - maxOtherFields)
  })

  it('do not exist without a list', () => {
    for (const scriptDtoList of [null, {}, 'x', 7, undefined]) {
      expect(itemsOf(fetchedConversation({ scriptDtoList }))).toMatchObject({ total: 0, items: [] })
    }
    expect(itemsOf(readConversation('[]'))).toMatchObject({ total: 0 })
  })
})
