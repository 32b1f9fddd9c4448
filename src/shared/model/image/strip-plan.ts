import { createReader } from './bytes.ts'
import type { ByteReader } from './bytes.ts'
import type { ImageFacts, ImageInspection, ImageType } from './image-facts.ts'
import { inspectImage } from './inspect-image.ts'
import { stripJpeg } from './jpeg.ts'
import { stripPng } from './png.ts'
import type { StripPiece } from './strip-pieces.ts'
import { stripWebp } from './webp.ts'

/**
 * Why an image cannot be sent as it is stored. `format`: of another type, without any picture data, or in more pieces
 * than is sensible.
 */
export type ConvertReason = 'format' | 'animated' | 'turned' | 'cmyk' | 'sixteen-bit'

/**
 * How to make the file that is sent. `copy`: these pieces of the source one after the other; a file with nothing to
 * remove is one piece from 0 to its end. `convert`: it must be decoded and encoded anew.
 */
export type StripPlan =
  | { readonly kind: 'copy'; readonly pieces: readonly StripPiece[] }
  | { readonly kind: 'convert'; readonly why: ConvertReason }

type Stripper = (reader: ByteReader) => readonly StripPiece[] | null

const strippers: Readonly<Partial<Record<ImageType, Stripper>>> = { jpeg: stripJpeg, png: stripPng, webp: stripWebp }

function reasonOf(facts: ImageFacts): ConvertReason | null {
  if (facts.animated) return 'animated'
  if (facts.orientation !== 1) return 'turned'
  if (facts.colour === 'cmyk') return 'cmyk'
  return facts.bitsPerChannel > 8 ? 'sixteen-bit' : null
}

/**
 * Whether an image can be sent after its metadata is removed without touching its pixels, and if so from which pieces
 * of the file. What stays is named, and all else goes: EXIF, XMP, IPTC, comments, previews, what stands behind the end.
 */
export function stripPlan(bytes: Uint8Array, facts: ImageFacts): StripPlan {
  const strip = strippers[facts.type]
  if (strip === undefined) return { kind: 'convert', why: 'format' }
  const why = reasonOf(facts)
  if (why !== null) return { kind: 'convert', why }
  const pieces = strip(createReader(bytes))
  return pieces === null ? { kind: 'convert', why: 'format' } : { kind: 'copy', pieces }
}

/** What the bytes of a file tell, and how the file that is sent can be made of them; no plan for what is no image. */
export interface Examination {
  readonly inspection: ImageInspection
  readonly plan: StripPlan | null
}

/** Examines a whole file at once: a hundred megabytes that mean ill take two seconds. */
export function examineImage(bytes: Uint8Array): Examination {
  const inspection = inspectImage(bytes)
  return { inspection, plan: inspection.kind === 'image' ? stripPlan(bytes, inspection) : null }
}
