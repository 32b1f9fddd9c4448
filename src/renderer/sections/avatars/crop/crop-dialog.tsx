import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findingKinds } from '../../../../shared/model/findings.ts'
import type { Fix } from '../../../../shared/model/findings.ts'
import type { CropArea, Draft, FaceBox, ImageInfo } from '../../../../shared/schemas/avatar.ts'
import { CallError } from '../../../api/call.ts'
import { writeDraft } from '../../../api/creator-cache.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { ImageJobFailure } from '../../../imaging/image-client.ts'
import type { FixedDraft } from '../../../state/image-edit-batch-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { notDrawnText } from '../drafts/draft-finding-text.ts'
import { applyEdit, dropEdit, editOf, isWhole, uprightSize } from '../drafts/image-fix.ts'
import { CropControls } from './crop-controls.tsx'
import { bestRatio, largestArea, ratiosFor, shapeOf } from './crop-geometry.ts'
import type { Framed, Ratio, Shape, Size } from './crop-geometry.ts'
import { CropStage } from './crop-stage.tsx'
import { proposedArea } from './proposed-area.ts'
import { useFrame } from './use-frame.ts'
import type { FrameHistory } from './use-frame.ts'
import { useStageSource } from './use-stage-source.ts'
import { Row, Text } from '../../../ui/layout.tsx'

export interface CropDialogProps {
  readonly draft: Draft
  /** The image as it was dropped. */
  readonly original: ImageInfo
  /** Drafts with an image beside this one. */
  readonly others: number
  /** The others are to be cropped to the same shape, each around its own face; `mine` is this one, already cropped. */
  readonly onCropOthers: (fix: CropFix, mine: FixedDraft) => void
  readonly onClose: () => void
}

type Subject = Pick<CropDialogProps, 'draft' | 'original'>

interface CropTarget {
  /** null goes back to the original. */
  readonly area: CropArea | null
  readonly image: Size
}

/** Cuts the pixels and hands them to main. What else was done to the draft, such as scaling it down, stays done. */
function cropDraft({ draft, original }: Subject, { area, image }: CropTarget, scope: ProfileScope): Promise<Draft> {
  if (area === null || (draft.edit === null && isWhole(area, image))) return dropEdit(draft, scope)
  const edit = { ...editOf(draft, original), area }
  const { signal } = new AbortController()
  return applyEdit(draft, { original, size: image, edit, maxBytes: Number.POSITIVE_INFINITY }, { signal, scope })
}

function firstFrame({ draft }: Pick<Subject, 'draft'>, image: Size, ratios: readonly Ratio[]): Framed {
  const before = draft.edit?.area
  if (before) return { area: before, shape: shapeOf(before, ratios) }
  const shape = bestRatio(image, ratios)
  if (shape === undefined) return { area: { x: 0, y: 0, width: image.width, height: image.height }, shape: 'free' }
  return { area: proposedArea(image, shape, facesOf(draft)) ?? largestArea(image, shape), shape }
}

interface CropFailureProps {
  readonly error: Error
}

function CropFailure({ error }: CropFailureProps) {
  const { t } = useTranslation('avatars')
  if (error instanceof CallError) return <ErrorNotice error={error} />
  const reason = error instanceof ImageJobFailure ? notDrawnText(error.reason, t) : error.message
  return <StatusLine tone="bad">{t('crop.failed', { reason })}</StatusLine>
}

/** Undo by Ctrl or Cmd with Z while mounted. */
function useUndoKey(onUndo: () => void): void {
  const undo = useEffectEvent(onUndo)
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', listener)
    return () => {
      document.removeEventListener('keydown', listener)
    }
  }, [])
}

interface WaysBackProps {
  readonly isBusy: boolean
  /** null when there is nothing to go back to. */
  readonly onUndo: (() => void) | null
  readonly onUseOriginal: (() => void) | null
}

function WaysBack({ isBusy, onUndo, onUseOriginal }: WaysBackProps) {
  const { t } = useTranslation('avatars')
  return (
    <Row gap={2} align="stretch">
      <Button size="small" disabled={onUndo === null || isBusy} onClick={onUndo ?? undefined}>
        {t('crop.undo')}
      </Button>
      {onUseOriginal !== null && (
        <Button size="small" disabled={isBusy} onClick={onUseOriginal}>
          {t('crop.useOriginal')}
        </Button>
      )}
    </Row>
  )
}

function facesOf({ analysis }: Draft): readonly FaceBox[] {
  return analysis?.decoded === true ? (analysis.faces ?? []) : []
}

/** The crops that can be done to many at once. */
export type CropFix = Extract<Fix, `crop-${string}`>

const isCropFix = (fix: Fix): fix is CropFix => fix.startsWith('crop-')

// A free frame belongs to its own picture, and only the known shapes are a fix for all.
function fixForOthers(others: number, shape: Shape): CropFix | null {
  if (others === 0) return null
  return findingKinds.aspect.fixes.filter(isCropFix).find((fix) => fix === `crop-${shape}`) ?? null
}

function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height
}

type PlaceProps = Pick<CropDialogProps, 'draft' | 'original'> & {
  readonly image: Size
  readonly ratios: readonly Ratio[]
  readonly frame: FrameHistory
  readonly onImage: (image: Size) => void
}

/** The picture with its frame, and the controls. */
function Place({ draft, original, image, ratios, frame, onImage }: PlaceProps) {
  const { t } = useTranslation('avatars')
  const [zoom, setZoom] = useState(1)
  const { url, failure } = useStageSource(draft, original, image)
  const helpId = useId()
  const { framed, change } = frame
  const faces = facesOf(draft)
  if (failure !== null) return <CropFailure error={new Error(failure)} />
  if (url === null) return <Skeleton label={t('crop.drawing')} />
  return (
    <>
      <CropStage
        src={url}
        image={image}
        framed={framed}
        faces={faces}
        zoom={zoom}
        onZoom={setZoom}
        onChange={(area, cause) => {
          change({ ...framed, area }, cause)
        }}
        onLoad={onImage}
        describedBy={helpId}
      />
      <CropControls
        framed={framed}
        image={image}
        faces={faces}
        ratios={ratios}
        zoom={zoom}
        onZoom={setZoom}
        onChange={change}
      />
      <Text id={helpId} as="p" font="secondary" tone="faint">
        {t('crop.help')}
      </Text>
    </>
  )
}

/** Crops a draft to exactly 16:9 or 9:16, or freely, by pointer or keyboard, or goes back to its original. */
export function CropDialog({ draft, original, others, onCropOthers, onClose }: CropDialogProps) {
  const { t } = useTranslation('avatars')
  const client = useQueryClient()
  const [image, setImage] = useState<Size>(uprightSize(draft, original))
  const requested = useOpenProfile()?.profile.creation.ratios ?? []
  const ratios = ratiosFor(image, requested)
  const frame = useFrame(firstFrame({ draft }, image, ratios))
  const [isChecked, setChecked] = useState(false)
  useUndoKey(frame.undo)
  const { shape, area } = frame.framed
  const forOthers = fixForOthers(others, shape)
  const isForAll = forOthers !== null && isChecked
  const { mutate, isPending, error } = useProfileTask({
    run: (requested: CropArea | null, scope) => cropDraft({ draft, original }, { area: requested, image }, scope),
    onAnswer: (changed, requested) => {
      writeDraft(client, changed)
      if (requested !== null && isForAll)
        onCropOthers(forOthers, { draftId: draft.id, before: draft.edit, after: changed.edit })
      onClose()
    },
  })
  // Before the analysis, the size drawn counts: not every header says how the image is turned.
  const seeImage = (seen: Size): void => {
    if (draft.analysis !== null || isSameSize(seen, image)) return
    setImage(seen)
    frame.change(firstFrame({ draft }, seen, ratiosFor(seen, requested)), 'size')
  }
  const goBack = (): void => {
    mutate(null)
  }
  return (
    <Dialog
      title={t('crop.title', { file: draft.fileName })}
      size="wide"
      onClose={onClose}
      action={{
        label: isForAll ? t('crop.applyToAll', { count: others + 1 }) : t('crop.apply'),
        busy: isPending,
        disabled: ratios.length === 0,
        onClick: () => {
          mutate(area)
        },
      }}
    >
      {ratios.length > 0 ? (
        <Place draft={draft} original={original} image={image} ratios={ratios} frame={frame} onImage={seeImage} />
      ) : (
        <StatusLine tone="warn">{t('crop.tooSmall')}</StatusLine>
      )}
      {forOthers !== null && (
        <Checkbox label={t('crop.others', { count: others, shape })} isChecked={isChecked} onChange={setChecked} />
      )}
      <WaysBack
        isBusy={isPending}
        onUndo={frame.canUndo ? frame.undo : null}
        onUseOriginal={draft.edit === null ? null : goBack}
      />
      {error !== null && <CropFailure error={error} />}
    </Dialog>
  )
}
