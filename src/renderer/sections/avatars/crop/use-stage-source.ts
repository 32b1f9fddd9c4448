import { useEffect, useState } from 'react'
import type { Draft, ImageInfo } from '../../../../shared/schemas/avatar.ts'
import { ImageJobFailure, renderEdit } from '../../../imaging/image-client.ts'
import { canBeDrawn } from '../../../imaging/image-messages.ts'
import { imageUrl } from '../image-url.ts'
import type { Size } from './crop-geometry.ts'

/** Where the stage finds its picture: none while it is made, or why there is none. */
export interface StageSource {
  readonly url: string | null
  readonly failure: string | null
}

// Display only: the crop is made from the original.
const maxSide = 2_048

/** HEIC is drawn by no browser, and a WebP is not turned by Chromium as its EXIF says. */
function isDrawnUpright({ type }: ImageInfo, findings: Draft['findings']): boolean {
  return type !== 'heic' && (type !== 'webp' || findings.every(({ id }) => id !== 'turned'))
}

/** An upright picture that the browser can draw: the original, or one made of it. */
export function useStageSource(draft: Draft, original: ImageInfo, { width, height }: Size): StageSource {
  const { type, imageId } = original
  const isTooLarge = !canBeDrawn(original)
  const isDrawn = isDrawnUpright(original, draft.findings)
  const [made, setMade] = useState<StageSource>({ url: null, failure: null })
  useEffect(() => {
    if (isDrawn || isTooLarge) return
    const controller = new AbortController()
    let url: string | null = null
    const image = { source: imageUrl(imageId), type, width, height }
    renderEdit(image, { area: null, longestSide: maxSide, type: 'jpeg' }, controller.signal).then(
      (edited) => {
        if (controller.signal.aborted) return
        url = URL.createObjectURL(new Blob([edited.image], { type: 'image/jpeg' }))
        setMade({ url, failure: null })
      },
      (error: unknown) => {
        if (!controller.signal.aborted)
          setMade({ url: null, failure: error instanceof ImageJobFailure ? error.reason : String(error) })
      },
    )
    return () => {
      controller.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [isDrawn, isTooLarge, imageId, type, width, height])
  if (isTooLarge) return { url: null, failure: 'too-many-pixels' }
  return isDrawn ? { url: imageUrl(imageId), failure: null } : made
}
