import type { ImageId } from '../../../shared/ids.ts'

/** Where the page finds a stored image: on its own origin, served by main. */
export function imageUrl(imageId: ImageId): string {
  return `/image/${imageId}`
}
