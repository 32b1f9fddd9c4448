import type { ImageFacts, ImageType, UnsupportedFormat } from '../../../src/shared/model/image/image-facts.ts'
import type { ConvertReason } from '../../../src/shared/model/image/strip-plan.ts'

/** What is to be found out about an image that can be taken in. */
export interface ExpectedImage {
  readonly kind: 'image'
  readonly type: ImageType
  /** Upright. */
  readonly width: number
  readonly height: number
  readonly orientation: ImageFacts['orientation']
  readonly animated: boolean
  readonly truncated: boolean
  readonly trailing: number
  readonly location: boolean
  /** `same`: sent as it is; `less`: sent with less in it; else why it must be converted. */
  readonly strip: 'same' | 'less' | ConvertReason
  /** Other facts, where the file is about them. */
  readonly facts?: Partial<Pick<ImageFacts, 'alpha' | 'bitsPerChannel' | 'colour'>>
  readonly metadata?: Partial<ImageFacts['metadata']>
}

/** What is to be found out about a file. */
export type Expectation = (
  | ExpectedImage
  | { readonly kind: 'unsupported'; readonly format: UnsupportedFormat }
  | { readonly kind: 'not-an-image' }
) & {
  /** Whether `createImageBitmap` takes it, as seen in Chromium 148: it refuses any picture that is cut off. */
  readonly decodes: boolean
  /** Whether an `img` element shows it, or as much of it as there is. */
  readonly draws: boolean
}

/** A file that an operator might drop. */
export interface HostileImage {
  /** With the ending that the file claims, which need not be the truth. */
  readonly name: string
  readonly bytes: () => Uint8Array<ArrayBuffer>
  readonly expects: Expectation
}

type PlainFacts = Pick<ExpectedImage, 'type' | 'width' | 'height'>

/** An upright, whole, still image without metadata that decodes, and what is different from that. */
export function image(
  plainFacts: PlainFacts,
  different: Partial<ExpectedImage & { decodes: boolean; draws: boolean }> = {},
): Expectation {
  return {
    ...{
      kind: 'image',
      orientation: 1,
      animated: false,
      truncated: false,
      trailing: 0,
      location: false,
      strip: 'same',
    },
    ...{ decodes: true, draws: true, ...plainFacts, ...different },
  }
}

/** A file that is no image. */
export const nothing: Expectation = { kind: 'not-an-image', decodes: false, draws: false }

/** An image of a format that is not taken in. */
export function unsupported(format: UnsupportedFormat): Expectation {
  return { kind: 'unsupported', format, decodes: false, draws: false }
}
