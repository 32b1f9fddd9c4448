/** Visible differences between colours: CIEDE2000 (CIE 142-2001), in which 1 is just noticeable. */

type Rgb = readonly number[]
type Lab = readonly [lightness: number, a: number, b: number]

function labOf(rgb: Rgb): Lab {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const [x, y, z] = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ].map((value) => (value > 216 / 24_389 ? Math.cbrt(value) : (value * 24_389) / 27 / 116 + 16 / 116)) as [
    number,
    number,
    number,
  ]
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

function hueOf(a: number, b: number): number {
  return a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
}

function differenceOf(one: Lab, other: Lab): number {
  const meanChroma = (Math.hypot(one[1], one[2]) + Math.hypot(other[1], other[2])) / 2
  const stretch = 1.5 - 0.5 * Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7))
  const [a1, a2] = [one[1] * stretch, other[1] * stretch]
  const [c1, c2] = [Math.hypot(a1, one[2]), Math.hypot(a2, other[2])]
  const [h1, h2] = [hueOf(a1, one[2]), hueOf(a2, other[2])]
  const apart = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180
  const lightness = (one[0] + other[0]) / 2
  const chroma = (c1 + c2) / 2
  const hue = c1 * c2 === 0 ? h1 + h2 : (h1 + apart / 2 + 360) % 360
  const t =
    1 -
    0.17 * Math.cos(radians(hue - 30)) +
    0.24 * Math.cos(radians(2 * hue)) +
    0.32 * Math.cos(radians(3 * hue + 6)) -
    0.2 * Math.cos(radians(4 * hue - 63))
  const lightnessWeight = 1 + (0.015 * (lightness - 50) ** 2) / Math.sqrt(20 + (lightness - 50) ** 2)
  const chromaWeight = 1 + 0.045 * chroma
  const hueWeight = 1 + 0.015 * chroma * t
  const rotation =
    -2 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)) * Math.sin(radians(60 * Math.exp(-(((hue - 275) / 25) ** 2))))
  const l = (other[0] - one[0]) / lightnessWeight
  const c = (c2 - c1) / chromaWeight
  const h = (2 * Math.sqrt(c1 * c2) * Math.sin(radians(apart / 2))) / hueWeight
  return Math.sqrt(l ** 2 + c ** 2 + h ** 2 + rotation * c * h)
}

/** The differences of colours in sRGB, one by one. */
export function colourDifferences(found: readonly Rgb[], meant: readonly Rgb[]): readonly number[] {
  if (found.length !== meant.length) throw new Error('not as many colours')
  return found.map((colour, at) => differenceOf(labOf(colour), labOf(meant[at] ?? [])))
}

/** `most`: the 95th percentile. */
export function spread(differences: readonly number[]): { readonly mean: number; readonly most: number } {
  const sorted = differences.toSorted((a, b) => a - b)
  return {
    mean: differences.reduce((sum, value) => sum + value, 0) / differences.length,
    most: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0,
  }
}
