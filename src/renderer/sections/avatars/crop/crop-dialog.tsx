import { useId, useState } from 'react'
import type { PercentCrop } from 'react-image-crop'
import type { CropArea, Draft, FaceBox, ImageInfo } from '../../../../shared/schemas/avatar.ts'
import { CallError } from '../../../api/call.ts'
import { writeDraft } from '../../../api/creator-cache.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { ImageJobFailure } from '../../../imaging/image-messages.ts'
import { joinFixed } from '../preparation/image-edit-batch-store.ts'
import type { ImageFix } from '../preparation/image-edit-batch-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { DialogProps } from '../../../ui/dialog.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { notDrawnText } from '../drafts/draft-finding-text.ts'
import { applyEdit, dropEdit, editOf, facesOf, isWhole, uprightSize } from '../drafts/image-fixes.ts'
import { useDrafts } from '../drafts/use-drafts.ts'
import { useImageFixes } from '../drafts/use-image-fixes.ts'
import { areaOfCrop, bestRatio, cropOfArea, proposedArea, quotientOf, ratioOf, ratiosFor } from './crop-geometry.ts'
import type { Ratio, Size } from './crop-geometry.ts'
import { CropStage, useStageSource } from './crop-stage.tsx'
import styles from './crop.module.css'

interface Subject {
  readonly draft: Draft
  readonly original: ImageInfo
}

/**
 * Crops the pixels and sends them to main; null restores the original. A crop keeps the other edits of the draft, such
 * as scaling it down.
 */
function cropDraft(
  { draft, original, size }: Subject & { readonly size: Size },
  area: CropArea | null,
  scope: ProfileScope,
): Promise<Draft> {
  if (area === null || (draft.edit === null && isWhole(area, size))) return dropEdit(draft, scope)
  const edit = { ...editOf(draft, original), area }
  return applyEdit(draft, { original, size, edit }, { signal: new AbortController().signal, scope })
}

/** A placed crop frame in the cropper's units; `areaOfCrop` computes the exact pixels. */
interface Frame {
  readonly ratio: Ratio
  readonly crop: PercentCrop
}

function proposedFrame(image: Size, ratio: Ratio | undefined, faces: readonly FaceBox[]): Frame | null {
  if (ratio === undefined) return null
  const area = proposedArea(image, ratio, faces)
  return area && { ratio, crop: cropOfArea(area, image) }
}

/** The saved area where it has one of the ratios, else the proposal; null where the image is too small. */
function firstFrame(draft: Draft, image: Size, ratios: readonly Ratio[]): Frame | null {
  const saved = draft.edit?.area
  const savedRatio = saved ? ratioOf(saved, ratios) : undefined
  if (saved && savedRatio !== undefined) return { ratio: savedRatio, crop: cropOfArea(saved, image) }
  const faces = facesOf(draft)
  return proposedFrame(image, bestRatio(image, ratios, faces), faces)
}

function CropFailure({ error }: { readonly error: Error }) {
  const { t } = useTexts('avatars')
  if (error instanceof CallError) return <ErrorNotice error={error} />
  const reason = error instanceof ImageJobFailure ? notDrawnText(error.reason, t) : error.message
  return <StatusLine tone="bad">{t('crop.failed', { reason })}</StatusLine>
}

interface EditorProps extends Subject {
  readonly image: Size
  readonly ratios: readonly Ratio[]
  readonly frame: Frame
  readonly onChange: (frame: Frame | null) => void
  readonly onImage: (image: Size) => void
}

function CropEditor({ draft, original, image, ratios, frame: { ratio, crop }, onChange, onImage }: EditorProps) {
  const { t } = useTexts(['avatars', 'common'])
  const { url, error } = useStageSource(draft, original, image)
  const helpId = useId()
  if (error !== null) return <CropFailure error={error} />
  if (url === null) return <Skeleton label={t('common:loading')} />
  const faces = facesOf(draft)
  const sizeText = ({ width, height }: Size): string => t('drafts.size', { width, height })
  return (
    <>
      <CropStage
        src={url}
        image={image}
        faces={faces}
        crop={crop}
        aspect={quotientOf(ratio)}
        onChange={(changed) => onChange({ ratio, crop: changed })}
        onLoad={onImage}
        describedBy={helpId}
      />
      <Row gap={4} align="end" wrap>
        <RadioGroup
          label={t('crop.ratio')}
          options={ratios.map((value) => ({ value, label: value }))}
          value={ratio}
          onChange={(chosen) => onChange(proposedFrame(image, chosen, faces))}
        />
        {faces.length > 0 && (
          <Button onClick={() => onChange(proposedFrame(image, ratio, faces))}>{t('crop.aroundFace')}</Button>
        )}
        <Row as="output" tone="ink" className={styles.result}>
          {t('crop.result', { size: sizeText(areaOfCrop(crop, ratio, image)), whole: sizeText(image) })}
        </Row>
      </Row>
      <Text id={helpId} as="p" font="secondary" tone="faint">
        {t('crop.help')}
      </Text>
    </>
  )
}

// Only the known ratios are a fix for all drafts.
function fixForOthers(others: readonly Draft[], ratio: Ratio | undefined): ImageFix | undefined {
  return others.length === 0 ? undefined : (['crop-16:9', 'crop-9:16'] as const).find((fix) => fix === `crop-${ratio}`)
}

/** The displayed image, its possible ratios and its frame, which is null where the image is too small. */
function useFrame({ draft, original }: Subject) {
  const [drawn, setDrawn] = useState<Size | null>(null)
  const [placedFrame, setPlacedFrame] = useState<Frame | null>(null)
  const requested = useOpenProfile()?.profile.creation.ratios ?? []
  // Before the analysis, the drawn size counts: not every header states the rotation of the image.
  const image = draft.analysis === null && drawn !== null ? drawn : uprightSize(draft, original)
  const ratios = ratiosFor(image, requested)
  const seeImage = (seen: Size): void => {
    if (draft.analysis !== null || isWhole(seen, image)) return
    setDrawn(seen)
    // The frame was placed in an image of a different size.
    setPlacedFrame(null)
  }
  // Until the operator places the frame, it follows new facts about the image.
  return { image, ratios, frame: placedFrame ?? firstFrame(draft, image, ratios), placeFrame: setPlacedFrame, seeImage }
}

/**
 * Crops a draft to exactly 16:9 or 9:16 by pointer or keyboard, or restores its original. It can crop all other drafts
 * too, each around its own face.
 */
export function CropDialog({ draft, original, onClose }: Subject & Pick<DialogProps, 'onClose'>) {
  const { t } = useTexts(['avatars', 'common'])
  const others = useDrafts().filter((other) => other.original !== null && other.id !== draft.id)
  const fixImages = useImageFixes()
  const { image, ratios, frame, placeFrame, seeImage } = useFrame({ draft, original })
  const count = others.length + 1
  const [isChecked, setChecked] = useState(false)
  const forOthers = fixForOthers(others, frame?.ratio)
  const isForAll = forOthers !== undefined && isChecked
  const { mutate, isPending, error } = useProfileTask({
    run: (to: CropArea | null, scope) => cropDraft({ draft, original, size: image }, to, scope),
    onAnswer: (answer, to) => {
      writeDraft(answer)
      if (to !== null && isForAll) {
        fixImages(forOthers, others)
        joinFixed({ draftId: draft.id, before: draft.edit, after: answer.edit })
      }
      onClose()
    },
  })
  return (
    <Dialog
      title={t('do.crop', { what: draft.fileName })}
      size="wide"
      onClose={onClose}
      action={{
        label: isForAll ? t('do.crop', { what: t('head.drafts', { count }) }) : t('crop.apply'),
        busy: isPending,
        disabled: frame === null,
        onClick: () => {
          if (frame !== null) mutate(areaOfCrop(frame.crop, frame.ratio, image))
        },
      }}
    >
      {frame === null ? (
        <StatusLine tone="warn">{t('crop.tooSmall')}</StatusLine>
      ) : (
        <CropEditor
          draft={draft}
          original={original}
          image={image}
          ratios={ratios}
          frame={frame}
          onChange={placeFrame}
          onImage={seeImage}
        />
      )}
      {forOthers !== undefined && frame !== null && (
        <Checkbox label={t('crop.others', { count, shape: frame.ratio })} isChecked={isChecked} onChange={setChecked} />
      )}
      {draft.edit !== null && (
        <Row>
          <Button size="small" disabled={isPending} onClick={() => mutate(null)}>
            {t('crop.useOriginal')}
          </Button>
        </Row>
      )}
      {error !== null && <CropFailure error={error} />}
    </Dialog>
  )
}
