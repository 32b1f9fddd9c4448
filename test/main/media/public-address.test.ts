import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../../src/main/media/public-address.ts'

describe('addresses', () => {
  it.each(['93.184.216.34', '1.1.1.1', '172.15.0.1', '100.63.255.255', '2606:2800:220:1::1', '::ffff:93.184.216.34'])(
    '%s is out in the world',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

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
  ])('%s is not', (_name, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })
})
