import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CropArea, Draft, ImageEdit, ImageInfo } from '../../../../shared/schemas/avatar.ts'
import { call, CallError, failureOf } from '../../../api/call.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { renderEdit } from '../../../imaging/look-at-image.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { imageUrl } from '../image-url.ts'
import { useRereadCreator } from '../use-creator.ts'
import styles from './crop-dialog.module.css'
import { bestRatio, largestArea, mostUnits, ratioOf, resizedArea, unitsOf } from './crop-geometry.ts'
import type { Ratio, Size } from './crop-geometry.ts'
import { CropStage } from './crop-stage.tsx'

/** Props of `CropDialog`. */
export interface CropDialogProps {
  readonly draft: Draft
  /** The image as it was dropped. */
  readonly original: ImageInfo
  readonly onClose: () => void
}

const ratios: readonly Ratio[] = ['16:9', '9:16']

type Subject = Pick<CropDialogProps, 'draft' | 'original'>

/** Cuts the pixels and hands them to main; a null area goes back to the original. */
async function sendCrop({ draft, original }: Subject, area: CropArea | null): Promise<void> {
  if (area === null) {
    await call('draft.setEdit', { draftId: draft.id, edit: null, image: null, thumbnail: null })
    return
  }
  const wanted: ImageEdit = { area, longestSide: null, type: original.type === 'png' ? 'png' : 'jpeg' }
  const source = { ...original, source: imageUrl(original.imageId) }
  const { edit, image, thumbnail } = await renderEdit(source, wanted, new AbortController().signal)
  await call('draft.setEdit', { draftId: draft.id, edit: edit ?? wanted, image, thumbnail })
}

interface CropFailureProps {
  readonly error: Error
}

function CropFailure({ error }: CropFailureProps) {
  const { t } = useTranslation('avatars')
  if (error instanceof CallError) return <ErrorNotice failure={failureOf(error)} />
  return <StatusLine tone="bad">{t('crop.failed', { reason: error.message })}</StatusLine>
}

interface FrameProps {
  readonly original: ImageInfo
  readonly image: Size
  readonly area: CropArea
  readonly onArea: (area: CropArea) => void
  readonly onImage: (image: Size) => void
}

function Frame({ original, image, area, onArea, onImage }: FrameProps) {
  const { t } = useTranslation('avatars')
  const id = useId()
  const ratio = ratioOf(area)
  return (
    <>
      <CropStage
        src={imageUrl(original.imageId)}
        image={image}
        area={area}
        onChange={onArea}
        onLoad={onImage}
        describedBy={`${id}-help`}
      />
      <div className={styles.controls}>
        <RadioGroup
          label={t('crop.ratio')}
          options={ratios.map((value) => ({ value, label: value }))}
          value={ratio}
          onChange={(wanted) => {
            onArea(largestArea(image, wanted))
          }}
        />
        <label className={styles.size}>
          <span>{t('crop.size')}</span>
          <input
            type="range"
            min={1}
            max={mostUnits(image, ratio)}
            value={unitsOf(area, ratio)}
            onChange={(event) => {
              onArea(resizedArea(area, event.target.valueAsNumber, image))
            }}
          />
        </label>
        <output className={styles.result}>
          {t('crop.result', {
            width: area.width,
            height: area.height,
            imageWidth: image.width,
            imageHeight: image.height,
          })}
        </output>
      </div>
      <p id={`${id}-help`} className={styles.help}>
        {t('crop.help')}
      </p>
    </>
  )
}

/** Crops a draft to exactly 16:9 or 9:16 by pointer or keyboard, or goes back to its original. */
export function CropDialog({ draft, original, onClose }: CropDialogProps) {
  const { t } = useTranslation('avatars')
  const [image, setImage] = useState<Size>(original)
  const [area, setArea] = useState<CropArea>(draft.edit?.area ?? largestArea(original, bestRatio(original)))
  const reread = useRereadCreator()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (wanted: CropArea | null) => sendCrop({ draft, original }, wanted),
    onSuccess: async () => {
      await reread()
      onClose()
    },
  })
  // What is drawn counts: the stored size does not know the EXIF orientation of every kind of image.
  const seeImage = (seen: Size): void => {
    if (seen.width === image.width && seen.height === image.height) return
    setImage(seen)
    setArea(largestArea(seen, bestRatio(seen)))
  }
  const fits = mostUnits(image, '16:9') > 0 && mostUnits(image, '9:16') > 0
  return (
    <Dialog
      title={t('crop.title', { file: draft.fileName })}
      size="wide"
      onClose={onClose}
      action={{
        label: t('crop.apply'),
        busy: isPending,
        disabled: !fits,
        onClick: () => {
          mutate(area)
        },
      }}
    >
      {fits ? (
        <Frame original={original} image={image} area={area} onArea={setArea} onImage={seeImage} />
      ) : (
        <StatusLine tone="warn">{t('crop.tooSmall')}</StatusLine>
      )}
      {draft.edit !== null && (
        <div>
          <Button
            size="small"
            disabled={isPending}
            onClick={() => {
              mutate(null)
            }}
          >
            {t('crop.useOriginal')}
          </Button>
        </div>
      )}
      {error !== null && <CropFailure error={error} />}
    </Dialog>
  )
}
