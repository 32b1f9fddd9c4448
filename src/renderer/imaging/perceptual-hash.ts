/** A 64-bit hash that stays nearly the same when a picture is encoded anew or scaled: the classic DCT hash. */

/** Side of the grey square that is hashed, in pixels. */
export const hashSide = 32

const lowest = 8

const cosines = Array.from({ length: lowest }, (_, frequency) =>
  Array.from({ length: hashSide }, (_, at) => Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * hashSide))),
)

/** How bright each pixel is, 0 to 255; what is transparent counts as white paper. */
function greys(rgba: Uint8ClampedArray): Float64Array {
  const value = (at: number): number => rgba[at] ?? 0
  return Float64Array.from({ length: rgba.length / 4 }, (_, pixel) => {
    const at = pixel * 4
    const light = 0.299 * value(at) + 0.587 * value(at + 1) + 0.114 * value(at + 2)
    const opaque = value(at + 3) / 255
    return light * opaque + 255 * (1 - opaque)
  })
}

function transformed(line: (at: number) => number, frequency: number): number {
  return (cosines[frequency] ?? []).reduce((sum, cosine, at) => sum + cosine * line(at), 0)
}

/** The hash of a square of `hashSide` × `hashSide` RGBA pixels, as 16 hex digits: how its coarse shapes lie. */
export function perceptualHash(rgba: Uint8ClampedArray): string {
  const grey = greys(rgba)
  const rows = Array.from({ length: hashSide }, (_, row) =>
    Array.from({ length: lowest }, (_, u) => transformed((at) => grey[row * hashSide + at] ?? 0, u)),
  )
  const parts = Array.from({ length: lowest }, (_, v) =>
    Array.from({ length: lowest }, (_, u) => transformed((at) => rows[at]?.[u] ?? 0, v)),
  ).flat()
  // The first part is the mean brightness; it would pull the median and says nothing about shapes.
  const shapes = parts.slice(1)
  const median = shapes.toSorted((a, b) => a - b)[Math.floor(shapes.length / 2)] ?? 0
  const bits = [0, ...shapes.map((part) => (part > median ? 1 : 0))].join('')
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0')
}
