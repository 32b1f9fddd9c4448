/** Decides which media addresses may be fetched. Checks the URL that `new URL` parses, never the raw text. */
import { isLoopbackHost } from '../../shared/model/loopback.ts'
import type { MediaAddress, MediaRefusal } from '../../shared/model/media-address.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import { addressScopeOf, literalOf } from '../lib/public-address.ts'

/** The addresses of the profile that named the media. */
export type MediaRules = Pick<Profile, 'baseUrl' | 'mediaBaseUrl'>

/**
 * The origins of the service and of its media base: media in the operator's network are fetched only from these
 * origins.
 */
export function ownOriginsOf({ baseUrl, mediaBaseUrl }: MediaRules): readonly string[] {
  return [baseUrl, mediaBaseUrl].flatMap((address) => URL.parse(address)?.origin ?? [])
}

/**
 * True for an IP address that may be connected to: a public address, and on an own origin every address except a
 * special address.
 */
export function mayReach(address: string, isOwn: boolean): boolean {
  const scope = addressScopeOf(address)
  return scope === 'public' || (isOwn && scope !== 'special')
}

/**
 * True when the URL's host may be requested. For a name this is preliminary, because the name is resolved before the
 * request.
 */
export function mayAskHost(url: URL, isOwn: boolean): boolean {
  const literal = literalOf(url)
  return literal === null ? isOwn || !isLoopbackHost(url.hostname) : mayReach(literal, isOwn)
}

/** True for https, and for http on an own origin. */
export function hasGoodScheme({ protocol }: URL, isOwn: boolean): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isOwn)
}

// Hosts and browsers do not accept longer addresses.
const maxAddressLength = 8_000

// Only these types are drawn or played. SVG is excluded, because an SVG document can contain scripts and addresses.
const dataTypes = /^(?:audio\/[\w.+-]+|image\/(?!svg)[\w.+-]+)$/

const refusalByScheme: Readonly<Record<string, MediaRefusal>> = {
  'javascript:': 'script',
  'vbscript:': 'script',
  'file:': 'file',
}

function refusalOf(url: URL, rules: MediaRules): MediaRefusal | null {
  const { protocol, username, password, origin } = url
  if (protocol !== 'https:' && protocol !== 'http:') return refusalByScheme[protocol] ?? 'other-scheme'
  if (username !== '' || password !== '') return 'credentials'
  const isOwn = ownOriginsOf(rules).includes(origin)
  if (!mayAskHost(url, isOwn)) return 'private-network'
  return hasGoodScheme(url, isOwn) ? null : 'not-https'
}

// The beginning as `new URL` parses it: without leading blanks, and without tabs and line ends.
function addressStart(address: string): string {
  return address
    .slice(0, 500)
    .replace(/^[\0-\x20]+/, '')
    .replace(/[\t\n\r]/g, '')
}

function dataAddress(beginning: string): MediaAddress {
  const [, type = ''] = /^data:([^;,]*)[;,]/i.exec(beginning) ?? []
  return dataTypes.test(type.trim().toLowerCase()) ? { kind: 'data' } : { kind: 'refused', reason: 'data' }
}

function checked(url: URL, rules: MediaRules): MediaAddress {
  const reason = refusalOf(url, rules)
  return reason === null ? { kind: 'fetchable', url: url.href } : { kind: 'refused', reason }
}

function relativeAddress(address: string, rules: MediaRules): MediaAddress {
  const base = URL.parse(rules.mediaBaseUrl)
  if (base === null) return { kind: 'no-base' }
  const url = URL.parse(address, base.href)
  return url === null ? { kind: 'refused', reason: 'not-an-address' } : checked(url, rules)
}

/** Checks a media address exactly as the conversation contains it, for the profile that named it. */
export function mediaAddress(address: string, rules: MediaRules): MediaAddress {
  const beginning = addressStart(address)
  if (/^data:/i.test(beginning)) return dataAddress(beginning)
  if (beginning.trim() === '' || address.length > maxAddressLength) return { kind: 'refused', reason: 'not-an-address' }
  const url = URL.parse(address)
  if (url !== null) return checked(url, rules)
  // A text with a scheme is never a relative path, even if it is not a valid URL.
  if (/^[a-z][a-z0-9+.-]*:/i.test(beginning)) return { kind: 'refused', reason: 'not-an-address' }
  return relativeAddress(address, rules)
}
