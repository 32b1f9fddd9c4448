/** What is known of an image before anything decodes it: the words that the readers of each format share. */

/** Formats that are taken in. */
export type ImageType = 'jpeg' | 'png' | 'webp' | 'gif' | 'bmp' | 'avif' | 'heic'

/** Formats that are known as images but are not taken in. */
export type UnsupportedFormat = 'tiff' | 'ico' | 'jxl' | 'svg'

/** An image that can be taken in. Width and height in pixels; a turn that the header tells of is respected. */
export interface ImageHeader {
  readonly kind: 'image'
  readonly type: ImageType
  readonly width: number
  readonly height: number
}

/** What the first bytes of a file say. `more-needed`: the size stands after the bytes at hand. */
export type ImageFinding =
  | ImageHeader
  | { readonly kind: 'unsupported'; readonly format: UnsupportedFormat }
  | { readonly kind: 'not-an-image' }
  | { readonly kind: 'more-needed' }

/** How the stored picture is turned and mirrored, as EXIF counts it: 1 is upright, 5 to 8 change places of the sides. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** What a file tells besides its picture. */
export interface ImageMetadata {
  readonly exif: boolean
  /** A place: a GPS directory in EXIF, or GPS properties in XMP. */
  readonly location: boolean
  readonly xmp: boolean
  readonly iptc: boolean
  readonly comment: boolean
}

/** What the structure of a whole file says. */
export interface ImageFacts extends ImageHeader {
  /** Other than 1: the stored pixels must be turned or mirrored to be upright; width and height already are. */
  readonly orientation: Orientation
  readonly animated: boolean
  /** The format says that pixels may be transparent; whether one is, only decoding tells. */
  readonly alpha: boolean
  /** Bits of one sample as stored; of a palette image, of one index. */
  readonly bitsPerChannel: number
  readonly colour: 'grey' | 'rgb' | 'palette' | 'cmyk'
  readonly metadata: ImageMetadata
  /** The file ends before its picture does. */
  readonly truncated: boolean
  /** Bytes after the end of the picture: an archive, a page, a second picture. */
  readonly trailingBytes: number
}

/** The facts of a file, or why there are none. */
export type ImageInspection = ImageFacts | Exclude<ImageFinding, ImageHeader | { readonly kind: 'more-needed' }>

/** Metadata while it is being found. */
export type FoundMetadata = { -readonly [Name in keyof ImageMetadata]: boolean }

/** Nothing found yet. */
export function noMetadata(): FoundMetadata {
  return { exif: false, location: false, xmp: false, iptc: false, comment: false }
}

/** The finding for bytes that are no image, or a broken one. */
export const notAnImage: ImageFinding = { kind: 'not-an-image' }

/** The finding for an image of this size; one without area is none. */
export function imageOf(type: ImageType, width: number, height: number): ImageFinding {
  return width > 0 && height > 0 ? { kind: 'image', type, width, height } : notAnImage
}

/** Stored width and height as they are when the picture is upright. */
export function uprightSize(
  { width, height }: { readonly width: number; readonly height: number },
  orientation: Orientation,
): { readonly width: number; readonly height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}
