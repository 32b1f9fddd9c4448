import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compressedBody, plainBody, decompressedBody } from '../../../src/main/store/snapshot-body.ts'

const scripts = Buffer.from('"Welcome to the lobby, how may I help you today? 欢迎",'.repeat(10_000))

describe('a body', () => {
  it('is packed when that makes it much smaller, and comes back byte for byte', () => {
    const stored = compressedBody(scripts)
    expect(stored).toMatchObject({ isPacked: true, size: scripts.byteLength })
    expect(stored.bytes.byteLength).toBeLessThan(scripts.byteLength / 4)
    expect(scripts.equals(decompressedBody(stored) ?? Buffer.of())).toBe(true)
  })

  it('stays plain when it is small, and when it is an image', () => {
    const small = scripts.subarray(0, 256 * 1024)
    expect(compressedBody(small)).toEqual({ bytes: small, isPacked: false, size: small.byteLength })
    const image = Buffer.from(randomBytes(300_000).toString('base64'))
    expect(compressedBody(image)).toEqual(plainBody(image))
  })
})

describe('a damaged body', () => {
  const stored = compressedBody(scripts)

  it('is known wherever the damage is', () => {
    fc.assert(
      fc.property(fc.nat(stored.bytes.byteLength - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Uint8Array.from(stored.bytes)
        bytes[at] = (bytes[at] ?? 0) ^ change
        const decompressed = decompressedBody({ ...stored, bytes })
        // Some bytes of gzip's head say nothing, such as the time.
        expect(decompressed === null || scripts.equals(decompressed)).toBe(true)
      }),
    )
  })

  it('is known by its length, and when it is something else altogether', () => {
    expect(decompressedBody({ ...stored, bytes: stored.bytes.subarray(0, -9) })).toBeNull()
    expect(decompressedBody({ ...stored, bytes: Buffer.of() })).toBeNull()
    expect(decompressedBody({ ...stored, bytes: Buffer.from('{"success":true}') })).toBeNull()
    for (const size of [0, stored.size - 1, stored.size + 1]) expect(decompressedBody({ ...stored, size })).toBeNull()
  })
})
