/**
 * Perceptual hashes of 64 bits, compared by how many bits differ. They are kept as pairs of 32-bit numbers: comparing
 * ten thousand takes a fraction of a millisecond, as BigInt some hundred times longer.
 */

/**
 * Hashes that differ in at most so many of their 64 bits count as alike. Encoding anew and scaling changes two or three;
 * two unrelated pictures differ in 32 ± 4, so that one pair in 2 × 10^11 comes this near by chance. Portraits before the same
 * wall have much in common, which is why it is not set at the 10 that is usual for photographs of all kinds.
 */
export const maxDifferentBits = 6

/** How many bits of a 32-bit number are set. */
function bitsOf(value: number): number {
  const pairs = value - ((value >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

function halves(hash: string): readonly [number, number] {
  return [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)]
}

/** Hashes of 16 hexadecimal digits in the order in which they were added, to be searched for those that are alike. */
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
