import { expect, it } from 'vitest'
import { readDataAddress } from '../../../src/main/media/media-content.ts'

it.each([
  ['data:image/png;base64,iVBORw==', [0x89, 0x50, 0x4e, 0x47]],
  ['data:image/png;base64,iVBO%0ARw', [0x89, 0x50, 0x4e, 0x47]],
  ['DATA:;BASE64,AAE=', [0, 1]],
  ['data:,%89PNG', [0x89, 0x50, 0x4e, 0x47]],
  ['data:,%4a%4A%4%zz%', [0x4a, 0x4a, ...Buffer.from('%4%zz%')]],
  ['data:image/svg+xml;charset=utf-8,<svg>', [...Buffer.from('<svg>')]],
])('%s', (address, bytes) => expect([...(readDataAddress(address) ?? [])]).toEqual(bytes))

it('other addresses are not accepted', () => {
  expect(readDataAddress('https://host.example/data:image/png;base64,AAAA')).toBeNull()
  expect(readDataAddress('data:nothing')).toBeNull()
})

// Would catch escapes that are passed as arguments, whose number is limited.
it('hundreds of thousands of escapes are all read', () =>
  expect(readDataAddress(`data:,${'%41'.repeat(4e5)}`)).toHaveLength(4e5))
