/**
 * What a draft card warns of. The limits come from outside the contract (`service-api.md §Creating avatars`), so they
 * are advice: nothing here forbids a creation.
 */
import type { DraftProblem, ImageInfo } from '../schemas/avatar.ts'

const mostBytes = 10 * 2 ** 20

// A crop of whole pixels can miss the ratio by up to one pixel on its shorter side.
function isSixteenToNine({ width, height }: Pick<ImageInfo, 'width' | 'height'>): boolean {
  const short = Math.min(width, height)
  const long = Math.max(width, height)
  return Math.abs(short - (long * 9) / 16) <= 1
}

/** The named problems of the image that will be sent; none for an avatar without an image. */
export function draftProblems(image: ImageInfo | null): DraftProblem[] {
  if (image === null) return []
  const found: Readonly<Record<DraftProblem, boolean>> = {
    aspect: !isSixteenToNine(image),
    'too-large': image.bytes > mostBytes,
    webp: image.type === 'webp',
  }
  return (['aspect', 'too-large', 'webp'] as const).filter((problem) => found[problem])
}
