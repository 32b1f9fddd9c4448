import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findIds, maxFoundIds } from '../../src/shared/model/find-ids.ts'
import { expectProportional } from '../support/growth.ts'

const long = '1983775419508027393'
const found = (text: string) => findIds(text, 'conversation')
const likely = (text: string) => found(text).flatMap(({ id, isLikely }) => (isLikely ? [id] : []))
const unlikely = (text: string) => found(text).flatMap(({ id, isLikely }) => (isLikely ? [] : [id]))

describe('ids in a text', () => {
  it('are long runs of digits, anywhere', () => {
    expect(likely(`see ${long}, and (1983775419508027394).`)).toEqual([long, '1983775419508027394'])
    expect(likely(`x${long}y 123456789012345 12345678901234 ${'1'.repeat(33)}`)).toEqual([long, '123456789012345'])
  })

  it('are complete even with invisible characters in or around them', () =>
    expect(likely(`see \u200b1983775419\u00ad508027393\u200b and \u202a${long.replace('1', '2')}\u202c`)).toEqual([
      long,
      long.replace('1', '2'),
    ]))

  it('are values under their name', () => {
    const texts = [
      '{"conversationId":"108"}',
      '{"data":{"id": 108}}',
      'GET /openapi/v2/getConversationById?conversationId=108&x=1',
      'conversation_id = 108',
      'Conversation ID: 108',
      'conversationId%3D108',
      '<conversationId>108</conversationId>',
      '"{\\"conversationId\\":\\"108\\"}"',
    ]
    for (const text of texts) expect({ text, ids: likely(text) }).toEqual({ text, ids: ['108'] })
    expect(likely('{"conversationId":null,"id":true} void=5 paid: 7 <p id="main">')).toEqual([])
  })

  it('are values in a column under their name', () => {
    expect(likely('name,conversationId\r\n"A, the first",108\r\nB,"109"\r\n')).toEqual(['108', '109'])
    expect(likely('conversation_id\n108\nlobby-7\n')).toEqual(['108', 'lobby-7'])
    expect(likely(`taskId;id\n${long};5`)).toEqual(['5'])
  })

  it('of something else are never likely, unless they also occur elsewhere', () => {
    expect(likely(`{"taskId":"${long}"} task_id=${long} Task ID: ${long}`)).toEqual([])
    expect(unlikely(`{"taskId":"${long}"}`)).toEqual([long])
    expect(likely(`{"taskId":"${long}"}\n${long}`)).toEqual([long])
  })

  it('under the name of a secret are offered, and never likely', () =>
    expect(found(`{"key":"${long}"} token: ${long}`)).toEqual([{ id: long, isLikely: false }]))

  it('can be short when they fill a line or a cell', () =>
    expect(unlikely('108\n 109 \r\n"110",[111]\nabc 112\nv113')).toEqual(['108', '109', '110', '111']))

  it('come in the order of the text, each once', () =>
    expect(found(`108\n${long}\n108\nid=108`)).toEqual([
      { id: '108', isLikely: true },
      { id: long, isLikely: true },
    ]))

  it('are at most 10,000', () => {
    const ids = Array.from({ length: maxFoundIds + 500 }, (_, at) => String(10n ** 18n + BigInt(at)))
    expect(likely(ids.join('\n'))).toEqual(ids.slice(0, maxFoundIds))
  })

  it('are all found in any text, completely, without an exception', () => {
    const id = fc.stringMatching(/^[1-9]\d{14,31}$/)
    const noise = fc.oneof(fc.string(), fc.json(), fc.constantFrom('\n', ',', '"', 'id=', 'conversationId":"', ' '))
    fc.assert(
      fc.property(fc.array(fc.tuple(noise, id)), noise, (parts, rest) => {
        const text = parts.map(([before, one]) => `${before.replace(/\d$/, '')} ${one} `).join('') + rest
        const runs = new Set(text.match(/\d+/g))
        const ids = found(text)
        for (const [, one] of parts) expect(ids.map((each) => each.id)).toContain(one)
        for (const { id: each } of ids) if (/^\d+$/.test(each)) expect(runs).toContain(each)
        expect(new Set(ids.map((each) => each.id)).size).toBe(ids.length)
      }),
    )
  })

  it.each<readonly [string, number, (size: number) => string]>([
    ['digits', 2e4, (size) => '1'.repeat(size)],
    ['names', 5e3, (size) => 'id '.repeat(size)],
    ['spaces', 2e4, (size) => `id${' '.repeat(size)}`],
    ['quotes', 2e4, (size) => '"'.repeat(size)],
    ['names in quotes', 2e3, (size) => 'conversationId":"'.repeat(size)],
    ['spaces in a cell', 2e4, (size) => `id,name\na${' '.repeat(size)}b,c`],
  ])('are found in time proportional to the length of %s', (_what, size, text) => expectProportional(size, text, found))
})
