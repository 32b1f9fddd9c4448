/** Which addresses are out in the world: what a page or a conversation names must not be a door inside. */
import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { IPv4, IPv6 } from 'ipaddr.js'

export type ResolveName = (host: string) => Promise<readonly LookupAddress[]>

/** The system's own way, hosts file included: it is how the connection would be made. */
export const systemResolve: ResolveName = (host) => systemLookup(host, { all: true })

/** A name stands for no address that may be asked. */
class NotPublic extends Error {
  readonly code = 'ENOTPUBLIC'
}

/** Where an address leads: `special` is for what no media can come from, such as link-local addresses. */
export type AddressScope = 'public' | 'private' | 'loopback' | 'special'

// By ipaddr.js' ranges, which are IANA's registry; every other of them is for a special purpose.
const scopeOfRange: Readonly<Partial<Record<ReturnType<IPv4['range'] | IPv6['range']>, AddressScope>>> = {
  unicast: 'public',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  loopback: 'loopback',
  // A connection to the unspecified address is answered on this computer.
  unspecified: 'loopback',
}

// Of IPv6 only this is given out.
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3')
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Null for what is no address. An IPv4 address in IPv6's clothes, or behind a network's NAT64, counts as itself. */
function parsedAddress(address: string): IPv4 | IPv6 | null {
  if (isIP(address) === 0) return null
  const parsed = ipaddr.parse(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed
  const holdsIPv4 = parsed.isIPv4MappedAddress() || parsed.match(nat64)
  return holdsIPv4 ? new ipaddr.IPv4(parsed.toByteArray().slice(12)) : parsed
}

/** Where an IP address leads; `special` for what is none. */
export function addressScopeOf(address: string): AddressScope {
  const parsed = address.includes('%') ? null : parsedAddress(address)
  const scope = parsed === null ? 'special' : (scopeOfRange[parsed.range()] ?? 'special')
  const isUnassigned = parsed instanceof ipaddr.IPv6 && scope === 'public' && !parsed.match(givenOut)
  return isUnassigned ? 'special' : scope
}

/** True for an IP address of the cable that this computer is on, where clouds keep their metadata service. */
export function isLinkLocal(address: string): boolean {
  return parsedAddress(address.replace(/%.*$/, ''))?.range() === 'linkLocal'
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
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    )
  }
}
