/** What the page and its crop worker say to each other. */
import type { CropArea } from '../../../../shared/schemas/avatar.ts'

/** The order: cut `area` out of the image at `url`. */
export interface CropOrder {
  readonly url: string
  readonly area: CropArea
  readonly type: 'image/png' | 'image/jpeg'
}

/** The answer: the encoded result, or why there is none. */
export type CropAnswer =
  { readonly ok: true; readonly image: Uint8Array<ArrayBuffer> } | { readonly ok: false; readonly reason: string }
