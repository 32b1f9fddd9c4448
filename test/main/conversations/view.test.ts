import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversationFields } from '../../../src/shared/model/conversation-fields.ts'
import type { ConversationSection, ConversationView, FieldRow } from '../../../src/shared/model/conversation-view.ts'
import { buildView } from '../../../src/main/conversations/view.ts'
import { readJson } from '../../../src/main/service/json.ts'
import { envelopeTable } from '../../support/contract-tables.ts'
import { filledConversation, sampleConversation } from '../../support/conversations.ts'

function viewOf(text: string): ConversationView {
  const read = readJson(text)
  return buildView(read.kind === 'json' ? read.value : expect.fail(`${read.kind}: ${text.slice(0, 80)}`))
}

function viewOfData(data: unknown): ConversationView {
  return viewOf(JSON.stringify({ success: true, code: '0', data }))
}

function allRows({ sections }: ConversationView): readonly FieldRow[] {
  return sections.flatMap(({ rows, groups }) => [...rows, ...groups.flatMap((group) => group.rows)])
}

function rowAt(view: ConversationView, path: string): FieldRow {
  return allRows(view).find((row) => row.path === path) ?? expect.fail(`no row at ${path}`)
}

function section(view: ConversationView, name: ConversationSection) {
  return view.sections.find((candidate) => candidate.section === name) ?? expect.fail(`no section ${name}`)
}

const withInside = new Set(['conversationInfoDto', 'detailDto', 'detailDto.backgroundDto'])
const lists = new Set(['modelDtoList', 'scriptDtoList'])

describe('a view', () => {
  it('shows every field of a conversation that has them all, each in its section, and nothing else', () => {
    const view = viewOfData(filledConversation)
    for (const { field, section: place } of conversationFields) {
      if (withInside.has(field) || lists.has(field)) continue
      const { rows, groups } = section(view, place)
      const found = [...rows, ...groups.flatMap((group) => group.rows)].filter((row) => row.field === field)
      expect(found.length, field).toBeGreaterThan(0)
      expect(
        found.every(({ value }) => value.kind !== 'absent'),
        field,
      ).toBe(true)
    }
    expect(view.sections.flatMap(({ otherFields }) => otherFields)).toEqual([])
    expect(view.envelopeOtherFields).toEqual([])
  })

  it('shows every field as absent when nothing came, so that none looks configured', () => {
    for (const answer of ['{"success":true}', '{"data":null}', '{"data":[]}', '[]', '"x"', 'null']) {
      const rows = allRows(viewOf(answer))
      expect(rows.map(({ field }) => field).toSorted()).toEqual(
        conversationFields
          .map(({ field }) => field)
          .filter((field) => !/^(modelDtoList|scriptDtoList)\./.test(field))
          .toSorted(),
      )
      expect(rows.every(({ value }) => value.kind === 'absent')).toBe(true)
    }
  })

  it('shows every documented member of the envelope beside the data', () => {
    const members = envelopeTable.map(({ field }) => field).filter((field) => field !== 'data')
    expect(viewOfData({}).envelope.map(({ field }) => field)).toEqual(members)
  })

  it('shows data of another shape instead of dropping it', () => {
    expect(viewOf('{"success":true,"data":["a"]}').envelope).toContainEqual({
      path: 'data',
      field: 'data',
      value: { kind: 'json', text: '[\n  "a"\n]' },
      meaning: { kind: 'none' },
    })
    expect(viewOf('"x"').envelopeOtherFields[0]?.value).toEqual({ kind: 'text', text: 'x' })
  })

  it('tells null, absent and the three kinds of empty apart', () => {
    const view = viewOfData({ id: null, language: '', thirdDto: {}, scriptDtoList: [], conversationConfigDto: null })
    expect(rowAt(view, 'data.id').value).toEqual({ kind: 'null' })
    expect(rowAt(view, 'data.corpId').value).toEqual({ kind: 'absent' })
    expect(rowAt(view, 'data.language').value).toEqual({ kind: 'empty', of: 'text' })
    expect(rowAt(view, 'data.thirdDto').value).toEqual({ kind: 'empty', of: 'object' })
    expect(rowAt(view, 'data.scriptDtoList').value).toEqual({ kind: 'empty', of: 'list' })
  })

  it('keeps 19 digits, in a row and inside an object without a place of its own', () => {
    const view = viewOf(
      '{"success":true,"data":{"maxConversation":1983775419508027393,"thirdDto":{"ref":[1983775419508027393]}}}',
    )
    expect(rowAt(view, 'data.maxConversation').value).toEqual({ kind: 'number', text: '1983775419508027393' })
    expect(rowAt(view, 'data.thirdDto').value).toEqual({
      kind: 'json',
      text: '{\n  "ref": [\n    1983775419508027393\n  ]\n}',
    })
  })

  it('gives codes their documented meaning, and says so where there is none', () => {
    const view = viewOfData({
      knowledgeIsUsed: 1,
      isFreedom: 2,
      conversationInfoDto: { gender: 2, age: 0, height: 180, weight: 0 },
      detailDto: { modelIdType: 1, terminalType: 0, ttsSource: null },
      scriptDtoList: [{ scriptType: 7 }, { scriptType: 8 }, { scriptType: '1' }],
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
    expect(meanings('data.scriptDtoList[0].scriptType')).toEqual({
      kind: 'documented',
      key: 'scriptType.guidingPhrase',
    })
    expect(meanings('data.scriptDtoList[1].scriptType')).toEqual({ kind: 'not-documented' })
    expect(meanings('data.scriptDtoList[2].scriptType')).toEqual({ kind: 'not-documented' })
  })

  it('shows fields that the contract does not name under Other fields of the nearest section, at any depth', () => {
    const view = viewOf(
      JSON.stringify({
        success: true,
        traceId: 't',
        data: {
          newTop: 1,
          conversationInfoDto: { mood: 'calm' },
          detailDto: { lens: 35, backgroundDto: { blur: true } },
          modelDtoList: [{ temperature: 0.5 }, { id: 1 }],
          knowledgeDtoList: [{ anything: 'x' }],
        },
      }),
    )
    const others = (name: ConversationSection) => section(view, name).otherFields.map(({ path }) => path)
    expect(others('overview')).toEqual(['data.newTop'])
    expect(others('persona')).toEqual(['data.conversationInfoDto.mood'])
    expect(others('appearance')).toEqual(['data.detailDto.backgroundDto.blur', 'data.detailDto.lens'])
    expect(others('models')).toEqual(['data.modelDtoList[0].temperature'])
    expect(section(view, 'knowledge').groups[0]?.rows[0]?.value).toMatchObject({ kind: 'json' })
    expect(view.envelopeOtherFields.map(({ path }) => path)).toEqual(['traceId'])
  })

  it('shows hostile shapes as they came', () => {
    const view = viewOfData({
      id: 42,
      conversationName: ['<img src=x onerror=alert(1)>'],
      detailDto: [1],
      modelDtoList: { a: 1 },
      scriptDtoList: ['text', null],
      conversationInfoDto: 'none',
    })
    expect(rowAt(view, 'data.id').value).toEqual({ kind: 'number', text: '42' })
    expect(rowAt(view, 'data.conversationName').value.kind).toBe('json')
    expect(rowAt(view, 'data.detailDto').value.kind).toBe('json')
    expect(rowAt(view, 'data.modelDtoList').value.kind).toBe('json')
    expect(rowAt(view, 'data.conversationInfoDto').value).toEqual({ kind: 'text', text: 'none' })
    expect(rowAt(view, 'data.scriptDtoList[0]').value).toEqual({ kind: 'text', text: 'text' })
    expect(rowAt(view, 'data.scriptDtoList[1]').value).toEqual({ kind: 'null' })
    expect(view.title).toBeNull()
  })

  it('takes names of the language’s own for plain fields', () => {
    const view = viewOf('{"success":true,"data":{"__proto__":{"id":"x"},"constructor":1,"toString":"y"}}')
    expect(section(view, 'overview').otherFields.map(({ path }) => path)).toEqual([
      'data.__proto__',
      'data.constructor',
      'data.toString',
    ])
    expect(rowAt(view, 'data.id').value).toEqual({ kind: 'absent' })
  })

  it('has the numbers for drawing, and none where no number came', () => {
    expect(viewOfData(sampleConversation).geometry).toEqual({
      canvasWidth: 1920,
      canvasHeight: 1920,
      personX: 690,
      personY: 120,
      personWidth: 540,
      personHeight: 960,
      proportion: '16:9',
      backgroundUrl: '/video-server/jpg/zuoyi.jpg',
      samplePictureUrl: '/model/sample.png',
    })
    expect(viewOfData({ detailDto: { videoWidth: '1920', humanX: null } }).geometry.canvasWidth).toBeNull()
  })

  it('never fails, whatever JSON comes', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.jsonValue(), (text, detailDto) => {
        viewOf(text)
        viewOfData({ detailDto, modelDtoList: detailDto, conversationInfoDto: detailDto })
      }),
    )
  })

  it('takes a list of 200,000 items and an object of 200,000 unknown fields', () => {
    const unknown = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`f${String(index)}`, index]))
    const view = viewOfData({ ...unknown, knowledgeDtoList: Array.from({ length: 200_000 }, () => 1) })
    expect(section(view, 'overview').otherFields).toHaveLength(200_000)
    expect(section(view, 'knowledge').groups).toHaveLength(200_000)
  })
})
