/** `background` may be a picture or a video: only its content tells. */
export type MediaUse = 'audio' | 'picture' | 'background'

export type MediaRefusal =
  | 'script'
  | 'file'
  | 'data'
  | 'other-scheme'
  | 'not-https'
  | 'private-network'
  | 'credentials'
  | 'not-an-address'

/** What became of an address under the profile's rules, before anything is fetched. */
export type MediaAddress =
  /** Can be fetched; `url` is absolute. */
  | { readonly kind: 'fetchable'; readonly url: string }
  /** The media itself, inside the address: an image or a sound. */
  | { readonly kind: 'data' }
  /** Relative, and the profile has no media base URL. */
  | { readonly kind: 'no-base' }
  | { readonly kind: 'refused'; readonly reason: MediaRefusal }

export interface MediaNote {
  readonly use: MediaUse
  readonly address: MediaAddress
}
