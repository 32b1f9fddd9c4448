/** Perceptual hashes, kept as pairs of 32-bit numbers: as BigInt comparing them takes some hundred times longer. */

/**
 * Of 64, for two hashes that count as alike. Encoding anew and scaling changes two or three; two unrelated pictures differ
 * in 32 ± 4. Portraits before the same wall have much in common: hence not the 10 that is usual for photographs.
 */
export const maxDifferentBits = 6

function bitsOf(value: number): number {
  const pairs = value - ((value >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

function halves(hash: string): readonly [number, number] {
  return [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)]
}

/** Hashes have 16 hexadecimal digits. */
export function createHashList() {
  const words: number[] = []
  return {
    add: (hash: string): void => {
      words.push(...halves(hash))
    },
    /** Places (0 is the first added) of the hashes that are alike, in no order that is promised. */
    alike: (hash: string): readonly number[] => {
      const [high, low] = halves(hash)
      const found: number[] = []
      for (let place = 0; place * 2 < words.length; place += 1) {
        const different = bitsOf((words[place * 2] ?? 0) ^ high) + bitsOf((words[place * 2 + 1] ?? 0) ^ low)
        if (different <= maxDifferentBits) found.push(place)
      }
      return found
    },
  }
}
