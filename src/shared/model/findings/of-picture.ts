import type { Finding, ImageInfo } from '../../schemas/avatar.ts'
import { when } from './examined.ts'
import type { Examined } from './examined.ts'

const minSide = 360
const hugePixels = 40_000_000

// A crop of whole pixels can miss the ratio by up to one pixel on its shorter side.
function hasRatio({ width, height }: Pick<ImageInfo, 'width' | 'height'>, ratio: string): boolean {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  return across >= down
    ? Math.abs(height - (width * down) / across) <= 1
    : Math.abs(width - (height * across) / down) <= 1
}

function ofSize({ width, height }: ImageInfo, { ratios }: Examined['rules']): readonly Finding[] {
  const isOff = ratios.length > 0 && !ratios.some((ratio) => hasRatio({ width, height }, ratio))
  return [
    ...when(isOff, 'aspect', { width, height, ratios: ratios.join(' / ') }),
    ...when(Math.min(width, height) < minSide, 'small', { width, height }),
    ...when(width * height > hugePixels, 'huge', { width, height }),
  ]
}

/** What is to be minded about the picture as it will be sent, and whether it could be drawn at all. */
export function ofPicture({ prepared, analysis, rules }: Examined): readonly Finding[] {
  const broken = analysis?.decoded === false ? when(true, 'not-decodable', { reason: analysis.reason }) : []
  if (prepared === null) return broken
  const { bytes, type } = prepared
  const limit = rules.mostImageBytes
  return [
    ...broken,
    ...when(bytes > limit, 'bytes-over-limit', { bytes, limit }),
    ...ofSize(prepared, rules),
    ...when(type === 'webp', 'webp'),
    // JPEG knows no transparency: what was converted to it has lost it, on purpose.
    ...when(type !== 'jpeg' && analysis?.decoded === true && analysis.transparent, 'transparent'),
  ]
}
