import { describe, expect, it } from 'vitest'
import { maxOtherFields } from '../../../src/shared/conversation/view-types.ts'
import type { ConversationSection } from '../../../src/shared/conversation/view-types.ts'
import { viewOf as viewOfDocument } from '../../../src/shared/conversation/view.ts'
import { envelopeTable } from '../../support/contract-tables.ts'
import { filledConversation, sampleConversation } from '../../support/conversations.ts'
import {
  fetchedConversation,
  mediaOf,
  rowAt,
  rowsIn,
  sectionOf,
  viewOf,
  viewOfData,
} from '../../support/snapshot-views.ts'

describe('a view', () => {
  it('shows nothing under Other fields for a conversation that has exactly the documented fields', () => {
    const view = viewOfData(filledConversation)
    expect(view.sections.flatMap(({ otherFields }) => otherFields)).toEqual([])
    expect(view.envelope.otherFields).toEqual([])
    expect(rowsIn(view).filter(({ value }) => value.kind === 'absent')).toEqual([])
  })

  it.each(['{"success":true}', '{"data":null}', '{"data":[]}', '{"data":7}', '[]', '"x"', 'null', '7'])(
    'shows every field as absent for %s, so that none looks configured',
    (text) => {
      const view = viewOf(text)
      expect(rowsIn(view).every(({ value }) => value.kind === 'absent')).toBe(true)
      expect(view.sections.map(({ list }) => list)).toEqual([null, null, null, null, null, null, null])
      expect(view.title).toBeNull()
    },
  )

  it('shows every documented member of the envelope beside the data', () => {
    const members = envelopeTable.map(({ field }) => field).filter((field) => field !== 'data')
    expect(viewOfData({ id: '1' }).envelope.rows.map(({ field }) => field)).toEqual(members)
  })

  it('shows data of a different shape instead of dropping it', () => {
    expect(viewOf('{"success":true,"data":["a"]}').envelope.rows).toContainEqual({
      path: 'data',
      field: 'data',
      value: { kind: 'json', text: '[\n  "a"\n]' },
      meaning: { kind: 'none' },
      media: null,
    })
    expect(viewOf('"x"').envelope.otherFields[0]?.value).toEqual({ kind: 'text', text: 'x' })
  })

  it('distinguishes null, absent and the three kinds of empty', () => {
    const view = viewOfData({ id: null, language: '', thirdDto: {}, scriptDtoList: [], conversationConfigDto: null })
    expect(rowAt(view, 'data.id').value).toEqual({ kind: 'null' })
    expect(rowAt(view, 'data.corpId').value).toEqual({ kind: 'absent' })
    expect(rowAt(view, 'data.language').value).toEqual({ kind: 'empty', of: 'text' })
    expect(rowAt(view, 'data.thirdDto').value).toEqual({ kind: 'empty', of: 'object' })
    expect(rowAt(view, 'data.scriptDtoList').value).toEqual({ kind: 'empty', of: 'list' })
    expect(rowAt(viewOfData({ detailDto: {} }), 'data.detailDto').value).toEqual({ kind: 'empty', of: 'object' })
    expect(viewOfData({}).envelope.rows.at(-1)).toMatchObject({ path: 'data', value: { kind: 'empty', of: 'object' } })
  })

  it('keeps 19 digits, in a row and inside an object without its own row', () => {
    const view = viewOf(
      '{"success":true,"data":{"maxConversation":1983775419508027393,"thirdDto":{"ref":[1983775419508027393]}}}',
    )
    expect(rowAt(view, 'data.maxConversation').value).toEqual({ kind: 'number', text: '1983775419508027393' })
    const text = '{\n  "ref": [\n    1983775419508027393\n  ]\n}'
    expect(rowAt(view, 'data.thirdDto').value).toEqual({ kind: 'json', text })
  })

  it.each(['1.0', '1e2', '-0', '0.10', '1E+2'])(
    'shows %s as received, separately, under Other fields and in an object',
    (came) => {
      const view = viewOf(
        `{"success":true,"data":{"maxConversation":${came},"later":${came},"thirdDto":{"ref":${came}}}}`,
      )
      const value = { kind: 'number', text: came }
      expect(rowAt(view, 'data.maxConversation').value).toEqual(value)
      expect(sectionOf(view, 'overview').otherFields.map((row) => row.value)).toEqual([value])
      expect(rowAt(view, 'data.thirdDto').value).toMatchObject({ text: `{\n  "ref": ${came}\n}` })
    },
  )

  it('reads a code by its value, however its number is written', () => {
    const view = viewOf(
      '{"success":true,"data":{"knowledgeIsUsed":1.0,"conversationInfoDto":{"gender":2e0,"age":0.0}}}',
    )
    expect(rowAt(view, 'data.knowledgeIsUsed').meaning).toEqual({ kind: 'documented', key: 'flag.on' })
    expect(rowAt(view, 'data.conversationInfoDto.gender').meaning).toEqual({ kind: 'documented', key: 'gender.female' })
    expect(rowAt(view, 'data.conversationInfoDto.age').meaning).toEqual({ kind: 'perhaps-unset' })
  })

  it('shows the documented meaning of codes, and says so where there is none', () => {
    const view = viewOfData({
      knowledgeIsUsed: 1,
      isFreedom: 2,
      conversationInfoDto: { gender: 2, age: 0, height: 180, weight: 0 },
      detailDto: { modelIdType: 1, terminalType: 0, ttsSource: null },
    })
    const meanings = (path: string) => rowAt(view, path).meaning
    expect(meanings('data.knowledgeIsUsed')).toEqual({ kind: 'documented', key: 'flag.on' })
    expect(meanings('data.isFreedom')).toEqual({ kind: 'not-documented' })
    expect(meanings('data.conversationInfoDto.gender')).toEqual({ kind: 'documented', key: 'gender.female' })
    expect(meanings('data.conversationInfoDto.age')).toEqual({ kind: 'perhaps-unset' })
    expect(meanings('data.conversationInfoDto.height')).toEqual({ kind: 'none' })
    expect(meanings('data.detailDto.modelIdType')).toEqual({ kind: 'documented', key: 'modelIdType.local' })
    expect(meanings('data.detailDto.terminalType')).toEqual({ kind: 'not-documented' })
    expect(meanings('data.detailDto.ttsSource')).toEqual({ kind: 'none' })
  })

  it('checks media by the rules of the profile, and only where there is an address', () => {
    const document = fetchedConversation({
      detailDto: { samplePictureUrl: '/model/a.png', ttsUrl: '', backgroundDto: { backgroundUrl: 7 } },
    })
    const viewWith = (mediaBaseUrl: string) =>
      viewOfDocument(document, mediaOf(document, { baseUrl: 'https://service.example/v2', mediaBaseUrl }))
    const view = viewWith('https://media.example/')
    expect(rowAt(view, 'data.detailDto.samplePictureUrl').media).toEqual({
      use: 'picture',
      address: { kind: 'fetchable', url: 'https://media.example/model/a.png' },
    })
    expect(rowAt(view, 'data.detailDto.ttsUrl').media).toBeNull()
    expect(rowAt(view, 'data.detailDto.backgroundDto.backgroundUrl').media).toBeNull()
    expect(rowAt(viewWith(''), 'data.detailDto.samplePictureUrl').media?.address).toEqual({ kind: 'no-base' })
  })

  // Would catch an address that main never checked and the page accepts.
  it('refuses an address that main has not checked', () => {
    const document = fetchedConversation({ detailDto: { samplePictureUrl: 'https://media.example/a.png' } })
    expect(rowAt(viewOfDocument(document, {}), 'data.detailDto.samplePictureUrl').media?.address).toEqual({
      kind: 'refused',
      reason: 'not-an-address',
    })
  })

  it('shows fields that the contract does not name under Other fields of the nearest section', () => {
    const view = viewOf(
      JSON.stringify({
        success: true,
        traceId: 't',
        data: {
          newTop: 1,
          'with space': 2,
          conversationInfoDto: { mood: 'calm' },
          detailDto: { lens: 35, backgroundDto: { blur: true } },
        },
      }),
    )
    const others = (name: ConversationSection) => sectionOf(view, name).otherFields.map(({ path }) => path)
    expect(others('overview')).toEqual(['data.newTop', 'data["with space"]'])
    expect(others('persona')).toEqual(['data.conversationInfoDto.mood'])
    expect(others('appearance')).toEqual(['data.detailDto.backgroundDto.blur', 'data.detailDto.lens'])
    expect(view.envelope.otherFields.map(({ path }) => path)).toEqual(['traceId'])
  })

  it('counts other fields beyond the limit', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${String(index)}`, index]))
    const view = viewOf(JSON.stringify({ ...many, data: { ...many, detailDto: { ...many, backgroundDto: many } } }))
    expect(sectionOf(view, 'overview')).toMatchObject({ moreOtherFields: 5_000 - maxOtherFields })
    expect(sectionOf(view, 'appearance')).toMatchObject({ moreOtherFields: 10_000 - maxOtherFields })
    expect(sectionOf(view, 'appearance').otherFields).toHaveLength(maxOtherFields)
    expect(view.envelope.otherFields).toHaveLength(maxOtherFields)
    expect(view.envelope.moreOtherFields).toBe(5_000 - maxOtherFields)
  })

  it('only counts the items of lists', () => {
    const view = viewOfData({ ...sampleConversation, knowledgeDtoList: Array.from({ length: 200_000 }, () => 1) })
    expect(sectionOf(view, 'models').list).toEqual({ name: 'modelDtoList', total: 1 })
    expect(sectionOf(view, 'scripts').list).toEqual({ name: 'scriptDtoList', total: 1 })
    expect(sectionOf(view, 'knowledge').list).toEqual({ name: 'knowledgeDtoList', total: 200_000 })
    expect(JSON.stringify(view).length).toBeLessThan(30_000)
  })

  it('has long values completely', () => {
    const text = `${'x'.repeat(1_000_000)}😀`
    const view = viewOf(
      `{"data":{"id":${'7'.repeat(1_000_000)},"language":"${text}","thirdDto":[${'1,'.repeat(5_000)}1]}}`,
    )
    expect(rowAt(view, 'data.id').value).toEqual({ kind: 'number', text: '7'.repeat(1_000_000) })
    expect(rowAt(view, 'data.language').value).toEqual({ kind: 'text', text })
    const list = JSON.stringify(
      Array.from({ length: 5_001 }, () => 1),
      undefined,
      2,
    )
    expect(rowAt(view, 'data.thirdDto').value).toEqual({ kind: 'json', text: list })
  })

  it('shows hostile shapes as received', () => {
    const view = viewOfData({
      id: 42,
      conversationName: ['<img src=x onerror=alert(1)>'],
      detailDto: [1],
      modelDtoList: { a: 1 },
      conversationInfoDto: 'none',
    })
    expect(rowAt(view, 'data.id').value).toEqual({ kind: 'number', text: '42' })
    expect(rowAt(view, 'data.conversationName').value.kind).toBe('json')
    expect(rowAt(view, 'data.detailDto').value.kind).toBe('json')
    expect(rowAt(view, 'data.modelDtoList').value.kind).toBe('json')
    expect(sectionOf(view, 'models').list).toBeNull()
    expect(rowAt(view, 'data.conversationInfoDto').value).toEqual({ kind: 'text', text: 'none' })
    expect(view.title).toBeNull()
  })

  it('treats the language’s own names as plain fields', () => {
    const view = viewOf('{"success":true,"data":{"__proto__":{"id":"x"},"constructor":1,"toString":"y"}}')
    expect(sectionOf(view, 'overview').otherFields.map(({ path }) => path)).toEqual([
      'data.__proto__',
      'data.constructor',
      'data.toString',
    ])
    expect(rowAt(view, 'data.id').value).toEqual({ kind: 'absent' })
  })

  it('has the numbers for drawing, and none where there is no number', () => {
    expect(viewOfData(sampleConversation).geometry).toEqual({
      canvasWidth: 1920,
      canvasHeight: 1920,
      personX: 690,
      personY: 120,
      personWidth: 540,
      personHeight: 960,
      proportion: '16:9',
    })
    expect(viewOfData({ detailDto: { videoWidth: '1920', humanX: null } }).geometry.canvasWidth).toBeNull()
    expect(viewOf('{"data":{"detailDto":{"videoWidth":1e999}}}').geometry.canvasWidth).toBeNull()
  })
})
