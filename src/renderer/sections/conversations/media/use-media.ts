import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import type { ConversationView, FieldRow } from '../../../../shared/model/conversation-view.ts'
import type { MediaAddress } from '../../../../shared/model/media-address.ts'
import type { ReadyMedia } from '../../../../shared/schemas/conversation.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'

const names = ['ttsUrl', 'ttsContent', 'samplePictureUrl', 'backgroundUrl'] as const

/** Key of what a field's media are called, such as "voice sample". */
export function whatOf({ field }: Pick<FieldRow, 'field'>): `what.${(typeof names)[number]}` {
  return `what.${names.find((name) => field.endsWith(`.${name}`)) ?? 'backgroundUrl'}`
}

/** True for an address that says by its ending that it is a video, which is fetched by a click only. */
export function isLikelyVideo(address: MediaAddress | undefined): boolean {
  return address?.kind === 'fetchable' && /\.(?:mp4|m4v|mov|webm|ogv)(?:[?#]|$)/i.test(address.url)
}

// A little before it is seen.
const margin = '120px'

/** True from the moment on at which the element has come on screen, or nearly so. */
export function useOnScreen(element: RefObject<HTMLElement | null>): boolean {
  const [wasSeen, setSeen] = useState(false)
  useEffect(() => {
    if (wasSeen || element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => {
      observer.disconnect()
    }
  }, [element, wasSeen])
  return wasSeen
}

type MediaState =
  | { readonly kind: 'idle' | 'loading' }
  | { readonly kind: 'ready'; readonly media: ReadyMedia }
  | { readonly kind: 'failed'; readonly failure: Failure }

export interface FieldMedia {
  readonly state: MediaState
  /** True once `load` was called here: what a click fetched may play at once. */
  readonly isAsked: boolean
  /** Fetches them, again where that failed. */
  readonly load: () => void
}

interface MediaPlace {
  readonly snapshotId: string
  readonly path: string
}

/** Media of a field. Nothing is fetched before `load`, unless `isRequested` says that they are to be seen at once. */
export function useMedia({ snapshotId, path }: MediaPlace, isRequested = false): FieldMedia {
  const [isAsked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...read('conversation.media', { snapshotId, path }),
    enabled: isRequested || isAsked,
    // A dead address is retried by a click, not by every row that comes on screen.
    retryOnMount: false,
  })
  const load = (): void => {
    setAsked(true)
    if (error !== null || data !== undefined) void refetch()
  }
  const stateOf = (): MediaState => {
    if (isFetching) return { kind: 'loading' }
    if (error !== null) return { kind: 'failed', failure: failureOf(error) }
    return data === undefined ? { kind: 'idle' } : { kind: 'ready', media: data }
  }
  return { state: stateOf(), isAsked, load }
}

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

export interface SeenPlace {
  readonly snapshotId: string
  readonly view: ConversationView
  readonly field: string
}

/** Fetches a picture as soon as the drawing is on screen; a video waits for a click. */
export function useSeenMedia({ snapshotId, view, field }: SeenPlace, isOnScreen: boolean): SeenMedia {
  const row = rowOf(view, field)
  const address = row?.media?.address
  const isByClick = isLikelyVideo(address)
  const isSeen = isOnScreen && !isByClick && (address?.kind === 'fetchable' || address?.kind === 'data')
  const media = useMedia({ snapshotId, path: row?.path ?? field }, isSeen)
  return { ...media, row, isByClick }
}
