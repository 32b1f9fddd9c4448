import type { ImageId } from '../../shared/ids.ts'

/** The URL of a stored image: on the page's own origin, served by main. */
export function imageUrl(imageId: ImageId): string {
  return `/image/${imageId}`
}

/** The URL of a stored image's thumbnail, longest side 320 pixels. */
export function thumbnailUrl(imageId: ImageId): string {
  return `/thumbnail/${imageId}`
}
