import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createHashList, maxDifferentBits } from '../../src/shared/model/picture-hash.ts'

const asHash = (value: bigint): string => value.toString(16).padStart(16, '0')

function bitsOf(value: bigint): number {
  return value.toString(2).replaceAll('0', '').length
}

it('finds exactly the hashes that differ in few bits, as slow counting does', () => {
  const hash = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
  // Random hashes are never alike: half of them are made from the one that is looked for.
  const near = fc.tuple(hash, fc.array(fc.integer({ min: 0, max: 63 }), { maxLength: 12 }))
  fc.assert(
    fc.property(hash, fc.array(near, { maxLength: 200 }), (wanted, others) => {
      const list = createHashList()
      const hashes = others.map(([other, flips], place) =>
        place % 2 === 0 ? other : flips.reduce((made, bit) => made ^ (1n << BigInt(bit)), wanted),
      )
      for (const one of hashes) list.add(asHash(one))
      const expected = [...hashes.keys()].filter((place) => bitsOf((hashes[place] ?? 0n) ^ wanted) <= maxDifferentBits)
      expect(list.alike(asHash(wanted))).toEqual(expected)
    }),
  )
})
