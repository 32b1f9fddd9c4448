import { describe, expect, it } from 'vitest'
import { isLinkLocal, lookupOf, addressScopeOf } from '../../../src/main/lib/public-address.ts'
import type { AddressScope } from '../../../src/main/lib/public-address.ts'

const isPublicAddress = (address: string): boolean => addressScopeOf(address) === 'public'

// First and last address of each net in IANA's registry, and the scopes of the addresses before and after it.
const nets: readonly (readonly [
  before: AddressScope,
  first: string,
  scope: AddressScope,
  last: string,
  behind: AddressScope,
])[] = [
  ['special', '0.0.0.0', 'loopback', '0.255.255.255', 'public'],
  ['public', '10.0.0.0', 'private', '10.255.255.255', 'public'],
  ['public', '100.64.0.0', 'private', '100.127.255.255', 'public'],
  ['public', '127.0.0.0', 'loopback', '127.255.255.255', 'public'],
  ['public', '169.254.0.0', 'special', '169.254.255.255', 'public'],
  ['public', '172.16.0.0', 'private', '172.31.255.255', 'public'],
  ['public', '192.0.0.0', 'special', '192.0.0.255', 'public'],
  ['public', '192.0.2.0', 'special', '192.0.2.255', 'public'],
  ['public', '192.88.99.0', 'special', '192.88.99.255', 'public'],
  ['public', '192.168.0.0', 'private', '192.168.255.255', 'public'],
  ['public', '198.18.0.0', 'special', '198.19.255.255', 'public'],
  ['public', '198.51.100.0', 'special', '198.51.100.255', 'public'],
  ['public', '203.0.113.0', 'special', '203.0.113.255', 'public'],
  ['public', '224.0.0.0', 'special', '255.255.255.255', 'loopback'],
]

// The same for IPv6, of which only 2000::/3 is allocated.
const nets6: readonly (readonly [address: string, scope: AddressScope])[] = [
  ['::', 'loopback'],
  ['::1', 'loopback'],
  ['::2', 'special'],
  ['::ffff:0:0', 'loopback'],
  ['::ffff:ffff:ffff', 'special'],
  ['::1:0:0:0', 'special'],
  ['64:ff9b::a00:0', 'private'],
  ['64:ff9b::5db8:d822', 'public'],
  ['64:ff9b::1:5db8:d822', 'special'],
  ['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'special'],
  ['2000::', 'public'],
  ['2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'public'],
  ['2001::', 'special'],
  ['2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'special'],
  ['2001:200::', 'public'],
  ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', 'public'],
  ['2001:db8::', 'special'],
  ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'special'],
  ['2001:db9::', 'public'],
  ['2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'public'],
  ['2002::', 'special'],
  ['2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'special'],
  ['2003::', 'public'],
  ['3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'public'],
  ['3fff::', 'special'],
  ['3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'special'],
  ['3fff:1000::', 'public'],
  ['3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'public'],
  ['4000::', 'special'],
  ['fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'special'],
  ['fc00::', 'private'],
  ['fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['fe00::', 'special'],
]

const numberOf = (address: string): number =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0)
/** The address `steps` away, with wrap-around. */
const beside = (address: string, steps: number): string => {
  const number = (numberOf(address) + steps + 2 ** 32) % 2 ** 32
  return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.')
}

describe('addresses', () => {
  it.each(['93.184.216.34', '1.1.1.1', '172.15.0.1', '100.63.255.255', '2606:2800:220:1::1', '::ffff:93.184.216.34'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  // Would catch a net that is half as large as it should be: 192.168.128.0 is private, too.
  it.each(nets)('before: %s; from %s: %s, to %s; behind: %s', (...[before, first, scope, last, behind]) =>
    expect([beside(first, -1), first, last, beside(last, 1)].map(addressScopeOf)).toEqual([
      before,
      scope,
      scope,
      behind,
    ]),
  )

  it.each(nets6)('%s is %s', (address, scope) => expect(addressScopeOf(address)).toBe(scope))

  it('an IPv4 address behind NAT64 counts as itself', () => {
    expect(isPublicAddress('64:ff9b::93.184.216.34')).toBe(true)
    expect(isPublicAddress('64:ff9b::10.0.0.1')).toBe(false)
  })

  it.each([
    ['this computer', ['127.0.0.1', '127.255.0.3', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1']],
    ['the network inside', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1']],
    ['the link, and metadata services on it', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', '::ffff:169.254.169.254']],
    ['a provider’s own network', ['100.64.0.1', '100.127.255.255', '198.18.0.1']],
    ['many at once', ['224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1']],
    ['nobody', ['192.0.2.1', '203.0.113.9', '240.0.0.1', '2001:db8::1', '64:ff9b:1::1', 'example.com', '', '1.2.3']],
    ['another address in disguise', ['2002:7f00:1::', '2001:0:53aa:64c::1', '::7f00:1']],
  ])('%s is not', (_name, addresses) => expect(addresses.filter(isPublicAddress)).toEqual([]))
})

describe('a lookup for a connection', () => {
  const resolved = (addresses: readonly string[], all: boolean) =>
    new Promise((resolve) => {
      const found = addresses.map((address) => ({ address, family: 4 }))
      lookupOf(() => Promise.resolve(found), isPublicAddress)('name.example', { all }, (error, ...answer) =>
        resolve(error === null ? answer : error.constructor.name),
      )
    })

  it('returns the allowed addresses, one or all', async () => {
    const addresses = ['10.0.0.1', '93.184.216.34', '1.1.1.1']
    expect(await resolved(addresses, false)).toEqual(['93.184.216.34', 4])
    const good = ['93.184.216.34', '1.1.1.1'].map((address) => ({ address, family: 4 }))
    expect(await resolved(addresses, true)).toEqual([good])
  })

  it('fails for a name without any, and with the lookup’s failure', async () => {
    expect(await resolved(['10.0.0.1', '127.0.0.1'], true)).toBe('NotPublic')
    for (const cause of [new TypeError('no such name'), 'no such name']) {
      const failed = new Promise((resolve) => {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- other values must be passed on too
        lookupOf(() => Promise.reject(cause), isPublicAddress)('name.example', {}, (error) => resolve(error?.message))
      })
      expect(await failed).toBe('no such name')
    }
  })
})

it.each([
  ['169.254.169.254', true],
  ['fe80::1', true],
  ['fe80::1%eth0', true],
  ['febf:ffff::1', true],
  ['::ffff:169.254.1.2', true],
  ['10.0.0.1', false],
  ['127.0.0.1', false],
  ['fe7f:ffff::1', false],
  ['fec0::1', false],
  ['169.253.255.255', false],
  ['169.255.0.0', false],
  ['::ffff:10.0.0.1', false],
  ['no address', false],
])('%s is link-local: %s', (address, expected) => expect(isLinkLocal(address)).toBe(expected))
