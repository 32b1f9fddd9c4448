import { useRef } from 'react'
import type { ConversationView, FieldRow } from '../../../../shared/model/conversation-view.ts'
import { isLikelyVideo, useMedia, useOnScreen } from '../media/use-media.ts'
import { layoutOf } from './geometry.ts'

export interface OfSnapshot {
  readonly snapshotId: string
  readonly view: ConversationView
}

export type SeenMedia = ReturnType<typeof useSeenMedia>

/** The row of a field under Appearance; null when no text came in it. */
function rowOf(view: ConversationView, field: string): FieldRow | null {
  const rows = view.sections.flatMap((section) => (section.section === 'appearance' ? section.rows : []))
  const row = rows.find((each) => each.field === field)
  return row?.media ? row : null
}

/** Fetches a picture as soon as the drawing is on screen; a video waits for a click. */
function useSeenMedia({ snapshotId, view }: OfSnapshot, field: string, isOnScreen: boolean) {
  const row = rowOf(view, field)
  const address = row?.media?.address
  const isByClick = isLikelyVideo(address)
  const isSeen = isOnScreen && !isByClick && (address?.kind === 'fetchable' || address?.kind === 'data')
  const media = useMedia({ snapshotId, path: row?.path ?? field }, isSeen)
  return { ...media, row, isByClick }
}

/** What a drawing of an appearance shows; its element takes the ref. The layout is null where there is no canvas. */
export function useDrawing<Place extends HTMLElement>(of: OfSnapshot) {
  const place = useRef<Place>(null)
  const isOnScreen = useOnScreen(place)
  return {
    place,
    background: useSeenMedia(of, 'detailDto.backgroundDto.backgroundUrl', isOnScreen),
    sample: useSeenMedia(of, 'detailDto.samplePictureUrl', isOnScreen),
    layout: layoutOf(of.view.geometry),
  }
}
