/** What an address of media may be used for, judged by what `new URL` would open and never by the text. */
import { isLoopbackHost } from '../../shared/model/loopback.ts'
import type { MediaAddress, MediaRefusal } from '../../shared/model/media-address.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { literalOf, addressScopeOf, isPublicAddress } from './public-address.ts'
import type { AddressScope, ResolveName } from './public-address.ts'

/** By whose rules addresses are judged: a profile's own addresses. */
export type MediaRules = Pick<Profile, 'baseUrl' | 'mediaBaseUrl'>

/** What a profile's own addresses allow its media. */
export interface MediaBounds {
  /** The service itself is reached in the clear. */
  readonly allowsHttp: boolean
  /** The service itself is on this computer or in its network, as its address says; a name may turn out to be. */
  readonly isInside: boolean
  /** The origins of the service and of its media base: the only ones on this computer that may be asked. */
  readonly ownOrigins: readonly string[]
}

// No host and no browser takes longer ones, and this one travels with its row.
const maxAddressLength = 8_000

// Only these are drawn or played; SVG would be a document with scripts and addresses of its own.
const dataTypes = /^(?:audio\/[\w.+-]+|image\/(?!svg)[\w.+-]+)$/

const refusalByScheme: Readonly<Record<string, MediaRefusal>> = {
  'javascript:': 'script',
  'vbscript:': 'script',
  'file:': 'file',
}

/** Where the host of an address leads as far as its text tells; a name other than localhost counts as public. */
function scopeByText(url: URL): AddressScope {
  const literal = literalOf(url)
  if (literal !== null) return addressScopeOf(literal)
  return isLoopbackHost(url.hostname) ? 'loopback' : 'public'
}

/** What the rules of a profile allow; nothing but public https where its addresses cannot be read. */
function boundsOf({ baseUrl, mediaBaseUrl }: MediaRules): MediaBounds {
  const base = URL.parse(baseUrl)
  const scope = base === null ? 'public' : scopeByText(base)
  return {
    allowsHttp: base?.protocol === 'http:',
    isInside: scope === 'private' || scope === 'loopback',
    ownOrigins: [base, URL.parse(mediaBaseUrl)].flatMap((own) => (own === null ? [] : [own.origin])),
  }
}

/** True when the host of an address may be asked, as far as its text tells. */
export function mayConnect(url: URL, { isInside, ownOrigins }: MediaBounds): boolean {
  const scope = scopeByText(url)
  if (scope === 'public') return true
  return isInside && (scope === 'private' || (scope === 'loopback' && ownOrigins.includes(url.origin)))
}

/** Why an absolute address must not be asked under these bounds; null when it may, as far as its text tells. */
function refusalOf(url: URL, bounds: MediaBounds): MediaRefusal | null {
  const { protocol, username, password } = url
  if (protocol !== 'https:' && protocol !== 'http:') return refusalByScheme[protocol] ?? 'other-scheme'
  if (username !== '' || password !== '') return 'credentials'
  if (!mayConnect(url, bounds)) return 'private-network'
  return protocol === 'http:' && !bounds.allowsHttp ? 'not-https' : null
}

// The beginning as `new URL` would read it: without leading blanks, and without tabs and line ends anywhere.
function beginningOf(address: string): string {
  return address
    .slice(0, 500)
    .replace(/^[\0-\x20]+/, '')
    .replace(/[\t\n\r]/g, '')
}

function dataAddress(beginning: string): MediaAddress {
  const [, type = ''] = /^data:([^;,]*)[;,]/i.exec(beginning) ?? []
  return dataTypes.test(type.trim().toLowerCase()) ? { kind: 'data' } : { kind: 'refused', reason: 'data' }
}

function relativeAddress(address: string, rules: MediaRules): MediaAddress {
  const base = URL.parse(rules.mediaBaseUrl)
  if (base === null) return { kind: 'no-base' }
  const url = URL.parse(address, base.href)
  return url === null ? { kind: 'refused', reason: 'not-an-address' } : checked(url, rules)
}

function checked(url: URL, rules: MediaRules): MediaAddress {
  const reason = refusalOf(url, boundsOf(rules))
  return reason === null ? { kind: 'fetchable', url: url.href } : { kind: 'refused', reason }
}

/** Judges the address of media in a conversation as it came, under the rules of its profile. */
export function mediaAddress(address: string, rules: MediaRules): MediaAddress {
  const beginning = beginningOf(address)
  if (/^data:/i.test(beginning)) return dataAddress(beginning)
  if (beginning.trim() === '' || address.length > maxAddressLength) return { kind: 'refused', reason: 'not-an-address' }
  const url = URL.parse(address)
  if (url !== null) return checked(url, rules)
  // A scheme without an address that fits it is no path.
  if (/^[a-z][a-z0-9+.-]*:/i.test(beginning)) return { kind: 'refused', reason: 'not-an-address' }
  return relativeAddress(address, rules)
}

/** The same for a fetch, once names are looked up. */
export interface FetchBounds extends MediaBounds {
  /** A proxy may be asked for a name that name servers here do not know, so that nobody can say where it leads. */
  readonly mayAskUnknown: boolean
}

export const publicBounds: FetchBounds = { allowsHttp: false, isInside: false, ownOrigins: [], mayAskUnknown: false }

/** Who may be asked by name: one network for each, as certificates are read once for each. */
export type Company = 'public' | 'inside' | 'own'

export const mayAsk: Readonly<Record<Company, (address: string) => boolean>> = {
  public: isPublicAddress,
  inside: (address) => isPublicAddress(address) || addressScopeOf(address) === 'private',
  // The service's own host, and that of its media base: they may be this computer.
  own: (address) => addressScopeOf(address) !== 'special',
}

export function companyOf({ origin }: URL, { isInside, ownOrigins }: MediaBounds): Company {
  if (!isInside) return 'public'
  return ownOrigins.includes(origin) ? 'own' : 'inside'
}

/** Only what begins inside may stay inside: a page out in the world must not send us there. */
export function boundsAfter(first: URL, next: URL, bounds: FetchBounds): FetchBounds {
  const literal = literalOf(first)
  const beginsInside = bounds.ownOrigins.includes(first.origin) || (literal !== null && !isPublicAddress(literal))
  return beginsInside || first.hostname === next.hostname ? bounds : { ...bounds, isInside: false }
}

// The name of a service may stand for an address inside, which only a look-up tells. Where not even that name is known,
// as behind proxies that alone know the world outside, an unknown name says nothing.
export async function boundsUnder(rules: MediaRules, resolve: ResolveName): Promise<FetchBounds> {
  const bounds = boundsOf(rules)
  const base = URL.parse(rules.baseUrl)
  if (bounds.isInside || base === null || literalOf(base) !== null) return { ...bounds, mayAskUnknown: bounds.isInside }
  const [answer] = await Promise.allSettled([resolve(base.hostname)])
  const addresses = answer.status === 'fulfilled' ? answer.value : []
  const isInside = addresses.length > 0 && addresses.every(({ address }) => !isPublicAddress(address))
  return { ...bounds, isInside, mayAskUnknown: isInside || addresses.length === 0 }
}
