/**
 * Which addresses are out in the world. Greenroom fetches what a web page or a conversation names, and neither must have
 * it knock at doors inside: this computer, the office's network, a cloud's metadata service.
 */
import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

/** Gives all addresses of a name. */
export type ResolveName = (host: string) => Promise<readonly LookupAddress[]>

/** The system's own way, hosts file included: it is how the connection would be made. */
export const systemResolve: ResolveName = (host) => systemLookup(host, { all: true })

/** A name stands for no address that may be asked. */
export class NotPublic extends Error {
  readonly code = 'ENOTPUBLIC'
}

/** Where an address leads: `special` is for what no media can come from, such as link-local addresses. */
export type AddressScope = 'public' | 'private' | 'loopback' | 'special'

type Net = readonly [net: string, bits: number]

function nets(v4: readonly Net[], v6: readonly Net[]): BlockList {
  const list = new BlockList()
  for (const [net, bits] of v4) list.addSubnet(net, bits)
  for (const [net, bits] of v6) list.addSubnet(net, bits, 'ipv6')
  return list
}

// The unspecified address is this computer, too: a connection to it is answered here.
const loopback = nets(
  [
    ['0.0.0.0', 8],
    ['127.0.0.0', 8],
  ],
  [['::', 127]],
)

const internal = nets(
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ],
  [['fc00::', 7]],
)

// IANA's registry of addresses for special purposes, multicast, and IPv6 addresses that hold another address.
const special = nets(
  [
    ['169.254.0.0', 16],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ],
)

// Of IPv6 only this is given out.
const givenOut = nets([], [['2000::', 3]])

// An IPv4 address written as IPv6, and one behind a network's NAT64: what counts is the IPv4 address.
function embedded(address: string): string | null {
  const canonical = new URL(`http://[${address}]/`).hostname
  const [, high, low] = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(canonical) ?? []
  if (high === undefined || low === undefined) return null
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]).join('.')
}

function scopeIn(address: string, family: 'ipv4' | 'ipv6'): AddressScope {
  if (loopback.check(address, family)) return 'loopback'
  if (internal.check(address, family)) return 'private'
  if (special.check(address, family)) return 'special'
  return family === 'ipv4' || givenOut.check(address, family) ? 'public' : 'special'
}

/** Where an IP address leads; `special` for what is none. */
export function addressScopeOf(address: string): AddressScope {
  if (isIP(address) === 4) return scopeIn(address, 'ipv4')
  if (isIP(address) !== 6 || address.includes('%')) return 'special'
  const v4 = embedded(address)
  return v4 === null ? scopeIn(address, 'ipv6') : scopeIn(v4, 'ipv4')
}

const linkLocal = nets([['169.254.0.0', 16]], [['fe80::', 10]])

/** True for an IP address of the cable that this computer is on, where clouds keep their metadata service. */
export function isLinkLocal(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  const v4 = isIP(bare) === 6 ? embedded(bare) : bare
  return v4 !== null && isIP(v4) === 4 ? linkLocal.check(v4) : isIP(bare) === 6 && linkLocal.check(bare, 'ipv6')
}

/** True for an IP address that anyone on the internet can reach. */
export function isPublicAddress(address: string): boolean {
  return addressScopeOf(address) === 'public'
}

/** The IP address that the host of an address is; null for a name. */
export function literalOf({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? null : bare
}

/** A snapshot for connections that gives the addresses that may be asked, and fails with `NotPublic` for a name without. */
export function lookupOf(resolve: ResolveName, mayAsk: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const good = addresses.filter(({ address }) => mayAsk(address))
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
