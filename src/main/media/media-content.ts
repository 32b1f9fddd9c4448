/** Recognises media by their first bytes, because the content type that a host states is unreliable. */
import { unescapeBuffer } from 'node:querystring'
import type { MediaUse } from '../../shared/model/media-address.ts'
import { readImageHeader } from '../lib/image-header.ts'

declare module 'node:querystring' {
  /** A function of Node that its types omit. */
  function unescapeBuffer(text: string): Buffer<ArrayBuffer>
}

export type MediaKind = 'audio' | 'picture' | 'video'

/** The recognised content. `too-many-pixels` is a picture that claims more than `maxMegapixels`. */
export type MediaContent =
  | { readonly kind: MediaKind; readonly type: string }
  | { readonly kind: 'too-many-pixels' }
  | { readonly kind: 'other' }

export interface CachedMedia {
  readonly bytes: Uint8Array
  readonly kind: MediaKind
  readonly type: string
  /** Epoch milliseconds. */
  readonly fetchedAt: number
}

/** A picture with more megapixels is not drawn, because a file of a few bytes can claim any size. */
export const maxMegapixels = 40

interface Signature {
  readonly type: string
  readonly at: number
  readonly begins: RegExp
}

const sounds: readonly Signature[] = [
  { type: 'audio/mpeg', at: 0, begins: /^(?:ID3|\xff[\xe2-\xe7\xf2\xf3\xfa\xfb])/ },
  { type: 'audio/aac', at: 0, begins: /^\xff[\xf0\xf1\xf8\xf9]/ },
  { type: 'audio/wav', at: 0, begins: /^RIFF[^]{4}WAVE/ },
  { type: 'audio/ogg', at: 0, begins: /^OggS/ },
  { type: 'audio/flac', at: 0, begins: /^fLaC/ },
  // Containers for sounds and videos: the purpose of the field decides how they are played.
  { type: 'audio/webm', at: 1, begins: /^\x45\xdf\xa3/ },
  { type: 'audio/mp4', at: 4, begins: /^ftyp/ },
]

const videos: readonly Signature[] = [
  { type: 'video/webm', at: 1, begins: /^\x45\xdf\xa3/ },
  { type: 'video/quicktime', at: 4, begins: /^(?:ftypqt {2}|moov|wide|mdat)/ },
  { type: 'video/mp4', at: 4, begins: /^ftyp/ },
  { type: 'video/ogg', at: 0, begins: /^OggS/ },
]

const other: MediaContent = { kind: 'other' }

function signed(kind: MediaKind, signatures: readonly Signature[], bytes: Uint8Array): MediaContent {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const signature = signatures.find(({ at, begins }) => begins.test(head.slice(at)))
  return signature === undefined ? other : { kind, type: signature.type }
}

function picture(bytes: Uint8Array): MediaContent {
  const header = readImageHeader(bytes)
  // Chromium cannot draw HEIC.
  if (header === null || header.type === 'heic') return other
  if (header.width * header.height > maxMegapixels * 1_000_000) return { kind: 'too-many-pixels' }
  return { kind: 'picture', type: `image/${header.type}` }
}

/** Recognises the content of a field; `other` for content that is not usable in the field, including SVG. */
export function readMediaContent(bytes: Uint8Array, use: MediaUse): MediaContent {
  if (use === 'audio') return signed('audio', sounds, bytes)
  const drawn = picture(bytes)
  return use === 'background' && drawn.kind === 'other' ? signed('video', videos, bytes) : drawn
}

// Parses like browsers: ignores parameters, and accepts base64 with spaces and without padding.
const pattern = /^data:([^,]*),(.*)$/is

/** The bytes of a `data:` address; null for all other addresses. */
export function readDataAddress(address: string): Uint8Array | null {
  const [, head, body] = pattern.exec(address) ?? []
  if (head === undefined || body === undefined) return null
  // Each escape is one byte, and invalid escapes stay unchanged; decodeURIComponent would require UTF-8.
  const bytes = body.includes('%') ? unescapeBuffer(body) : Buffer.from(body, 'latin1')
  return /;\s*base64\s*$/i.test(head) ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes
}
