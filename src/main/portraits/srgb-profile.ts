/**
 * Recognises the ICC profiles that mean sRGB, whatever their name and version: dozens of them are in use, and a picture
 * with any of them needs no conversion. Compares their numbers, as a colour management system reads them (ICC.1:2022).
 */

type Tags = ReadonlyMap<string, Buffer>

const headerBytes = 128

function tagsOf(profile: Buffer): Tags {
  const count = profile.readUInt32BE(headerBytes)
  const fitting = Math.min(count, Math.floor((profile.length - headerBytes - 4) / 12))
  return new Map(
    Array.from({ length: fitting }, (_, n) => {
      const offset = headerBytes + 4 + n * 12
      const from = profile.readUInt32BE(offset + 4)
      return [
        profile.toString('latin1', offset, offset + 4),
        profile.subarray(from, from + profile.readUInt32BE(offset + 8)),
      ]
    }),
  )
}

const fixedAt = (tag: Buffer, offset: number): number => tag.readInt32BE(offset) / 65_536

// XYZ of the three primaries under D50, the white point of all profiles.
const primaries = { rXYZ: [0.4361, 0.2225, 0.0139], gXYZ: [0.3851, 0.7169, 0.0971], bXYZ: [0.1431, 0.0606, 0.7141] }

// Profiles in use round these numbers differently; the numbers of other colour spaces differ by more than 0.02.
const sameXyz = 0.003

function hasPrimaries(tags: Tags): boolean {
  return Object.entries(primaries).every(([name, xyz]) => {
    const tag = tags.get(name)
    return tag !== undefined && xyz.every((value, index) => Math.abs(fixedAt(tag, 8 + index * 4) - value) <= sameXyz)
  })
}

/** Maps a value, 0 to 1, to its light, 0 to 1. */
type Curve = (value: number) => number

function sampledCurve(tag: Buffer): Curve {
  const count = tag.readUInt32BE(8)
  if (count === 0) return (value) => value
  if (count === 1) return (value) => value ** (tag.readUInt16BE(12) / 256)
  const sampleAt = (n: number): number => tag.readUInt16BE(12 + Math.min(n, count - 1) * 2) / 65_535
  return (value) => {
    const position = value * (count - 1)
    const below = Math.floor(position)
    return sampleAt(below) + (sampleAt(below + 1) - sampleAt(below)) * (position - below)
  }
}

// How many numbers each kind of formula has.
const parameterCounts = [1, 3, 4, 5, 7]

function formulaCurve(tag: Buffer): Curve {
  const kind = tag.readUInt16BE(8)
  const count = parameterCounts[kind] ?? 0
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, (_, n) =>
    fixedAt(tag, 12 + n * 4),
  )
  if (kind === 0) return (value) => value ** g
  const offset = kind === 2 ? c : e
  const limit = kind < 3 ? -b / a : d
  const below = (value: number): number => (kind === 1 ? 0 : kind === 2 ? c : c * value + f)
  return (value) => (value >= limit ? (a * value + b) ** g + (kind === 1 || kind === 3 ? 0 : offset) : below(value))
}

function curveOf(tag: Buffer): Curve {
  return tag.toString('latin1', 0, 4) === 'para' ? formulaCurve(tag) : sampledCurve(tag)
}

const toSrgb = (light: number): number => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)

// One and a half of 255 steps: small profiles with few samples come that close.
const sameValue = 1.5 / 255

function hasCurve(tag: Buffer | undefined): boolean {
  if (tag === undefined) return false
  const curve = curveOf(tag)
  return Array.from({ length: 52 }, (_, n) => n / 51).every((value) => {
    const converted = toSrgb(Math.max(0, curve(value)))
    return Math.abs(converted - value) <= sameValue
  })
}

/** False for a profile with tables instead of curves: few of them mean sRGB, and not exactly. */
export function isSrgbProfile(bytes: Uint8Array): boolean {
  const profile = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (profile.toString('latin1', 16, 24) !== 'RGB XYZ ') return false
    const tags = tagsOf(profile)
    const hasTables = ['A2B0', 'A2B1', 'D2B0', 'D2B1'].some((name) => tags.has(name))
    return !hasTables && hasPrimaries(tags) && ['rTRC', 'gTRC', 'bTRC'].every((name) => hasCurve(tags.get(name)))
  } catch (error) {
    // The profile is shorter than its own numbers say.
    if (error instanceof RangeError) return false
    throw error
  }
}
