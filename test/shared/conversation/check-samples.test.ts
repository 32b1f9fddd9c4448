import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConversation } from '../../../src/shared/conversation/document.ts'
import { sampleConversations, sampleIds } from '../../../src/practice/sample-conversations.ts'
import { conversationFields } from '../../../src/shared/conversation/fields.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { check, checkDocument } from './check.ts'

function rulesOf(id: string): readonly string[] {
  return check(sampleConversations.get(id), { requestedId: id }).findings.map(({ rule, path }) =>
    path === null ? rule : `${rule} ${path}`,
  )
}

describe('the samples', () => {
  it("the vendor's own sample: its canvas, and its omissions", () => {
    expect(rulesOf(sampleIds.vendor)).toEqual([
      'canvas-proportion data.detailDto.proportion',
      'missing-farewell',
      'missing-unknown-question',
      'empty-script data.scriptDtoList[0].scriptContent',
      'empty-prompt data.modelDtoList[0].prompt',
      'volume-zero data.detailDto.ttsVolume',
      'unnamed-persona data.conversationInfoDto.name',
    ])
    const [canvas] = check(sampleConversation).findings
    expect(canvas?.facts).toEqual({ width: 1920, height: 1920, canvas: '1:1', proportion: '16:9' })
  })

  it('a full one: its wake-up word is in another language', () =>
    expect(rulesOf(sampleIds.full)).toEqual(['script-language data.scriptDtoList[0].scriptContent']))

  it.each([['nulls'], ['publicLandscape'], ['publicPortrait']] as const)('%s: only the missing scripts', (name) =>
    expect(rulesOf(sampleIds[name])).toEqual(['missing-farewell', 'missing-unknown-question']),
  )
})

// Names of the contract at any place, so that rules meet their fields in every shape.
const names = [...new Set(conversationFields.flatMap(({ field }) => field.split('.')))]

const { value: hostile } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, -1, 1e300, '', '16:9', '0:0', 'zh', 'xx-', '\u202e<b>', '你好你好', 'javascript:x'),
    fc.string(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names, '__proto__', 'constructor'), tie('value'), { maxKeys: 12 }),
  ),
}))

describe('any content', () => {
  it('no rule throws, and every finding has both a path and a field, or neither', () =>
    fc.assert(
      fc.property(hostile, (data) => {
        for (const { path, field } of check(data).findings) expect(path === null).toBe(field === null)
      }),
      { numRuns: 300 },
    ))

  it.each([
    'null',
    '[]',
    '"text"',
    '{"data":[]}',
    '{"data":{"detailDto":[[{"ttsUrl":"/a"}]]}}',
    '{"data":{"id":1e400}}',
  ])('the answer %s is checked', (text) =>
    expect(checkDocument(readConversation(text)).findings.length).toBeGreaterThan(0),
  )
})
