import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CropArea, Draft, ImageInfo } from '../../../../shared/schemas/avatar.ts'
import { CallError } from '../../../api/call.ts'
import { writeDraft } from '../../../api/creator-cache.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { ImageJobFailure } from '../../../imaging/image-messages.ts'
import { joinFixed } from '../preparation/image-edit-batch-store.ts'
import type { ImageFix } from '../preparation/image-edit-batch-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { DialogProps } from '../../../ui/dialog.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { useWindowEvent } from '../../../ui/use-window-event.ts'
import { notDrawnText } from '../drafts/draft-finding-text.ts'
import { applyEdit, dropEdit, editOf, facesOf, fixImages, isWhole, uprightSize } from '../drafts/image-fixes.ts'
import { useDrafts } from '../drafts/use-drafts.ts'
import { CropControls } from './crop-controls.tsx'
import { bestRatio, proposedFrame, ratiosFor, shapeOf } from './crop-geometry.ts'
import type { Framed, Ratio, Shape, Size } from './crop-geometry.ts'
import { CropStage, useStageSource } from './crop-stage.tsx'

interface Subject {
  readonly draft: Draft
  readonly original: ImageInfo
}

/**
 * Cuts the pixels and hands them to main; null goes back to the original. What else was done to the draft, such as
 * scaling it down, stays done.
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

function firstFrame(draft: Draft, image: Size, ratios: readonly Ratio[]): Framed {
  const before = draft.edit?.area
  if (before) return { area: before, shape: shapeOf(before, ratios) }
  const shape = bestRatio(image, ratios, facesOf(draft))
  if (shape === undefined) return { area: { x: 0, y: 0, width: image.width, height: image.height }, shape: 'free' }
  return proposedFrame(image, shape, facesOf(draft))
}

/** A frame as it is being placed, with what it was before each change. */
interface FrameHistory {
  readonly framed: Framed
  readonly past: readonly Framed[]
  /** What made the last change: further ones in a row, such as the moves of one drag, are one step back. */
  readonly source: unknown
}

/**
 * The frame that is placed, and the steps back: by `undo`, and by Ctrl or Cmd with Z. Until the operator changes it, it is
 * `proposed`, which may change as more is known of the picture.
 */
function useFrameHistory(proposed: Framed) {
  const [changed, setHistory] = useState<FrameHistory | null>(null)
  const history = changed ?? { framed: proposed, past: [], source: null }
  const undo = (): void =>
    setHistory((before) => {
      const last = before?.past.at(-1)
      return before === null || last === undefined
        ? before
        : { framed: last, past: before.past.slice(0, -1), source: null }
    })
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
    event.preventDefault()
    undo()
  })
  const change = (framed: Framed, source: unknown): void =>
    setHistory((before) => {
      const { past, framed: last, source: lastSource } = before ?? history
      return { framed, past: lastSource === source ? past : [...past, last], source }
    })
  return { ...history, change, undo, isChanged: changed !== null }
}

function CropFailure({ error }: { readonly error: Error }) {
  const { t } = useTranslation('avatars')
  if (error instanceof CallError) return <ErrorNotice error={error} />
  const reason = error instanceof ImageJobFailure ? notDrawnText(error.reason, t) : error.message
  return <StatusLine tone="bad">{t('crop.failed', { reason })}</StatusLine>
}

interface PlaceProps extends Subject {
  readonly image: Size
  readonly ratios: readonly Ratio[]
  readonly framed: Framed
  readonly onChange: (framed: Framed, source: unknown) => void
  readonly onImage: (image: Size) => void
}

function Place({ draft, original, image, ratios, framed, onChange, onImage }: PlaceProps) {
  const { t } = useTranslation(['avatars', 'common'])
  const [zoom, setZoom] = useState(1)
  const { url, error } = useStageSource(draft, original, image)
  const helpId = useId()
  if (error !== null) return <CropFailure error={error} />
  if (url === null) return <Skeleton label={t('common:loading')} />
  const frame = { framed, image, faces: facesOf(draft), zoom, onZoom: setZoom }
  return (
    <>
      <CropStage
        {...frame}
        src={url}
        onChange={(area, source) => onChange({ ...framed, area }, source)}
        onLoad={onImage}
        describedBy={helpId}
      />
      <CropControls {...frame} ratios={ratios} onChange={onChange} />
      <Text id={helpId} as="p" font="secondary" tone="faint">
        {t('crop.help')}
      </Text>
    </>
  )
}

// A free frame belongs to its own picture, and only the known shapes are a fix for all.
function fixForOthers(others: readonly Draft[], shape: Shape): ImageFix | undefined {
  return others.length === 0 ? undefined : (['crop-16:9', 'crop-9:16'] as const).find((fix) => fix === `crop-${shape}`)
}

/**
 * Crops a draft to exactly 16:9 or 9:16, or freely, by pointer or keyboard, or goes back to its original; all others too
 * when that is chosen, each around its own face.
 */
export function CropDialog({ draft, original, onClose }: Subject & Pick<DialogProps, 'onClose'>) {
  const { t } = useTranslation(['avatars', 'common'])
  const others = useDrafts().filter((other) => other.original !== null && other.id !== draft.id)
  const [drawn, setDrawn] = useState<Size | null>(null)
  // Before the analysis, the size drawn counts: not every header says how the image is turned.
  const image = draft.analysis === null && drawn !== null ? drawn : uprightSize(draft, original)
  const requested = useOpenProfile()?.profile.creation.ratios ?? []
  const ratios = ratiosFor(image, requested)
  const count = others.length + 1
  const { framed, past, change, undo, isChanged } = useFrameHistory(firstFrame(draft, image, ratios))
  const [isChecked, setChecked] = useState(false)
  const { shape, area } = framed
  const forOthers = fixForOthers(others, shape)
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
  const seeImage = (seen: Size): void => {
    if (draft.analysis !== null || isWhole(seen, image)) return
    setDrawn(seen)
    // What was placed lies in a picture of another size.
    if (isChanged) change(firstFrame(draft, seen, ratiosFor(seen, requested)), 'size')
  }
  return (
    <Dialog
      title={t('do.crop', { what: draft.fileName })}
      size="wide"
      onClose={onClose}
      action={{
        label: isForAll ? t('do.crop', { what: t('head.drafts', { count }) }) : t('crop.apply'),
        busy: isPending,
        disabled: ratios.length === 0,
        onClick: () => mutate(area),
      }}
    >
      {ratios.length > 0 ? (
        <Place
          draft={draft}
          original={original}
          image={image}
          ratios={ratios}
          framed={framed}
          onChange={change}
          onImage={seeImage}
        />
      ) : (
        <StatusLine tone="warn">{t('crop.tooSmall')}</StatusLine>
      )}
      {forOthers !== undefined && (
        <Checkbox label={t('crop.others', { count, shape })} isChecked={isChecked} onChange={setChecked} />
      )}
      <Row gap={2} align="stretch">
        <Button size="small" disabled={past.length === 0 || isPending} onClick={undo}>
          {t('common:undo')}
        </Button>
        {draft.edit !== null && (
          <Button size="small" disabled={isPending} onClick={() => mutate(null)}>
            {t('crop.useOriginal')}
          </Button>
        )}
      </Row>
      {error !== null && <CropFailure error={error} />}
    </Dialog>
  )
}
