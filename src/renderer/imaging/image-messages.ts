/** The messages between the page and its image workers, and their common limits. */
import type { ImageId } from '../../shared/ids.ts'
import type { ImageEdit, ImageType, PictureQuality } from '../../shared/schemas/avatar.ts'
import type { FaceSearch } from './faces/find-faces.ts'
import type { GreyPicture } from './picture-quality.ts'

/** An image with more pixels is never decoded: 120 megapixels take 480 MB, and a small file can claim any number. */
export const maxPixels = 120_000_000

export const canBeDrawn = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width * height <= maxPixels

/** Longest side of a thumbnail, in pixels. */
export const thumbnailSide = 320

/** The most bytes that main accepts for a converted image (`draft.setEdit`). */
export const maxConvertedBytes = 32 * 2 ** 20

/** The work on one image, which is decoded once. */
export type ImageTask =
  /**
   * Analyses the image and, with `converts`, encodes the whole image unchanged: as JPEG, or as PNG when it is
   * transparent.
   */
  | { readonly kind: 'look'; readonly converts: boolean }
  /** Crops, scales and encodes the image. */
  | { readonly kind: 'edit'; readonly edit: ImageEdit }

export interface ImageSize {
  readonly width: number
  readonly height: number
}

export interface ImageRequest {
  readonly imageId: ImageId
  /**
   * The source file that was dropped on this window, which is read in a fifth of the time. Null when it is not
   * available.
   */
  readonly file: File | null
  readonly type: ImageType
  /** The upright size from the header. */
  readonly size: ImageSize
  readonly task: ImageTask
}

/** The squares that the face worker analyses, and the grey picture in which it measures the found faces. */
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

/**
 * `truncated`: the file ends before any part can be drawn. `not-found`: no longer stored. `crashed`: the worker ended.
 * `too-slow`: the worker was terminated.
 */
export type ImageRefusal = 'unreadable' | 'truncated' | 'too-many-pixels' | 'not-found' | 'crashed' | 'too-slow'

export class ImageJobFailure extends Error {
  readonly reason: ImageRefusal

  constructor(reason: ImageRefusal) {
    super(`image ${reason}`)
    this.reason = reason
  }
}

/** The answer. The thumbnail shows the original after an analysis, and the encoded image after an edit. */
export type ImageResponse =
  | {
      readonly ok: true
      readonly seen: ImageFindings | null
      readonly thumbnail: Uint8Array<ArrayBuffer>
      readonly converted: Converted | null
    }
  | { readonly ok: false; readonly reason: ImageRefusal }
