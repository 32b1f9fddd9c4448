import type { ImageType } from '../../../src/shared/schemas/avatar.ts'

/** What is to be found out about an image that can be taken in. */
export interface ExpectedImage {
  readonly kind: 'image'
  readonly type: ImageType
  /** Upright. */
  readonly width: number
  readonly height: number
  readonly orientation: number
  readonly animated: boolean
  readonly truncated: boolean
  readonly location: boolean
  readonly metadata: boolean
  /** Whether it may be sent as it is, or only encoded anew. */
  readonly sent: 'same' | 'encoded'
}

/** What is to be found out about a file. */
export type Expectation = (
  | ExpectedImage
  | { readonly kind: 'unsupported'; readonly format: string }
  | { readonly kind: 'not-an-image' }
) & {
  /** Whether the page draws it, or as much of it as there is. */
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

/** An upright, whole, still image without metadata that is drawn, and what is different from that. */
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

/** A file that is no image. */
export const nothing: Expectation = { kind: 'not-an-image', draws: false }

/** An image of a format that is not taken in. */
export function unsupported(format: string): Expectation {
  return { kind: 'unsupported', format, draws: false }
}
