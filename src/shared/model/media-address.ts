/** `background` can be a picture or a video; only its content shows which. */
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

/** An address after the profile's rules were applied, before anything is fetched. */
export type MediaAddress =
  /** An address that can be fetched; `url` is absolute. */
  | { readonly kind: 'fetchable'; readonly url: string }
  /** A data address that contains the media itself: an image or a sound. */
  | { readonly kind: 'data' }
  /** A relative address, while the profile has no media base URL. */
  | { readonly kind: 'no-base' }
  | { readonly kind: 'refused'; readonly reason: MediaRefusal }

export interface MediaNote {
  readonly use: MediaUse
  readonly address: MediaAddress
}
