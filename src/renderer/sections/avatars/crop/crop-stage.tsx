import { useEffect, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import type { PercentCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import type { Draft, FaceBox, ImageInfo } from '../../../../shared/schemas/avatar.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { renderEdit } from '../../../imaging/image-client.ts'
import { imageUrl } from '../../../imaging/image-url.ts'
import { droppedFile } from '../../../state/intake-store.ts'
import type { Size } from './crop-geometry.ts'
import styles from './crop.module.css'

// Display only: the crop is made from the original.
const maxSide = 2_048

/** Chromium does not draw HEIC, and ignores the EXIF rotation of a WebP. */
function isDrawnUpright({ type }: ImageInfo, findings: Draft['findings']): boolean {
  return type !== 'heic' && (type !== 'webp' || findings.every(({ id }) => id !== 'turned'))
}

/** An upright picture that the browser can draw: the original or a picture rendered from it, or else the error. */
export function useStageSource(draft: Draft, original: ImageInfo, { width, height }: Size) {
  const { type, imageId } = original
  const isDrawn = isDrawnUpright(original, draft.findings)
  const [rendered, setRendered] = useState<{ readonly url: string | null; readonly error: Error | null }>({
    url: null,
    error: null,
  })
  useEffect(() => {
    if (isDrawn) return
    const controller = new AbortController()
    let url: string | null = null
    const image = { imageId, file: droppedFile(imageId), type, width, height }
    renderEdit(image, { area: null, longestSide: maxSide, type: 'jpeg' }, controller.signal).then(
      (edited) => {
        if (controller.signal.aborted) return
        url = URL.createObjectURL(new Blob([edited.image], { type: 'image/jpeg' }))
        setRendered({ url, error: null })
      },
      (reason: unknown) => {
        const error = reason instanceof Error ? reason : new Error(String(reason))
        if (!controller.signal.aborted) setRendered({ url: null, error })
      },
    )
    return () => {
      controller.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [isDrawn, imageId, type, width, height])
  return isDrawn ? { url: imageUrl(imageId), error: null } : rendered
}

const percent = (part: number, total: number): string => `${String((part / total) * 100)}%`

// CSS pixels: the corners would cover a smaller frame.
const minFrame = 24

interface CropStageProps {
  readonly src: string
  /** Natural pixels of the displayed image. */
  readonly image: Size
  readonly faces: readonly FaceBox[]
  readonly crop: PercentCrop
  /** Width divided by height of the frame. */
  readonly aspect: number
  readonly onChange: (crop: PercentCrop) => void
  /** Receives the image's natural pixels once it is drawn. */
  readonly onLoad: (image: Size) => void
  /** Id of the text that explains the keys. */
  readonly describedBy: string
}

/** The image with its crop frame. Pointer and arrow keys move the frame, and resize it at its corners. */
export function CropStage({ src, image, faces, crop, aspect, onChange, onLoad, describedBy }: CropStageProps) {
  const { t } = useTexts('avatars')
  const corner = {
    nwDragHandle: t('crop.corner.topLeft'),
    neDragHandle: t('crop.corner.topRight'),
    swDragHandle: t('crop.corner.bottomLeft'),
    seDragHandle: t('crop.corner.bottomRight'),
  }
  // A frame with a ratio has no handles at its sides.
  const side = { nDragHandle: '', eDragHandle: '', sDragHandle: '', wDragHandle: '' }
  return (
    <div role="group" aria-describedby={describedBy} data-focus-first="" className={styles.stage}>
      <ReactCrop
        className="ReactCrop--no-animate"
        ariaLabels={{ cropArea: t('crop.frame'), ...corner, ...side }}
        crop={crop}
        aspect={aspect}
        minWidth={minFrame}
        minHeight={minFrame}
        keepSelection
        ruleOfThirds
        onChange={(_, changed) => {
          // Before the image is drawn, every frame is empty.
          if (changed.width > 0) onChange(changed)
        }}
      >
        <div className={styles.picture} style={{ '--shape': image.width / image.height }}>
          <img
            src={src}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (naturalWidth > 0) onLoad({ width: naturalWidth, height: naturalHeight })
            }}
          />
          {faces.map(({ x, y, width, height }) => (
            <span
              key={`${String(x)}-${String(y)}`}
              className={styles.face}
              style={{
                left: percent(x, image.width),
                top: percent(y, image.height),
                width: percent(width, image.width),
                height: percent(height, image.height),
              }}
            />
          ))}
        </div>
      </ReactCrop>
    </div>
  )
}
