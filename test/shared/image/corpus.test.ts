/** Each file of the corpus against what is known of it; what is sent of it holds no metadata. */
import { describe, expect, it } from 'vitest'
import { readImageHeader } from '../../../src/shared/model/image/image-header.ts'
import { inspectImage } from '../../../src/shared/model/image/inspect-image.ts'
import { stripPlan } from '../../../src/shared/model/image/strip-plan.ts'
import type { Expectation, ExpectedImage } from '../../support/hostile/expectation.ts'
import { strip } from '../../support/hostile/strip.ts'
import { hostileImages } from '../../support/hostile-images.ts'

const traces = ['Exif\0', 'ns.adobe.com', 'exif:GPS', 'Photoshop 3.0', 'MPF\0', 'PK\x05\x06', '<script', 'tIME', '%PDF']

function isImage(expects: Expectation): expects is Expectation & ExpectedImage {
  return expects.kind === 'image'
}

function strippedAs(bytes: Uint8Array): string {
  const facts = inspectImage(bytes)
  if (facts.kind !== 'image') return 'nothing'
  const plan = stripPlan(bytes, facts)
  if (plan.kind === 'convert') return plan.why
  const [first] = plan.pieces
  const isSame = plan.pieces.length === 1 && first?.[0] === 0 && first[1] === bytes.length
  return isSame ? 'same' : 'less'
}

const images = hostileImages.flatMap(({ name, bytes, expects }) => (isImage(expects) ? [{ name, bytes, expects }] : []))
const rest = hostileImages.filter(({ expects }) => !isImage(expects))

it('holds each case once', () => {
  expect(new Set(hostileImages.map(({ name }) => name)).size).toBe(hostileImages.length)
})

describe('images', () => {
  it.each(images)('$name', ({ bytes, expects }) => {
    const file = bytes()
    const { type, width, height, orientation, animated, truncated, trailing, location, facts, metadata } = expects
    expect(inspectImage(file)).toMatchObject({
      ...{ kind: 'image', type, width, height, orientation, animated, truncated },
      ...facts,
      trailingBytes: trailing,
      metadata: { exif: false, xmp: false, iptc: false, comment: false, location, ...metadata },
    })
    expect(strippedAs(file)).toBe(expects.strip)
  })

  it.each(images.filter(({ expects }) => expects.strip === 'less'))('$name leaves nothing but its picture', (one) => {
    const file = strip(one.bytes())?.file ?? new Uint8Array()
    expect(inspectImage(file)).toMatchObject({
      ...{ kind: 'image', type: one.expects.type, width: one.expects.width, height: one.expects.height },
      ...{ trailingBytes: 0, truncated: one.expects.truncated },
      metadata: { exif: false, location: false, xmp: false, iptc: false, comment: false },
    })
    const text = Buffer.from(file).toString('latin1')
    expect(traces.filter((trace) => text.includes(trace))).toEqual([])
  })

  it.each(images)('$name is told by its header alone', ({ bytes, expects }) => {
    const header = readImageHeader(bytes())
    const { width, height } = header.kind === 'image' ? header : { width: 0, height: 0 }
    expect(header).toMatchObject({ kind: 'image', type: expects.type })
    // The header of a PNG or WebP comes before what turns it.
    expect([width, height].toSorted()).toEqual([expects.width, expects.height].toSorted())
  })
})

describe('files that are no image or not taken in', () => {
  it.each(rest)('$name', ({ bytes, expects }) => {
    const format = expects.kind === 'unsupported' ? { format: expects.format } : {}
    expect(inspectImage(bytes())).toEqual({ kind: expects.kind, ...format })
  })
})

describe('a preview in a JFIF segment', () => {
  it('goes, and the segment stays', () => {
    const one = hostileImages.find(({ name }) => name === 'preview-in-jfif.jpg')
    const file = Buffer.from(strip(one?.bytes() ?? new Uint8Array())?.file ?? [])
    expect(file.subarray(2, 22).toString('hex')).toBe('ffe000104a46494600010100000100010000ffdb')
  })
})
