import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareJson } from '../../../src/shared/conversation/text-diff.ts'
import { diffOrReplace } from '../../../src/shared/conversation/text-diff.ts'
import { indentJson } from '../../../src/shared/model/json-text.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { expectProportional } from '../../support/growth.ts'

const json = (data: unknown): string => JSON.stringify({ success: true, data })

function shown(left: string, right: string): readonly string[] {
  const signs = { same: ' ', added: '+', removed: '-' }
  const { rows } = compareJson(left, right).window(0, 1_000)
  return rows.map(({ kind, leftLine, rightLine, text }) => `${leftLine ?? ''}/${rightLine ?? ''} ${signs[kind]}${text}`)
}

describe('the JSON of two answers', () => {
  it('is compared by line, with the line numbers of both', () =>
    expect(shown('{"a":1,"b":[2]}', '{\n"a":1,"c":3,"b":[4]}')).toEqual([
      '1/1  {',
      '2/2    "a": 1,',
      '/3 +  "c": 3,',
      '3/4    "b": [',
      '4/ -    2',
      '/5 +    4',
      '5/6    ]',
      '6/7  }',
    ]))

  it('keeps every digit', () =>
    expect(shown('{"id":1983775419508027393}', '{"id":1983775419508027394}')).toContain(
      '2/ -  "id": 1983775419508027393',
    ))

  it('tells where the changes are with the first rows only', () => {
    const left = json({ ...sampleConversation, corpId: '1', userId: '2' })
    const diff = compareJson(left, json({ ...sampleConversation, corpId: '9', userId: '2', extra: true }))
    const all = diff.window(0, 1_000)
    const kinds = all.rows.map(({ kind }) => kind)
    expect(all.changed.length).toBeGreaterThan(1)
    for (const { from, count } of all.changed) {
      expect(kinds.slice(from, from + count)).not.toContain('same')
      expect(kinds[from - 1] ?? 'same').toBe('same')
      expect(kinds[from + count] ?? 'same').toBe('same')
    }
    expect(diff.window(5, 3)).toEqual({ total: all.total, changed: [], rows: all.rows.slice(5, 8) })
    expect(diff.window(all.total, 10).rows).toEqual([])
  })

  it('parts a long text at its own lines, under one line number', () => {
    const prompt = (middle: string) => json({ prompt: ['a'.repeat(300), middle, 'z'.repeat(900)].join('\n') })
    const { rows } = compareJson(prompt('one \\n two'), prompt('three')).window(0, 100)
    const changed = rows.filter(({ kind }) => kind !== 'same').map(({ text }) => text)
    expect(changed).toEqual([String.raw`one \\n two\n`, String.raw`three\n`])
    expect(rows.map(({ isContinued }) => isContinued)).toEqual(rows.map(({ text }) => !/^ *["{}]/.test(text)))
    const parts = rows.filter(({ leftLine }) => leftLine === 4).map(({ text }) => text)
    expect(parts.join('')).toBe(indentJson(prompt('one \\n two')).split('\n')[3])
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(402)
  })

  it('is whole on both sides, whatever it is', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const { rows } = compareJson(json(left), json(right)).window(0, 100_000)
        const side = (without: string) => rows.filter(({ kind }) => kind !== without).map(({ text }) => text)
        expect(side('added').join('')).toBe(indentJson(json(left)).replaceAll('\n', ''))
        expect(side('removed').join('')).toBe(indentJson(json(right)).replaceAll('\n', ''))
      }),
    ))

  // Would catch a comparison without a limit, and one of which a part grows by the square.
  it('of megabytes on both sides is given up when there is no time, and all of it is shown then', () => {
    const list = (count: number, seed: number) =>
      Array.from({ length: count }, (_none, id) => ({
        id,
        conversationId: '108',
        scriptType: (id * seed) % 8,
        scriptContent: `${String((id * seed) % count)} ${'text of a script '.repeat(25)}`,
        emotion: '0',
      }))
    const both = (count: number) => [1, 7].map((seed) => json({ scriptDtoList: list(count, seed) }))
    const compare = ([left = '', right = '']: readonly string[]) => compareJson(left, right, 0).window(0, 200)
    expectProportional(200, both, compare)
    const { total, changed } = compare(both(3_200))
    expect(changed).toEqual([{ from: 0, count: total }])
  })
})

describe('lines', () => {
  it('that are matched are the same, and together they are both sides', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}', '  ', 'x1', 'x2', 'x3'))
    fc.assert(
      fc.property(lines, lines, fc.constantFrom(1_000, 0), (left, right, limitMs) => {
        const runs = diffOrReplace({ left, right }, limitMs)
        const side = (without: string) => runs.flatMap(({ kind, items }) => (kind === without ? [] : items))
        const [onLeft, onRight] = [side('added'), side('removed')]
        expect(onLeft).toEqual(left)
        expect(onRight).toEqual(right)
      }),
    )
  })

  it('are matched as closely as they can be', () => {
    const left = 'a b c d e f g h'.split(' ')
    const right = 'a c d x e f h g'.split(' ')
    const changed = diffOrReplace({ left, right }, 1_000).filter(({ kind }) => kind !== 'same')
    expect(changed.reduce((sum, { items }) => sum + items.length, 0)).toBe(4)
  })
})
