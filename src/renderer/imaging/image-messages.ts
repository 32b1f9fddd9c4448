/** What the page and its image workers say to each other, and the limits both hold. */
import type { ImageId } from '../../shared/ids.ts'
import type { ImageEdit, ImageType, PictureQuality } from '../../shared/schemas/avatar.ts'
import type { FaceSearch } from './faces/find-faces.ts'
import type { GreyPicture } from './picture-quality.ts'

/** More pixels than this are never decoded: 120 megapixels take 480 MB, and a small file can claim any number. */
export const maxPixels = 120_000_000

export const canBeDrawn = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width * height <= maxPixels

/** Longest side of a thumbnail, in pixels. */
export const thumbnailSide = 320

/** Most bytes of a converted image that main takes (`draft.setEdit`). */
export const maxConvertedBytes = 32 * 2 ** 20

/** What is made of one image, which is decoded once. */
export type ImageTask =
  /** It is looked at, and when `converts` encoded whole as it is: as JPEG, or as PNG where it is transparent. */
  | { readonly kind: 'look'; readonly converts: boolean }
  /** It is cut, scaled and encoded. */
  | { readonly kind: 'edit'; readonly edit: ImageEdit }

export interface ImageSize {
  readonly width: number
  readonly height: number
}

export interface ImageRequest {
  readonly imageId: ImageId
  /** What it was copied from, as it was dropped on this window: read in a fifth of the time. Null when not at hand. */
  readonly file: File | null
  readonly type: ImageType
  /** Upright, as the header tells it. */
  readonly size: ImageSize
  readonly task: ImageTask
}

/** What the face worker looks at, and what it measures the found faces in. */
export interface FaceOrder extends FaceSearch {
  readonly grey: GreyPicture
}

export interface ImageFindings extends ImageSize {
  readonly transparent: boolean
  readonly animated?: true
  readonly truncated?: true
  readonly damaged?: true
  readonly faces: FaceOrder
  readonly quality: PictureQuality
}

/** An encoded image. `edit` is null when it is the whole original, unscaled. */
export interface Converted extends ImageSize {
  readonly image: Uint8Array<ArrayBuffer>
  readonly edit: ImageEdit | null
  readonly type: ImageEdit['type']
}

/** `truncated`: the file ends before anything of it can be drawn. `not-found`: no longer stored. `crashed`, `too-slow`: its worker ended, or was ended. */
export type ImageRefusal = 'unreadable' | 'truncated' | 'too-many-pixels' | 'not-found' | 'crashed' | 'too-slow'

export class ImageJobFailure extends Error {
  readonly reason: ImageRefusal

  constructor(reason: ImageRefusal) {
    super(`image ${reason}`)
    this.reason = reason
  }
}

/** The answer: the thumbnail is of the original when it was looked at, else of what was encoded. */
export type ImageResponse =
  | {
      readonly ok: true
      readonly seen: ImageFindings | null
      readonly thumbnail: Uint8Array<ArrayBuffer>
      readonly converted: Converted | null
    }
  | { readonly ok: false; readonly reason: ImageRefusal }
