import type { ImageId } from '../../shared/ids.ts'

/** Where the page finds a stored image: on its own origin, served by main. */
export function imageUrl(imageId: ImageId): string {
  return `/image/${imageId}`
}

/** Where the page finds the small picture of a stored image, longest side 320 pixels. */
export function thumbnailUrl(imageId: ImageId): string {
  return `/thumbnail/${imageId}`
}
