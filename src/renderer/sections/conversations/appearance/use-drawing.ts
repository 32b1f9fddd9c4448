import { useRef } from 'react'
import type { ConversationView } from '../../../../shared/model/conversation-view.ts'
import { fieldIn } from '../field-text.ts'
import { useOnScreen, useSeenMedia } from '../media/use-media.ts'
import { layoutOf } from './geometry.ts'

export interface OfSnapshot {
  readonly snapshotId: string
  readonly view: ConversationView
}

/** What a drawing of an appearance shows; its element takes the ref. The layout is null where there is no canvas. */
export function useDrawing<Place extends HTMLElement>({ snapshotId, view }: OfSnapshot) {
  const place = useRef<Place>(null)
  const isOnScreen = useOnScreen(place)
  const rows = view.sections.flatMap((section) => section.rows).filter(({ media }) => media !== null)
  const backgroundRow = fieldIn(rows, 'detailDto.backgroundDto.backgroundUrl')
  return {
    place,
    background: useSeenMedia(snapshotId, backgroundRow, isOnScreen),
    sample: useSeenMedia(snapshotId, fieldIn(rows, 'detailDto.samplePictureUrl'), isOnScreen),
    layout: layoutOf(view.geometry),
  }
}
