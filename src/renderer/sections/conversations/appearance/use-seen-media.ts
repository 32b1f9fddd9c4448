import type { MediaAddress } from '../../../../shared/model/media-address.ts'
import type { ConversationView, FieldRow } from '../../../../shared/model/conversation-view.ts'
import { isLikelyVideo } from '../media/media-text.ts'
import { useMedia } from '../media/use-media.ts'
import type { FieldMedia } from '../media/use-media.ts'

/** Media of the drawing: its row, and what became of them. */
export interface SeenMedia extends FieldMedia {
  /** The row whose address is shown; null where no address came. */
  readonly row: FieldRow | null
  /** Fetched by a click only. */
  readonly isByClick: boolean
}

/** The row of a field under Appearance; null when no text came in it. */
function rowOf(view: ConversationView, field: string): FieldRow | null {
  const rows = view.sections.flatMap((section) => (section.section === 'appearance' ? section.rows : []))
  const row = rows.find((each) => each.field === field)
  return row?.media ? row : null
}

const notFollowed = { isFollowed: false, isByClick: false }

function loadModeOf(address: MediaAddress | undefined): typeof notFollowed {
  if (address?.kind === 'data') return { isFollowed: true, isByClick: false }
  return address?.kind === 'fetchable' ? { isFollowed: true, isByClick: isLikelyVideo(address.url) } : notFollowed
}

/** Where the drawing's media are named. */
export interface SeenPlace {
  readonly snapshotId: string
  readonly view: ConversationView
  readonly field: string
}

/** Fetches a picture as soon as the drawing is on screen; a video waits for a click. */
export function useSeenMedia({ snapshotId, view, field }: SeenPlace, isOnScreen: boolean): SeenMedia {
  const row = rowOf(view, field)
  const { isFollowed, isByClick } = loadModeOf(row?.media?.address)
  const media = useMedia({ snapshotId, path: row?.path ?? field }, isFollowed && isOnScreen && !isByClick)
  return { ...media, row, isByClick }
}
