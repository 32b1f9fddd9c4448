import { describe, expect, it } from 'vitest'
import { findingKinds } from '../../src/shared/model/finding-kinds.ts'
import { draftFindings, needsReview } from '../../src/shared/model/findings.ts'
import type { Examined } from '../../src/shared/model/findings.ts'
import type { FaceBox, ImageInfo, ImageAnalysis } from '../../src/shared/schemas/avatar.ts'
import { imageId } from '../../src/shared/schemas/ids.ts'
import { defaultCreationRules } from '../../src/shared/schemas/profile.ts'
import { plainFacts } from '../support/image-bytes.ts'

const image: ImageInfo = { imageId: imageId.parse('a'.repeat(64)), type: 'jpeg', width: 1_920, height: 1_080, bytes: 1 }

function examined(changes: Partial<Examined>): Examined {
  return {
    fileName: 'Ada.jpg',
    original: image,
    prepared: image,
    edit: null,
    analysis: null,
    image: plainFacts,
    duplicates: [],
    rules: defaultCreationRules,
    ...changes,
  }
}

const idsOf = (changes: Partial<Examined>): readonly string[] => draftFindings(examined(changes)).map(({ id }) => id)

describe('the picture that will be sent', () => {
  it.each([
    [{}, []],
    [{ width: 1_080, height: 1_920 }, []],
    [{ width: 1_366, height: 768 }, []],
    [{ width: 1_000, height: 563 }, []],
    [{ width: 1_000, height: 562 }, []],
    [{ width: 1_000, height: 565 }, ['aspect']],
    [{ width: 1_000, height: 1_000 }, ['aspect']],
    [{ bytes: 10_000_000 }, []],
    [{ bytes: 10_000_001 }, ['bytes-over-limit']],
    [{ width: 640, height: 360 }, []],
    [{ width: 638, height: 359 }, ['small']],
    [{ width: 8_000, height: 4_500 }, []],
    [{ width: 9_600, height: 5_400 }, ['huge']],
    [{ width: 5, bytes: 10_000_001 }, ['bytes-over-limit', 'aspect', 'small']],
  ])('%j has %j', (changes, expected) => expect(idsOf({ prepared: { ...image, ...changes } })).toEqual(expected))

  it('has the numbers for its sentences, and follows the rules of the profile', () => {
    const prepared = { ...image, width: 1_000, height: 1_000, bytes: 2_000 }
    const rules = { mostImageBytes: 1_000, ratios: ['4:5', '16:9'] }
    expect(draftFindings(examined({ prepared, rules }))).toEqual([
      { id: 'bytes-over-limit', facts: { bytes: 2_000, limit: 1_000 } },
      { id: 'aspect', facts: { width: 1_000, height: 1_000, ratios: '4:5 / 16:9' } },
    ])
    expect(idsOf({ prepared, rules: { mostImageBytes: 5_000, ratios: [] } })).toEqual([])
  })

  it('has no findings for an avatar without an image', () =>
    expect(idsOf({ original: null, prepared: null, image: null })).toEqual([]))
})

function seen(changes: Partial<Extract<ImageAnalysis, { decoded: true }>>): ImageAnalysis {
  return {
    decoded: true,
    width: 1_920,
    height: 1_080,
    transparent: false,
    faces: null,
    ...changes,
  }
}

describe('the page’s analysis', () => {
  it('an image that cannot be drawn stops everything, prepared or not', () => {
    const analysis = { decoded: false, reason: 'broken' } as const
    expect(draftFindings(examined({ analysis, prepared: null }))).toEqual([
      { id: 'not-decodable', facts: { reason: 'broken' } },
    ])
    expect(idsOf({ analysis })).toEqual(['not-decodable'])
    expect(findingKinds['not-decodable'].severity).toBe('stop')
  })

  it('transparency is reported until JPEG has removed it', () => {
    const analysis = seen({ transparent: true, faces: [face()] })
    expect(idsOf({ analysis, prepared: { ...image, type: 'png' } })).toEqual(['transparent'])
    expect(idsOf({ analysis })).toEqual([])
  })

  const face = (changes: Partial<FaceBox> = {}): FaceBox => ({
    x: 800,
    y: 300,
    width: 300,
    height: 400,
    confidence: 0.9,
    frontal: true,
    ...changes,
  })

  it.each<[string, readonly FaceBox[] | null, readonly unknown[]]>([
    ['one good face', [face()], []],
    ['nothing', [], [{ id: 'no-face', facts: {} }]],
    ['two faces', [face(), face({ x: 0 })], [{ id: 'many-faces', facts: { count: 2 } }]],
    ['a small face', [face({ height: 97 })], [{ id: 'face-small', facts: { percent: 9 } }]],
    ['a turned face', [face({ frontal: false })], [{ id: 'face-turned', facts: {} }]],
    ['faces that could not be looked for', null, [{ id: 'faces-not-checked', facts: {} }]],
  ])('%s', (_name, faces, expected) =>
    expect(draftFindings(examined({ analysis: seen({ faces: faces === null ? null : [...faces] }) }))).toEqual(
      expected,
    ),
  )

  const quality = { sharpness: 0.2, brightness: 200 }

  it.each<[string, Partial<FaceBox>['quality'], Partial<FaceBox>['quality'], readonly string[]]>([
    ['a sharp face', quality, quality, []],
    ['a sharp face before a blurred wall', quality, { sharpness: 0.002, brightness: 30 }, []],
    ['a blurred face before a sharp wall', { sharpness: 0.03, brightness: 200 }, quality, ['blurred']],
    ['a dark face', { sharpness: 0.2, brightness: 50 }, quality, ['dark']],
    ['a face of which nothing was measured', undefined, { sharpness: 0.002, brightness: 200 }, ['blurred']],
  ])('%s', (_name, ofFace, ofPicture, expected) => {
    const found = face(ofFace === undefined ? {} : { quality: ofFace })
    const whole = ofPicture === undefined ? {} : { quality: ofPicture }
    expect(idsOf({ analysis: seen({ faces: [found], ...whole }) })).toEqual(expected)
  })

  it('a picture without a face is measured as a whole, and needs a review', () => {
    const black = seen({ faces: [], quality: { sharpness: 1, brightness: 0 } })
    expect(idsOf({ analysis: black })).toEqual(['dark', 'no-face'])
    expect(needsReview(draftFindings(examined({ analysis: black })))).toBe(true)
  })

  it('reports nothing about faces before the analysis', () => expect(idsOf({ analysis: null })).toEqual([]))

  it('counts faces in the area that is sent', () => {
    const analysis = seen({ faces: [face({ height: 150 }), face({ x: 0, y: 0, width: 100, height: 100 })] })
    const edit = { area: { x: 700, y: 200, width: 500, height: 500 }, longestSide: null, type: 'jpeg' } as const
    expect(idsOf({ analysis })).toEqual(['many-faces'])
    expect(idsOf({ analysis, edit })).toEqual([])
  })
})

describe('the file’s properties', () => {
  const metadata = { any: true, location: true }

  it.each<[Partial<Examined>, readonly string[]]>([
    [{}, []],
    [{ analysis: seen({ truncated: true }) }, ['truncated', 'faces-not-checked']],
    [{ analysis: seen({ damaged: true }) }, ['damaged', 'faces-not-checked']],
    [{ analysis: seen({ animated: true }) }, ['faces-not-checked', 'animated']],
    [{ image: { ...plainFacts, orientation: 6 } }, ['turned']],
    [{ image: { ...plainFacts, colours: 'other' } }, ['recoloured']],
    [{ image: { ...plainFacts, colours: 'print' } }, ['print-colours']],
    [{ image: { ...plainFacts, metadata } }, ['metadata-removed']],
  ])('%j gives %j', (changes, expected) => expect(idsOf(changes)).toEqual(expected))

  it('reports a removed location, a conversion, and a wrong extension', () => {
    const original = { ...image, type: 'heic' as const }
    const facts = { ...plainFacts, metadata }
    expect(draftFindings(examined({ fileName: 'Ada.PNG', original, image: facts }))).toEqual([
      { id: 'converted', facts: { from: 'heic' } },
      { id: 'metadata-removed', facts: { location: 1 } },
      { id: 'wrong-extension', facts: { extension: 'png', type: 'heic' } },
    ])
  })

  it.each(['Ada', 'Ada.v2', 'Ada.JPEG', 'Ada.jfif', '.jpg'])('%s is no wrong name for a JPEG', (fileName) =>
    expect(idsOf({ fileName })).toEqual([]),
  )

  it('reports a change only after it was made', () => {
    const analysis = seen({ truncated: true })
    expect(idsOf({ prepared: null, analysis, image: { ...plainFacts, orientation: 6 } })).toEqual([
      ...['truncated', 'faces-not-checked'],
    ])
  })
})

it('duplicates are named, a draft and a job', () => {
  const draft = { kind: 'draft', name: 'Bao.jpg' } as const
  const job = { kind: 'job', name: 'Ada', state: 'ready', at: 5 } as const
  expect(draftFindings(examined({ duplicates: [draft, job] }))).toEqual([
    { id: 'same-as-draft', facts: { name: 'Bao.jpg' } },
    { id: 'same-as-job', facts: { name: 'Ada', state: 'ready', at: 5 } },
  ])
})

it('the most severe come first, and hints and notes alone need no review', () => {
  const facts = { ...plainFacts, orientation: 6 as const }
  const hints = examined({ image: facts, analysis: seen({ faces: [] }) })
  const rules = { mostImageBytes: 0, ratios: [] }
  const broken = examined({ image: facts, analysis: { decoded: false, reason: '' }, rules })
  const severities = (shown: Examined) => draftFindings(shown).map(({ id }) => findingKinds[id].severity)
  expect(severities(broken)).toEqual(['stop', 'warn', 'note'])
  expect(severities(hints)).toEqual(['advice', 'note'])
  expect(needsReview(draftFindings(broken))).toBe(true)
  expect(needsReview(draftFindings(hints))).toBe(false)
})
