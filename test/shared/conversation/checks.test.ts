import { describe, expect, it } from 'vitest'
import { readConversation } from '../../../src/shared/conversation/document.ts'
import { maxFindings } from '../../../src/shared/conversation/check-rules.ts'
import { filledConversation, sampleConversation } from '../../support/conversations.ts'
import { expectProportional } from '../../support/growth.ts'
import { check, checkDocument, found } from './check.ts'

const { detailDto, scriptDtoList, modelDtoList } = sampleConversation
const [script] = scriptDtoList
const [model] = modelDtoList

function detail(changes: object): object {
  return { detailDto: { ...detailDto, ...changes } }
}

function scripts(...changes: readonly object[]): object {
  return { id: '108', scriptDtoList: changes.map((change) => ({ ...script, ...change })) }
}

describe('canvas-proportion', () => {
  const rule = 'canvas-proportion'

  it('reports the numbers of a canvas that does not match the proportion', () => {
    expect(found(rule, detail({}))).toEqual([
      {
        rule,
        path: 'data.detailDto.proportion',
        field: 'detailDto.proportion',
        facts: { width: 1920, height: 1920, canvas: '1:1', proportion: '16:9' },
      },
    ])
    const [odd] = found(rule, detail({ videoWidth: 1000, videoHeight: 333, proportion: '16：9' }))
    expect(odd?.facts).toMatchObject({ canvas: '3.00:1' })
  })

  it.each([
    ['the same shape', { videoWidth: 1920, videoHeight: 1080 }],
    ['a shape within one hundredth', { videoWidth: 854, videoHeight: 480 }],
    ['a portrait', { videoWidth: 1080, videoHeight: 1920, proportion: ' 9 / 16 ' }],
    ['decimals', { videoWidth: 1850, videoHeight: 1000, proportion: '1.85:1' }],
    ['no proportion', { proportion: '' }],
    ['a proportion of words', { proportion: 'wide' }],
    ['a proportion of nothing', { proportion: '0:9' }],
    ['no canvas', { videoWidth: 0 }],
    ['a canvas in words', { videoWidth: '1920' }],
    ['no numbers', { videoWidth: null, videoHeight: undefined }],
  ])('reports nothing for %s', (_, changes) => expect(found(rule, detail(changes))).toEqual([]))

  it('allows no more than its tolerance', () =>
    expect(found(rule, detail({ videoWidth: 1940, videoHeight: 1080 }))).toHaveLength(1))
})

describe('person-outside-canvas', () => {
  const rule = 'person-outside-canvas'
  const inside = { videoWidth: 1920, videoHeight: 1080, humanX: 690, humanY: 120, humanWidth: 540, humanHeight: 960 }

  it.each([
    ['left', { humanX: -10 }, { left: 10, top: 0, right: 0, bottom: 0 }],
    ['top', { humanY: -1 }, { left: 0, top: 1, right: 0, bottom: 0 }],
    ['right and bottom', { humanWidth: 1300, humanHeight: 961 }, { left: 0, top: 0, right: 70, bottom: 1 }],
  ])('reports by how much the box extends beyond the %s', (_, changes, sides) => {
    const [finding] = found(rule, detail({ ...inside, ...changes }))
    expect(finding).toMatchObject({ path: 'data.detailDto.humanX', facts: { canvasWidth: 1920, ...sides } })
  })

  it.each([
    ['a box that fits exactly', {}],
    ['no canvas', { videoHeight: null }],
    ['a box without a place', { humanX: null }],
    ['a box without a size', { humanWidth: 0 }],
  ])('reports nothing for %s', (_, changes) => expect(found(rule, detail({ ...inside, ...changes }))).toEqual([]))
})

describe('scripts', () => {
  it.each([
    ['missing-opening-line', 1],
    ['missing-unknown-question', 3],
    ['missing-farewell', 4],
  ] as const)('%s: a script of a different type does not count', (rule, scriptType) => {
    expect(found(rule, scripts({ scriptType: 7 }))).toEqual([{ rule, path: null, field: null, facts: {} }])
    expect(found(rule, scripts({ scriptType }))).toEqual([])
    expect(found(rule, scripts({ scriptType: String(scriptType) }))).toEqual([])
  })

  it.each([[undefined], [null], [[]], ['none'], [{}]])('missing-opening-line leads to a list that is %j', (list) =>
    expect(found('missing-opening-line', { scriptDtoList: list })).toMatchObject([
      { path: 'data.scriptDtoList', field: 'scriptDtoList' },
    ]),
  )

  it('duplicate-script-type: counts types that occur once per call, and leads to the second script', () => {
    const data = scripts({ scriptType: 4 }, { scriptType: 1 }, { scriptType: 2 }, { scriptType: 1 }, { scriptType: 1 })
    expect(found('duplicate-script-type', data)).toEqual([
      {
        rule: 'duplicate-script-type',
        path: 'data.scriptDtoList[3].scriptType',
        field: 'scriptDtoList.scriptType',
        facts: { type: 'scriptType.openingLine', count: 3 },
      },
    ])
    expect(found('duplicate-script-type', scripts({ scriptType: 4 }, { scriptType: 4 }))).toHaveLength(1)
  })

  it.each([0, 2, 3, 5, 6, 7, 99, null])('duplicate-script-type: several of type %j are allowed', (scriptType) =>
    expect(found('duplicate-script-type', scripts({ scriptType }, { scriptType }))).toEqual([]),
  )

  it.each([[''], [' \n'], ['\u200b'], [null], [undefined]])('empty-script: %j counts as empty', (scriptContent) =>
    expect(found('empty-script', scripts({ scriptContent }))).toEqual([
      {
        rule: 'empty-script',
        path: 'data.scriptDtoList[0].scriptContent',
        field: 'scriptDtoList.scriptContent',
        facts: { number: 1, type: 'scriptType.openingLine' },
      },
    ]),
  )

  it('empty-script: also for a script with sound, and for one of an unknown type', () => {
    const [one, other] = found(
      'empty-script',
      scripts({ scriptContent: '', ttsContent: '/a.wav', scriptType: 9 }, { scriptContent: null, scriptType: '<b>' }),
    )
    expect(one?.facts).toEqual({ number: 1, type: '9', audio: 1 })
    expect(other?.facts).toEqual({ number: 2, type: '?' })
    expect(found('empty-script', scripts({ scriptContent: '.' }))).toEqual([])
  })
})

describe('language models, voice and persona', () => {
  it('empty-prompt: names the model', () => {
    const models = [model, { ...model, prompt: '  ' }, { ...model, prompt: null, largeName: null }]
    expect(found('empty-prompt', { modelDtoList: models })).toMatchObject([
      { path: 'data.modelDtoList[1].prompt', facts: { number: 2, name: 'chatbot_law' } },
      { path: 'data.modelDtoList[2].prompt', facts: { number: 3, name: '' } },
    ])
  })

  it.each([[[]], [null], [undefined], [{}]])('no-models: a list that is %j', (list) => {
    expect(found('no-models', { modelDtoList: list })).toMatchObject([{ path: 'data.modelDtoList' }])
    expect(found('no-models', { modelDtoList: [model] })).toEqual([])
  })

  // Would catch a "language model 0" beside the finding that there is none.
  it.each(['modelDtoList', 'scriptDtoList'])('an object instead of %s is not an item of it', (list) => {
    const { findings } = check({ [list]: { a: 1 } })
    expect(findings.filter(({ facts }) => facts['number'] !== undefined)).toEqual([])
    const ofList = findings.filter(({ rule }) => rule === 'no-models' || rule === 'missing-opening-line')
    expect(ofList.map(({ path }) => path)).toContain(`data.${list}`)
  })

  it('volume-zero: only for 0', () => {
    expect(found('volume-zero', detail({ ttsVolume: 0 }))).toMatchObject([{ path: 'data.detailDto.ttsVolume' }])
    for (const ttsVolume of [1, -1, null, undefined, '', '0', false]) {
      expect(found('volume-zero', detail({ ttsVolume }))).toEqual([])
    }
  })

  it('unnamed-persona: both names without a letter', () => {
    for (const conversationInfoDto of [{}, { name: '', nickName: ' ' }, { name: null }, null]) {
      expect(found('unnamed-persona', { conversationInfoDto })).toHaveLength(1)
    }
    expect(found('unnamed-persona', {})).toMatchObject([{ path: 'data.conversationInfoDto' }])
    for (const conversationInfoDto of [{ name: 'Ada' }, { name: '', nickName: '小丽' }]) {
      expect(found('unnamed-persona', { conversationInfoDto })).toEqual([])
    }
  })
})

describe('media', () => {
  const rules = { baseUrl: 'https://service.example/v2', mediaBaseUrl: '' }

  it('media-relative: only without a media base', () => {
    expect(found('media-relative', detail({}), { rules })).toMatchObject([
      { path: 'data.detailDto.samplePictureUrl', facts: { address: '/model/sample.png' } },
      { path: 'data.detailDto.backgroundDto.backgroundUrl', facts: { address: '/video-server/jpg/zuoyi.jpg' } },
    ])
    expect(found('media-relative', detail({}))).toEqual([])
  })

  it.each([
    ['javascript:alert(1)', 'script'],
    ['file:///etc/passwd', 'file'],
    ['ftp://host/a.wav', 'other-scheme'],
    ['http://media.example/a.wav', 'not-https'],
    ['https://10.0.0.1/a.wav', 'private-network'],
    ['data:text/html,<script>', 'data'],
  ])('media-refused: %s, because of %s', (ttsUrl, reason) =>
    expect(found('media-refused', detail({ ttsUrl }))).toMatchObject([
      { path: 'data.detailDto.ttsUrl', facts: { address: ttsUrl, reason } },
    ]),
  )

  it('media-refused: shows the beginning of a very long address', () => {
    const [finding] = found('media-refused', detail({ ttsUrl: `javascript:${'a'.repeat(1_000_000)}` }))
    expect(String(finding?.facts['address']).length).toBeLessThan(200)
  })

  it('media-unreachable: addresses that were tried and failed, with the time; never untried ones', () => {
    const data = scripts({ ttsContent: 'https://media.example/a.wav' }, { ttsContent: '/b.wav' }, { ttsContent: null })
    const dead = [{ url: 'https://media.example/b.wav', problem: 'timeout', at: 5 } as const]
    expect(found('media-unreachable', data)).toEqual([])
    expect(found('media-unreachable', data, { dead })).toMatchObject([
      { path: 'data.scriptDtoList[1].ttsContent', facts: { address: '/b.wav', problem: 'timeout', at: 5 } },
    ])
  })
})

describe('codes and ids', () => {
  it('unknown-code: an undocumented value where codes are documented, and only there', () => {
    const data = {
      id: '108',
      isFreedom: 2,
      fileIsUsed: '1',
      dataModelIsUsed: null,
      conversationInfoDto: { gender: 0 },
      detailDto: { modelIdType: 1712345678901234567n, sceneType: 77 },
      scriptDtoList: [{ scriptType: 8 }, { scriptType: { a: 1 } }, { scriptType: 7 }],
    }
    expect(found('unknown-code', data).map(({ path, facts }) => [path, facts['value'], facts['known']])).toEqual([
      ['data.fileIsUsed', '1', '0, 1'],
      ['data.isFreedom', '2', '0, 1'],
      ['data.conversationInfoDto.gender', '0', '1, 2'],
      ['data.detailDto.modelIdType', '1712345678901234567', '0, 1'],
      ['data.scriptDtoList[0].scriptType', '8', '0, 1, 2, 3, 4, 5, 6, 7'],
      ['data.scriptDtoList[1].scriptType', expect.stringContaining('"a": 1'), '0, 1, 2, 3, 4, 5, 6, 7'],
    ])
    expect(found('unknown-code', filledConversation)).toEqual([])
  })

  it('ids-disagree: parts against the whole, and the whole against the requested id', () => {
    const data = {
      id: '1983775419508027393',
      detailDto: { conversationId: '1983775419508027392' },
      modelDtoList: [{ conversationId: null }, { conversationId: '' }],
      scriptDtoList: [{ conversationId: '1983775419508027393' }, { conversationId: 7 }],
    }
    expect(found('ids-disagree', data)).toMatchObject([
      { path: 'data.id', facts: { requestedId: '108', id: '1983775419508027393' } },
      { path: 'data.detailDto.conversationId', facts: { other: '1983775419508027392' } },
      { path: 'data.scriptDtoList[1].conversationId', facts: { other: '7' } },
    ])
    expect(found('ids-disagree', sampleConversation)).toEqual([])
  })

  it('ids-disagree: a number with the same digits is the same id, and no id disagrees with a missing one', () => {
    const requestedId = '1983775419508027393'
    const data = { id: 1983775419508027393n, detailDto: { conversationId: requestedId } }
    expect(found('ids-disagree', data, { requestedId })).toEqual([])
    expect(found('ids-disagree', { detailDto: { conversationId: '5' } })).toEqual([])
  })
})

describe('a rule with many findings', () => {
  it('lists the first and counts the others', () => {
    const data = {
      scriptDtoList: Array.from({ length: 5_000 }, () => ({ ...script, scriptContent: '', scriptType: 9 })),
    }
    const { findings, more } = check(data)
    expect(findings.filter(({ rule }) => rule === 'empty-script')).toHaveLength(maxFindings)
    expect(more).toEqual({ 'empty-script': 4_980, 'unknown-code': 4_980 })
  })

  // Would catch items that each cost as much as their depth: quadratic time, as both grow.
  it('takes time proportional to the size of the content, at any depth', () => {
    const nested = (depth: number) => {
      const items = '{},'.repeat(depth * 100)
      return readConversation(`{"data":{"scriptDtoList":${'['.repeat(depth)}${items}{}${']'.repeat(depth)}}}`)
    }
    expectProportional(28, nested, (document) => checkDocument(document))
    expect(checkDocument(nested(448)).more['empty-script']).toBe(44_801 - maxFindings)
  })
})
