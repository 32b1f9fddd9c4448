import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf } from '../../../src/shared/conversation/changes.ts'
import { memberOf, readConversation } from '../../../src/shared/conversation/document.ts'
import type { ConversationDocument } from '../../../src/shared/conversation/document.ts'
import type { ConversationChange } from '../../../src/shared/conversation/change-types.ts'
import { answerPathOf, contractFields } from '../../support/contract-tables.ts'
import { filledConversation, sampleConversation } from '../../support/conversations.ts'
import { fetchedConversation } from '../../support/snapshot-views.ts'

function changesIn(left: unknown, right: unknown): readonly ConversationChange[] {
  return changesOf(fetchedConversation(left), fetchedConversation(right)).changes
}

/** A change as a short text: kind, field, and the item's id or name. */
function textOf({ kind, field, item }: ConversationChange): string {
  const of = item === null ? '' : ` ${item.id ?? item.name ?? item.scriptType?.digits ?? 'unnamed'}`
  return `${kind} ${field}${of}`
}

/** The full conversation with a different value at a path of the answer. */
function edited(path: string, value: unknown): unknown {
  const answer = structuredClone({ data: filledConversation }) as unknown
  const names = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')
  const parent = names.slice(0, -1).reduce((at, name) => (at as Record<string, unknown>)[name], answer)
  Object.assign(parent as object, { [names.at(-1) ?? '']: value })
  return (answer as { readonly data: unknown }).data
}

const script = (id: number | null, scriptType: number, scriptContent: string) => ({ id, scriptType, scriptContent })
const scripts = (...scriptDtoList: unknown[]) => ({ ...sampleConversation, scriptDtoList })
const textsOf = (left: unknown, right: unknown): readonly string[] => changesIn(left, right).map(textOf)

describe('fields', () => {
  it('of the contract are reported one by one, each with its section, its path and both values', () => {
    const detailDto = { ...sampleConversation.detailDto, ttsSpeedRate: 5 }
    expect(changesIn(sampleConversation, { ...sampleConversation, detailDto })).toEqual([
      {
        kind: 'changed',
        section: 'voice',
        field: 'detailDto.ttsSpeedRate',
        isDocumented: true,
        item: null,
        left: {
          path: 'data.detailDto.ttsSpeedRate',
          value: { kind: 'number', text: '0' },
          meaning: { kind: 'none' },
        },
        right: {
          path: 'data.detailDto.ttsSpeedRate',
          value: { kind: 'number', text: '5' },
          meaning: { kind: 'none' },
        },
        isText: false,
      },
    ])
  })

  it.each(contractFields.filter(({ type }) => type !== 'array').map(answerPathOf))(
    'each edit of %s is reported once, as that field',
    (path) => {
      const [change, ...others] = changesIn(edited(path, 'one'), edited(path, 'another'))
      expect(others).toEqual([])
      expect(change).toMatchObject({ kind: 'changed', isDocumented: true, left: { path }, right: { path } })
    },
  )

  it('distinguish null, absent, empty and 0', () => {
    const values = [undefined, null, '', 0, '0', false, [], {}]
    for (const left of values) {
      for (const right of values) {
        const count = left === right ? 0 : 1
        expect(changesIn({ asrProvider: left }, { asrProvider: right })).toHaveLength(count)
      }
    }
    expect(textsOf({}, { asrProvider: null })).toEqual(['added asrProvider'])
    expect(textsOf({ asrProvider: '' }, {})).toEqual(['removed asrProvider'])
  })

  it('are compared by their digits, all nineteen of them', () => {
    const of = (digits: string) => readConversation(`{"data":{"corpId":${digits}}}`)
    const compared = changesOf(of('1983775419508027393'), of('1983775419508027394'))
    expect(compared.changes).toMatchObject([
      { left: { value: { text: '1983775419508027393' } }, right: { value: { text: '1983775419508027394' } } },
    ])
    expect(changesOf(of('1983775419508027393'), of('1983775419508027393')).changes).toEqual([])
  })

  it('beyond the contract are reported at any depth, in lists by position', () => {
    const of = (deep: unknown) => ({ newDto: { rows: [{ a: 1 }, deep, { z: 1 }] }, detailDto: { fresh: deep } })
    expect(changesIn(of({ x: { y: 1 } }), of({ x: { y: 2 } }))).toMatchObject([
      { section: 'overview', field: 'newDto.rows.x.y', isDocumented: false, left: { path: 'data.newDto.rows[1].x.y' } },
      { section: 'appearance', field: 'detailDto.fresh.x.y', isDocumented: false },
    ])
    expect(textsOf({ list: [1, 2, 3] }, { list: [1, 3] })).toEqual(['removed list'])
    expect(textsOf({ list: [1, 3] }, { list: [1, 2, 4, 3] })).toEqual(['added list', 'added list'])
  })

  it('are compared by word when they are texts of many words', () => {
    const persona = (backStory: string) => ({ conversationInfoDto: { backStory } })
    const isText = (left: string, right: string) => changesIn(persona(left), persona(right))[0]
    const long = 'A guide to the hall who knows every painting by its name.'
    expect(isText(long, `${long} And more.`)).toMatchObject({ isText: true })
    expect(isText('short', 'other')).toMatchObject({ isText: false })
    expect(isText('9'.repeat(60), '8'.repeat(60))).toMatchObject({ isText: false })
  })

  it('appear in the order of the viewer', () => {
    const changes = changesIn({}, { ...filledConversation, extra: 1 })
    const order = ['overview', 'persona', 'appearance', 'voice', 'models', 'scripts', 'knowledge']
    expect([...new Set(changes.map(({ section }) => section))]).toEqual(
      order.filter((section) => changes.some((change) => change.section === section)),
    )
  })
})

describe('items', () => {
  const base = [script(1, 1, 'Welcome.'), script(2, 2, 'One moment.'), script(3, 4, 'Goodbye.')]

  it('that were added, removed or changed are reported with their id or name', () => {
    const right = scripts(base[0], { ...base[2], scriptContent: 'See you.' }, script(9, 2, 'Please wait.'))
    expect(changesIn(scripts(...base.slice(0, 1), base[2]), right)).toMatchObject([
      {
        kind: 'added',
        field: 'scriptDtoList',
        item: {
          id: '9',
          scriptType: { digits: '2', meaning: { kind: 'documented', key: 'scriptType.waitingPhrase' } },
        },
        right: { path: 'data.scriptDtoList[2].scriptContent', value: { text: 'Please wait.' } },
      },
      { kind: 'changed', field: 'scriptDtoList.scriptContent', item: { id: '3' } },
    ])
    const removed = { ...sampleConversation, modelDtoList: [] }
    expect(changesIn(sampleConversation, removed)).toMatchObject([
      { kind: 'removed', section: 'models', item: { name: 'chatbot_law' } },
    ])
  })

  it('that moved are reported with both positions, and shifted items are not', () => {
    expect(changesIn(scripts(...base), scripts(base[2], base[0], base[1]))).toMatchObject([
      { kind: 'moved', item: { id: '3' }, from: 3, to: 1 },
    ])
    expect(textsOf(scripts(...base), scripts(script(8, 0, 'Hey'), ...base))).toEqual(['added scriptDtoList 8'])
  })

  it('are matched by type and id, then by id, by type and text, and by type', () => {
    const type = (scriptType: number) => ({ ...script(1, 1, 'Welcome.'), scriptType })
    expect(textsOf(scripts(type(1)), scripts(type(4)))).toEqual(['changed scriptDtoList.scriptType 1'])
    const left = scripts(script(1, 2, 'a'), script(2, 2, 'b'), script(3, 2, 'c'))
    const right = scripts(script(7, 2, 'c'), script(8, 2, 'x'), script(2, 2, 'b'))
    expect(textsOf(left, right).toSorted()).toEqual([
      'changed scriptDtoList.id 1',
      'changed scriptDtoList.id 3',
      'changed scriptDtoList.scriptContent 1',
      'moved scriptDtoList 3',
    ])
  })

  it('of models and knowledge are matched by id, then by other names', () => {
    const models = (...modelDtoList: unknown[]) => ({ modelDtoList })
    const [left, right] = [
      models({ id: 1, modelId: 'm', prompt: 'a' }, { id: 2, largeName: 'law' }),
      models({ id: 9, largeName: 'law' }, { id: 8, modelId: 'm', prompt: 'b' }),
    ]
    expect(textsOf(left, right).filter((line) => !line.startsWith('moved'))).toEqual([
      'changed modelDtoList.id 2',
      'changed modelDtoList.id 1',
      'changed modelDtoList.prompt 1',
    ])
    const knowledge = (rows: number) => ({ knowledgeDtoList: [{ kbName: 'Laws', rows }] })
    expect(changesIn(knowledge(1), knowledge(2))).toMatchObject([
      { section: 'knowledge', field: 'knowledgeDtoList.rows', isDocumented: false, item: { name: 'Laws' } },
    ])
  })

  it('beyond the first two thousand are only counted', () => {
    const many = Array.from({ length: 2_500 }, (_none, id) => script(id, 2, `phrase ${String(id)}`))
    const { changes, more, sections } = changesOf(fetchedConversation(scripts()), fetchedConversation(scripts(...many)))
    expect([changes.length, more]).toEqual([2_000, 500])
    expect(sections).toEqual([{ section: 'scripts', count: 2_500 }])
  })

  it('of five thousand in reverse order are reported as moved, except one', () => {
    const many = Array.from({ length: 5_000 }, (_none, id) => script(id, id % 8, `phrase ${String(id)}`))
    const [left, right] = [many, many.toReversed()].map((list) => fetchedConversation(scripts(...list)))
    if (left === undefined || right === undefined) throw new Error('no documents')
    const { changes, more } = changesOf(left, right)
    expect(changes.length + more).toBe(4_999)
  })
})

describe('any content', () => {
  // Would catch a comparison that walks everything again at each of 400 levels: each level contains a value that
  // counts.
  it.each([
    ['objects', (inner: object, same: object): object => ({ same, inner })],
    ['lists', (inner: object, same: object): object => [same, inner]],
  ])('is read a few times and not once for every level of %s around it', (_what, around) => {
    let reads = 0
    const counted = (): object => ({
      get value(): number {
        reads += 1
        return 1
      },
    })
    const levels = 400
    const side = (end: number): ConversationDocument => {
      let value: object = { end }
      for (let level = 0; level < levels; level += 1) value = around(value, counted())
      return { text: '', answer: { data: { extra: value } }, data: { extra: value } }
    }
    expect(changesOf(side(1), side(2)).changes).toHaveLength(1)
    expect(reads).toBeLessThan(levels * 10)
  })

  const anyJson = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  // Values of every kind at the places of the contract's fields.
  const anyData = fc.record(
    {
      id: anyJson,
      conversationInfoDto: anyJson,
      detailDto: fc.oneof(anyJson, fc.record({ backgroundDto: anyJson, ttsName: anyJson })),
      modelDtoList: fc.oneof(anyJson, fc.array(fc.oneof(anyJson, fc.record({ id: anyJson, largeName: anyJson })))),
      scriptDtoList: fc.oneof(anyJson, fc.array(fc.record({ id: anyJson, scriptType: anyJson }))),
      knowledgeDtoList: anyJson,
      other: anyJson,
    },
    { requiredKeys: [] },
  )
  const anything = fc.oneof(anyJson, anyData)

  it('does not differ from itself, whatever the order of its keys', () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([key, inner]) => [key, turned(inner)]),
      )
    }
    fc.assert(
      fc.property(anything, (data) => {
        expect(changesOf(fetchedConversation(data), fetchedConversation(turned(data)))).toEqual({
          changes: [],
          more: 0,
          sections: [],
        })
      }),
    )
  })

  it('is the same however its numbers are written', () => {
    const left = readConversation('{"data":{"maxConversation":1.0,"scriptDtoList":[{"scriptType":1,"later":1e2}]}}')
    const right = readConversation('{"data":{"maxConversation":1,"scriptDtoList":[{"scriptType":1.0,"later":100}]}}')
    expect(changesOf(left, right).changes).toEqual([])
  })

  it('has a change exactly when its data differ', () =>
    fc.assert(
      fc.property(anything, anything, (left, right) => {
        const [one, other] = [fetchedConversation(left), fetchedConversation(right)]
        expect(changesOf(one, other).changes.length > 0).toBe(
          !isDeepStrictEqual(memberOf(one.answer, 'data'), memberOf(other.answer, 'data')),
        )
      }),
    ))

  it('reports shuffled scripts only as moved', () => {
    const list = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1 })
    const shuffled = list.chain((ids) =>
      fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length })),
    )
    fc.assert(
      fc.property(shuffled, ([before, after]) => {
        const of = (ids: readonly number[]) => scripts(...ids.map((id) => script(id, id % 8, `text ${String(id)}`)))
        const changes = changesIn(of(before), of(after))
        expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(changes.length === 0 ? [] : ['moved']))
        for (const change of changes) {
          if (change.kind !== 'moved') continue
          expect(String(before[change.from - 1])).toBe(change.item?.id)
          expect(String(after[change.to - 1])).toBe(change.item?.id)
        }
      }),
    )
  })
})
