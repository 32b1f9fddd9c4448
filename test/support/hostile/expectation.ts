import type { ImageType } from '../../../src/shared/schemas/avatar.ts'

/** The expected findings about an acceptable image. */
export interface ExpectedImage {
  readonly kind: 'image'
  readonly type: ImageType
  /** Of the upright image. */
  readonly width: number
  readonly height: number
  readonly orientation: number
  readonly animated: boolean
  readonly truncated: boolean
  readonly location: boolean
  readonly metadata: boolean
  /** Whether the image can be sent unchanged, or must be encoded again. */
  readonly sent: 'same' | 'encoded'
}

/** The expected findings about a file. */
export type Expectation = (
  | ExpectedImage
  | { readonly kind: 'unsupported'; readonly format: string }
  | { readonly kind: 'not-an-image' }
) & {
  /** Whether the page draws the image, or the part that is present. */
  readonly draws: boolean
}

/** A file that an operator might drop. */
export interface HostileImage {
  /** With the extension that the file claims, which can be wrong. */
  readonly name: string
  readonly bytes: () => Uint8Array<ArrayBuffer>
  readonly expects: Expectation
}

type PlainFacts = Pick<ExpectedImage, 'type' | 'width' | 'height'>

/** An upright, complete, still image without metadata that is drawn, except for the changes. */
export function image(
  plainFacts: PlainFacts,
  different: Partial<ExpectedImage & { draws: boolean }> = {},
): Expectation {
  return {
    kind: 'image',
    orientation: 1,
    animated: false,
    truncated: false,
    location: false,
    metadata: false,
    sent: plainFacts.type === 'jpeg' || plainFacts.type === 'png' ? 'same' : 'encoded',
    draws: true,
    ...plainFacts,
    ...different,
  }
}

/** A file that is not an image. */
export const nothing: Expectation = { kind: 'not-an-image', draws: false }

/** An image of an unsupported format. */
export function unsupported(format: string): Expectation {
  return { kind: 'unsupported', format, draws: false }
}
