/** The scope of IP addresses: an address in a conversation must not lead into the operator's network. */
import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { IPv4, IPv6 } from 'ipaddr.js'

export type ResolveName = (host: string) => Promise<readonly LookupAddress[]>

/** Resolves names like the system, including the hosts file. */
export const systemResolve: ResolveName = (host) => systemLookup(host, { all: true })

/** None of a name's addresses may be connected to. */
class NotPublic extends Error {
  readonly code = 'ENOTPUBLIC'
}

/** The scope of an address. `special` addresses, such as link-local addresses, never serve media. */
export type AddressScope = 'public' | 'private' | 'loopback' | 'special'

// The ranges of ipaddr.js follow IANA's registry; every range not listed here has a special purpose.
const scopeOfRange: Readonly<Partial<Record<ReturnType<IPv4['range'] | IPv6['range']>, AddressScope>>> = {
  unicast: 'public',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  loopback: 'loopback',
  // A connection to the unspecified address reaches this computer.
  unspecified: 'loopback',
}

// The only global IPv6 range that is assigned to hosts.
const assigned = ipaddr.IPv6.parseCIDR('2000::/3')
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Null for a text that is not an IP address. An IPv4 address written as IPv6 or behind a NAT64 counts as IPv4. */
function parsedAddress(address: string): IPv4 | IPv6 | null {
  if (isIP(address) === 0) return null
  const parsed = ipaddr.parse(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed
  const holdsIPv4 = parsed.isIPv4MappedAddress() || parsed.match(nat64)
  return holdsIPv4 ? new ipaddr.IPv4(parsed.toByteArray().slice(12)) : parsed
}

/** The scope of an IP address; `special` for a text that is not an IP address. */
export function addressScopeOf(address: string): AddressScope {
  const parsed = address.includes('%') ? null : parsedAddress(address)
  const scope = parsed === null ? 'special' : (scopeOfRange[parsed.range()] ?? 'special')
  const isUnassigned = parsed instanceof ipaddr.IPv6 && scope === 'public' && !parsed.match(assigned)
  return isUnassigned ? 'special' : scope
}

/** True for a link-local IP address, where clouds run their metadata service. */
export function isLinkLocal(address: string): boolean {
  return parsedAddress(address.replace(/%.*$/, ''))?.range() === 'linkLocal'
}

/** The host of a URL if it is an IP address; null for a name. */
export function literalOf({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? null : bare
}

/**
 * The lookup of a connection: returns the addresses that may be connected to, and fails with `NotPublic` when none may.
 */
export function lookupOf(resolve: ResolveName, mayAsk: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => mayAsk(address))
        const [first] = allowed
        if (first === undefined) callback(new NotPublic(host), [])
        else if (options.all === true) callback(null, [...allowed])
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    )
  }
}
