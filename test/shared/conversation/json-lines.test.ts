import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indentJson } from '../../../src/shared/model/json-text.ts'
import { jsonLines } from '../../../src/shared/conversation/json-lines.ts'
import { fetchedConversation } from '../../support/snapshot-views.ts'

function bodyOf(data: unknown): string {
  return fetchedConversation(data).text
}

function hints(body: string) {
  const { lines, hints: byLine } = jsonLines(body, 'pretty')
  return Array.from(byLine, ([line, hint]) => [lines[line - 1]?.trim(), hint])
}

describe('the lines of the raw JSON', () => {
  it('are the lines of the indented form, and of the received body', () => {
    const body = '{"a": 1983775419508027393,\r\n "b":[1.10 , -0]}'
    expect(jsonLines(body, 'pretty').lines).toEqual([
      '{',
      '  "a": 1983775419508027393,',
      '  "b": [',
      '    1.10,',
      '    -0',
      '  ]',
      '}',
    ])
    expect(jsonLines(body, 'received').lines).toEqual(['{"a": 1983775419508027393,', ' "b":[1.10 , -0]}'])
  })

  it('have no hint for the inside of a text that looks like JSON', () => {
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

  it('have the field and its meaning where the contract names them, only at the field’s own place', () => {
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

  it('form the text when joined, whatever JSON it is', () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const body = JSON.stringify({ data: value }, undefined, space)
        expect(jsonLines(body, 'received').lines.join('\n')).toBe(body)
        expect(jsonLines(body, 'pretty').lines.join('\n')).toBe(indentJson(body))
        expect(jsonLines(body, 'pretty').text).toBe(indentJson(body))
        expect(jsonLines(body, 'received').text).toBe(body)
      }),
    ))
})
