/**
 * A baseline JPEG encoder, 4:4:4, one Huffman table pair for all components (the luminance ones of ITU-T T.81, annex K).
 */
import { yieldToLoop } from './yield-to-loop.ts'
import { paintStrip } from './canvas.ts'
import type { Picture, Strip } from './canvas.ts'

// prettier-ignore
const zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]
// prettier-ignore
const quantum = [
  6, 4, 4, 6, 10, 16, 20, 24, 5, 5, 6, 8, 10, 23, 24, 22, 6, 5, 6, 10, 16, 23, 28, 22, 6, 7, 9, 12, 20, 35, 32, 25,
  7, 9, 15, 22, 27, 44, 41, 31, 10, 14, 22, 26, 32, 42, 45, 37, 20, 26, 31, 35, 41, 48, 48, 40, 29, 37, 38, 39, 45, 40, 41, 40,
]
const dcCounts = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
const dcSymbols = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
const acCounts = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d]
const acSymbols = [
  ...Buffer.from(
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a4344' +
      '45464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3' +
      'b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
    'hex',
  ),
]

interface Code {
  readonly bits: number
  readonly length: number
}

function huffman(counts: readonly number[], symbols: readonly number[]): ReadonlyMap<number, Code> {
  const codes = new Map<number, Code>()
  let bits = 0
  let used = 0
  counts.forEach((count, index) => {
    for (const symbol of symbols.slice(used, used + count)) codes.set(symbol, { bits: bits++, length: index + 1 })
    used += count
    bits <<= 1
  })
  return codes
}

/** Collects bits into bytes, with the zero byte that must follow every 0xff. */
function createBits() {
  const bytes: number[] = []
  let pending = 0
  let count = 0
  const write = (bits: number, length: number) => {
    pending = (pending << length) | bits
    count += length
    for (; count >= 8; count -= 8) {
      const byte = (pending >> (count - 8)) & 0xff
      bytes.push(byte)
      if (byte === 0xff) bytes.push(0)
    }
    pending &= (1 << count) - 1
  }
  return {
    bytes,
    write,
    finish: () => {
      write(0x7f, 7)
    },
  }
}

type Bits = ReturnType<typeof createBits>

const cosines = Float64Array.from({ length: 64 }, (_, at) => {
  const [frequency, sample] = [at >> 3, at & 7]
  return (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * sample + 1) * frequency * Math.PI) / 16)
})

/** One pass of the separable transform: rows of `from` become columns of `to`. */
function transformRows(from: Float64Array, to: Float64Array): void {
  for (let row = 0; row < 8; row += 1) {
    for (let frequency = 0; frequency < 8; frequency += 1) {
      let sum = 0
      for (let at = 0; at < 8; at += 1) sum += (from[row * 8 + at] ?? 0) * (cosines[frequency * 8 + at] ?? 0)
      to[frequency * 8 + row] = sum
    }
  }
}

function createBlockWriter(bits: Bits) {
  const dc = huffman(dcCounts, dcSymbols)
  const ac = huffman(acCounts, acSymbols)
  const half = new Float64Array(64)
  const full = new Float64Array(64)
  const previous = [0, 0, 0]

  const symbol = (codes: ReadonlyMap<number, Code>, value: number) => {
    const code = codes.get(value)
    if (code === undefined) throw new RangeError(`no code for ${value}`)
    bits.write(code.bits, code.length)
  }
  const amplitude = (value: number, size: number) => {
    if (size > 0) bits.write(value < 0 ? value + (1 << size) - 1 : value, size)
  }
  const sizeOf = (value: number) => 32 - Math.clz32(Math.abs(value))
  const writeAc = (value: number, zeros: number) => {
    for (let skipped = zeros; skipped > 15; skipped -= 16) symbol(ac, 0xf0)
    const size = sizeOf(value)
    symbol(ac, ((zeros & 15) << 4) | size)
    amplitude(value, size)
  }

  return (samples: Float64Array, component: number): void => {
    transformRows(samples, half)
    transformRows(half, full)
    const level = (order: number) => Math.round((full[zigzag[order] ?? 0] ?? 0) / (quantum[zigzag[order] ?? 0] ?? 1))
    const first = level(0)
    const difference = first - (previous[component] ?? 0)
    previous[component] = first
    symbol(dc, sizeOf(difference))
    amplitude(difference, sizeOf(difference))
    let zeros = 0
    for (let order = 1; order < 64; order += 1) {
      const value = level(order)
      if (value === 0) zeros += 1
      else {
        writeAc(value, zeros)
        zeros = 0
      }
    }
    if (zeros > 0) symbol(ac, 0)
  }
}

function toYcc(rgb: Uint8Array, at: number, component: number): number {
  const [r = 0, g = 0, b = 0] = [rgb[at], rgb[at + 1], rgb[at + 2]]
  if (component === 0) return 0.299 * r + 0.587 * g + 0.114 * b - 128
  return component === 1 ? -0.1687 * r - 0.3313 * g + 0.5 * b : 0.5 * r - 0.4187 * g - 0.0813 * b
}

/** Samples of one 8×8 block; beyond the right edge the last column repeats. */
function readBlock(strip: Strip, width: number, spot: { readonly left: number; readonly component: number }) {
  const samples = new Float64Array(64)
  for (let at = 0; at < 64; at += 1) {
    const row = Math.min(strip.rows - 1, at >> 3)
    const column = Math.min(width - 1, spot.left + (at & 7))
    samples[at] = toYcc(strip.rgb, (row * width + column) * 3, spot.component)
  }
  return samples
}

function segment(marker: number, data: readonly number[]): Buffer {
  return Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data])
}

function headers({ width, height }: Picture): Buffer {
  const component = (id: number) => [id, 0x11, 0]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0', 'latin1'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...zigzag.map((at) => quantum[at] ?? 1)]),
    segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 3, ...[1, 2, 3].flatMap(component)]),
    segment(0xc4, [0x00, ...dcCounts, ...dcSymbols]),
    segment(0xc4, [0x10, ...acCounts, ...acSymbols]),
    segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
  ])
}

/** A picture as a baseline JPEG file (JFIF). */
export async function encodeJpeg(picture: Picture): Promise<Buffer> {
  const { width, height } = picture
  const bits = createBits()
  const writeBlock = createBlockWriter(bits)
  for (let row = 0; row < height; row += 8) {
    const strip = paintStrip(picture, row, Math.min(8, height - row))
    for (let left = 0; left < width; left += 8) {
      for (const component of [0, 1, 2]) writeBlock(readBlock(strip, width, { left, component }), component)
    }
    if (row % 32 === 0) await yieldToLoop()
  }
  bits.finish()
  return Buffer.concat([headers(picture), Buffer.from(bits.bytes), Buffer.from([0xff, 0xd9])])
}
