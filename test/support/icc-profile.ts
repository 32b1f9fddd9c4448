/** ICC profiles of curves and primaries (ICC.1:2022), written for the tests: colour spaces defined by numbers only. */
import { big, join } from './hostile/parts.ts'
import type { Part } from './hostile/parts.ts'

type Xyz = readonly [number, number, number]

/** A power, the numbers of a formula as `para` has them, or samples from 0 to 65,535. */
export type IccCurve =
  | { readonly gamma: number }
  | { readonly formula: readonly number[] }
  | { readonly samples: readonly number[] }

export interface RgbSpace {
  /** XYZ of red, green and blue under D50. */
  readonly primaries: readonly [Xyz, Xyz, Xyz]
  readonly curve: IccCurve
}

const srgbPrimaries = [
  [0.43607, 0.22249, 0.01392],
  [0.38515, 0.71687, 0.09708],
  [0.14307, 0.06061, 0.7141],
] as const

const srgbFormula: IccCurve = { formula: [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] }

const lightOf = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** The curve of sRGB in `count` samples. */
export function srgbSamples(count: number): IccCurve {
  return { samples: Array.from({ length: count }, (_, at) => Math.round(lightOf(at / (count - 1)) * 65_535)) }
}

export const rgbSpaces = {
  srgb: { primaries: srgbPrimaries, curve: srgbFormula },
  displayP3: {
    primaries: [
      [0.51512, 0.2412, -0.00105],
      [0.29198, 0.69225, 0.04189],
      [0.1571, 0.06657, 0.78407],
    ],
    curve: srgbFormula,
  },
  adobeRgb: {
    primaries: [
      [0.60974, 0.31111, 0.01947],
      [0.20528, 0.62567, 0.06087],
      [0.14919, 0.06322, 0.74457],
    ],
    curve: { gamma: 2.2 },
  },
  proPhoto: {
    primaries: [
      [0.79767, 0.28804, 0],
      [0.13519, 0.71188, 0],
      [0.03134, 0.00009, 0.82491],
    ],
    curve: { gamma: 1.8 },
  },
} as const satisfies Readonly<Record<string, RgbSpace>>

const fixed = (value: number): number[] => big(Math.round(value * 65_536) >>> 0, 4)
const xyzTag = (xyz: Xyz): Uint8Array => join('XYZ ', big(0, 4), ...xyz.map(fixed))

const formulaKinds: Readonly<Record<number, number>> = { 1: 0, 3: 1, 4: 2, 5: 3, 7: 4 }

function curveTag(curve: IccCurve): Uint8Array {
  if ('formula' in curve) {
    const kind = big(formulaKinds[curve.formula.length] ?? 0, 2)
    return join('para', big(0, 4), kind, big(0, 2), ...curve.formula.map(fixed))
  }
  const samples = 'gamma' in curve ? [Math.round(curve.gamma * 256)] : curve.samples
  return join('curv', big(0, 4), big(samples.length, 4), ...samples.map((sample) => big(sample, 2)))
}

function textTag(text: string, version: 2 | 4): Uint8Array {
  if (version === 2) return join('desc', big(0, 4), big(text.length + 1, 4), text, new Uint8Array(1 + 12 + 67))
  const wide = Array.from(text).flatMap((letter) => big(letter.charCodeAt(0), 2))
  return join('mluc', big(0, 4), big(1, 4), big(12, 4), 'enUS', big(wide.length, 4), big(28, 4), wide)
}

const d50: Xyz = [0.9642, 1, 0.8249]

function profileOf(space: 'RGB ' | 'GRAY', version: 2 | 4, tags: readonly (readonly [string, Uint8Array])[]) {
  const padded = tags.map(([name, data]) => [name, join(data, new Uint8Array((4 - (data.length % 4)) % 4))] as const)
  let at = 128 + 4 + padded.length * 12
  const entries: Part[] = []
  for (const [name, data] of padded) {
    entries.push(join(name, big(at, 4), big(data.length, 4)))
    at += data.length
  }
  const head = join(
    big(at, 4),
    big(0, 4),
    [version, version === 2 ? 0x40 : 0x30, 0, 0],
    'mntr',
    space,
    'XYZ ',
    [2_026, 1, 1, 0, 0, 0].flatMap((part) => big(part, 2)),
    'acsp',
    new Uint8Array(28),
    ...d50.map(fixed),
    new Uint8Array(48),
  )
  return join(head, big(padded.length, 4), ...entries, ...padded.map(([, data]) => data))
}

/** A profile of a colour space, under any name. */
export function rgbProfile(
  { primaries, curve }: RgbSpace,
  { name = 'Greenroom test', version = 4 }: { readonly name?: string; readonly version?: 2 | 4 } = {},
): Uint8Array<ArrayBuffer> {
  const [red, green, blue] = primaries
  const response = curveTag(curve)
  return profileOf('RGB ', version, [
    ['desc', textTag(name, version)],
    ['cprt', version === 2 ? join('text', big(0, 4), 'none\0') : textTag('none', version)],
    ['wtpt', xyzTag(d50)],
    ['rXYZ', xyzTag(red)],
    ['gXYZ', xyzTag(green)],
    ['bXYZ', xyzTag(blue)],
    ['rTRC', response],
    ['gTRC', response],
    ['bTRC', response],
  ])
}

/** A profile of greys. */
export function greyProfile(curve: IccCurve): Uint8Array<ArrayBuffer> {
  return profileOf('GRAY', 4, [
    ['desc', textTag('Greenroom test', 4)],
    ['cprt', textTag('none', 4)],
    ['wtpt', xyzTag(d50)],
    ['kTRC', curveTag(curve)],
  ])
}
