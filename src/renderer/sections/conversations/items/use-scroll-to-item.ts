import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ConversationList } from '../../../../shared/model/conversation-view.ts'
import { read } from '../../../api/queries.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { scrollToDrawnField, clearScrollTarget, isScrollTarget, useScrollTarget } from '../scroll-to-field.ts'

export interface ScrollToItemOptions {
  readonly snapshotId: string
  readonly list: ConversationList
  /** True when every item of the list is among the rows. */
  readonly isWhole: boolean
  /** Takes the filter away, so that every item is among the rows. */
  readonly onSearchAll: () => void
  /** Brings the item at this place on screen. */
  readonly onFound: (place: number) => void
}

/** Items per call. */
export const itemsPage = 100

// Frames to wait for the row of an item after the list scrolled there: its page may still be on the way.
const maxFrames = 60

async function placeOf(client: QueryClient, of: { snapshotId: string; list: ConversationList }, path: string) {
  for (let from = 0; ; from += itemsPage) {
    const page = await client.query(read('conversation.items', { ...of, search: '', from, count: itemsPage }))
    const at = page.items.findIndex((item) => path === item.path || path.startsWith(`${item.path}.`))
    if (at !== -1) return from + at
    if (from + itemsPage >= page.total) return null
  }
}

/** Shows the row as soon as it is drawn; the function breaks that off. */
function scrollWhenDrawn(path: string): () => void {
  let frame = 0
  const tryScroll = (left: number): void => {
    if (!isScrollTarget(path) || scrollToDrawnField(path)) return
    if (left === 0) clearScrollTarget(path)
    else {
      frame = requestAnimationFrame(() => {
        tryScroll(left - 1)
      })
    }
  }
  tryScroll(maxFrames)
  return () => {
    cancelAnimationFrame(frame)
  }
}

/** Goes to an item that `jumpTo` wants and that may not be drawn. */
export function useScrollToItem({ snapshotId, list, isWhole, onSearchAll, onFound }: ScrollToItemOptions): void {
  const client = useQueryClient()
  const requested = useScrollTarget()
  const path = requested?.startsWith(`data.${list}[`) === true ? requested : null
  const stop = useRef<(() => void) | null>(null)
  const searchAll = useEffectEvent(onSearchAll)
  const found = useEffectEvent((place: number | null, of: string) => {
    // Another may have been requested meanwhile.
    if (of !== path) return
    if (place === null) {
      clearScrollTarget(of)
      return
    }
    onFound(place)
    stop.current = scrollWhenDrawn(of)
  })
  const { mutate } = useProfileTask({
    run: (of: string) => placeOf(client, { snapshotId, list }, of),
    // The list itself shows that a page cannot be read.
    onFailure: (_error, of) => {
      clearScrollTarget(of)
    },
  })
  useEffect(() => {
    if (path === null) return undefined
    if (!isWhole) searchAll()
    else {
      mutate(path, (place) => {
        found(place, path)
      })
    }
    return () => {
      stop.current?.()
    }
  }, [mutate, path, isWhole])
}
