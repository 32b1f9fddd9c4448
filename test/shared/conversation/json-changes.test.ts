import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffOrReplace, jsonChanges } from '../../../src/shared/conversation/text-diff.ts'
import type { JsonHunk } from '../../../src/shared/conversation/text-diff.ts'
import { indentJson } from '../../../src/shared/model/json-text.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { expectProportional } from '../../support/growth.ts'

const json = (data: unknown): string => JSON.stringify({ success: true, data })

function hunksOf(left: string, right: string): readonly JsonHunk[] {
  return jsonChanges(left, right, 60_000) ?? expect.fail('given up')
}

function shown(left: string, right: string): readonly (readonly string[])[] {
  const signs = { same: ' ', added: '+', removed: '-' }
  return hunksOf(left, right).map((hunk) =>
    hunk.map(({ kind, leftLine, rightLine, text }) => `${leftLine ?? ''}/${rightLine ?? ''} ${signs[kind]}${text}`),
  )
}

describe('the JSON of two answers', () => {
  it('is compared by line, with the line numbers of both', () =>
    expect(shown('{"a":1,"b":[2]}', '{\n"a":1,"c":3,"b":[4]}')).toEqual([
      ['1/1  {', '2/2    "a": 1,', '/3 +  "c": 3,', '3/4    "b": [', '4/ -    2', '/5 +    4', '5/6    ]', '6/7  }'],
    ]))

  it('keeps every digit', () =>
    expect(shown('{"id":1983775419508027393}', '{"id":1983775419508027394}').flat()).toContain(
      '2/ -  "id": 1983775419508027393',
    ))

  it('has no change when the answers differ only in white space', () => {
    const body = json(sampleConversation)
    expect(jsonChanges(body, body)).toEqual([])
    expect(jsonChanges(body, JSON.stringify(JSON.parse(body), undefined, 4))).toEqual([])
  })

  it('shows three lines around each change, and separates distant changes', () => {
    const of = (changes: Readonly<Record<number, string>>) =>
      JSON.stringify(Array.from({ length: 40 }, (_none, index) => changes[index] ?? `line ${String(index)}`))
    const [first, second, ...more] = shown(of({}), of({ 5: 'new', 12: 'new', 30: 'new' }))
    expect(more).toEqual([])
    expect(first).toEqual([
      ...['4/4    "line 2",', '5/5    "line 3",', '6/6    "line 4",', '7/ -  "line 5",', '/7 +  "new",'],
      ...['8/8    "line 6",', '9/9    "line 7",', '10/10    "line 8",', '11/11    "line 9",', '12/12    "line 10",'],
      ...['13/13    "line 11",', '14/ -  "line 12",', '/14 +  "new",'],
      ...['15/15    "line 13",', '16/16    "line 14",', '17/17    "line 15",'],
    ])
    expect(second?.[0]).toBe('29/29    "line 27",')
    expect(second?.at(-1)).toBe('35/35    "line 33",')
  })

  it('matches both sides, whatever they are: each line is at its number, and lines between hunks are the same', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const lines = [left, right].map((side) => indentJson(json(side)).split('\n'))
        const [leftLines = [], rightLines = []] = lines
        const rest = { left: [...leftLines], right: [...rightLines] }
        for (const { kind, leftLine, rightLine, text } of hunksOf(json(left), json(right)).flat().toReversed()) {
          if (leftLine !== null) expect(rest.left.splice(leftLine - 1, 1)).toEqual([text])
          if (rightLine !== null) expect(rest.right.splice(rightLine - 1, 1)).toEqual([text])
          expect(kind).toBe(leftLine === null ? 'added' : rightLine === null ? 'removed' : 'same')
        }
        expect(rest.left).toEqual(rest.right)
      }),
    ))

  it('of an empty side is all added or all removed', () => {
    expect(shown('', '{"a":1}')).toEqual([['1/ -', '/1 +{', '/2 +  "a": 1', '/3 +}']])
  })

  // Would catch a comparison without a limit, and one in which a part grows quadratically.
  it('is abandoned when the difference is too large for the time', () => {
    const list = (count: number, seed: number) =>
      Array.from({ length: count }, (_none, id) => ({
        id,
        conversationId: '108',
        scriptType: (id * seed) % 8,
        scriptContent: `${String((id * seed) % count)} ${'text of a script '.repeat(25)}`,
        emotion: '0',
      }))
    const both = (count: number) => [1, 7].map((seed) => json({ scriptDtoList: list(count, seed) }))
    const compare = ([left = '', right = '']: readonly string[]) => jsonChanges(left, right, -1)
    expectProportional(200, both, compare)
    expect(compare(both(3_200))).toBeNull()
  })
})

describe('lines', () => {
  it('that are matched are identical, and together they form both sides', () => {
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

  it('are matched as closely as possible', () => {
    const left = 'a b c d e f g h'.split(' ')
    const right = 'a c d x e f h g'.split(' ')
    const changed = diffOrReplace({ left, right }, 1_000).filter(({ kind }) => kind !== 'same')
    expect(changed.reduce((sum, { items }) => sum + items.length, 0)).toBe(4)
  })
})
