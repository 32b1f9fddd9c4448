/**
 * Which addresses are out in the world. Greenroom fetches what a web page names, and a page must not have it knock at
 * doors inside: this computer, the office's network, a cloud's metadata service.
 */
import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

/** Gives all addresses of a name. */
export type ResolveName = (host: string) => Promise<readonly LookupAddress[]>

/** The system's own way, hosts file included: it is how the connection would be made. */
export const systemResolve: ResolveName = (host) => systemLookup(host, { all: true })

/** A name stands for no public address. */
export class NotPublic extends Error {}

const inside = new BlockList()
// IANA's registry of IPv4 addresses for special purposes, and multicast.
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inside.addSubnet(net, bits)
}

// Of IPv6 only 2000::/3 is given out; in it, addresses for examples and those that hold another address are not taken.
const outside = new BlockList()
outside.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  inside.addSubnet(net, bits, 'ipv6')
}

// An IPv4 address written as IPv6, and one behind a network's NAT64: what counts is the IPv4 address.
function embedded(address: string): string | null {
  const canonical = new URL(`http://[${address}]/`).hostname
  const [, high, low] = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(canonical) ?? []
  if (high === undefined || low === undefined) return null
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]).join('.')
}

/** True for an IP address that anyone on the internet can reach. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !inside.check(address)
  if (isIP(address) !== 6 || address.includes('%')) return false
  const v4 = embedded(address)
  if (v4 !== null) return !inside.check(v4)
  return outside.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

/** The IP address that the host of an address is; null for a name. */
export function literalOf({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? null : bare
}

/** A look-up for connections that gives public addresses only, and fails with `NotPublic` for a name that has none. */
export function publicLookup(resolve: ResolveName): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const good = addresses.filter(({ address }) => isPublicAddress(address))
        const [first] = good
        if (first === undefined) callback(new NotPublic(host), [])
        else if (options.all === true) callback(null, [...good])
        else callback(null, first.address, first.family)
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), [])
      },
    )
  }
}
