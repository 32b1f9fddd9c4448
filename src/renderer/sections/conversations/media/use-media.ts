import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { FieldRow } from '../../../../shared/conversation/view-types.ts'
import type { MediaAddress } from '../../../../shared/model/media-address.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useSnapshotId } from '../shown-conversation.ts'

const names = ['ttsUrl', 'ttsContent', 'samplePictureUrl', 'backgroundUrl'] as const

/** Catalogue key for the name of a field's media, such as "voice sample". */
export function whatOf({ field }: Pick<FieldRow, 'field'>): `what.${(typeof names)[number]}` {
  return `what.${names.find((name) => field.endsWith(`.${name}`)) ?? 'backgroundUrl'}`
}

export type BadAddress = Extract<MediaAddress, { kind: 'no-base' | 'refused' }>

export const isBadAddress = (address: MediaAddress | undefined): address is BadAddress =>
  address?.kind === 'no-base' || address?.kind === 'refused'

const isLikelyVideo = (address: MediaAddress): boolean =>
  address.kind === 'fetchable' && /\.(?:mp4|m4v|mov|webm|ogv)(?:[?#]|$)/i.test(address.url)

// Media are fetched slightly before they are visible.
const margin = '120px'

/** True once the element has been on screen, or close to it. */
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
    return () => observer.disconnect()
  }, [element, wasSeen])
  return wasSeen
}

export type FieldMedia = ReturnType<typeof useMedia>

/** Media of a field. Nothing is fetched before `load`, unless `isRequested` is set, which fetches them immediately. */
export function useMedia(path: string, isRequested = false) {
  const snapshotId = useSnapshotId()
  const [isAsked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...read('conversation.media', { snapshotId, path }),
    enabled: isRequested || isAsked,
    // A dead address is retried by a click, not by every row that comes on screen.
    retryOnMount: false,
  })
  return {
    /** Null until the media are fetched, and while they are fetched again. */
    ready: isFetching || error !== null ? null : (data ?? null),
    failure: isFetching || error === null ? null : failureOf(error),
    isLoading: isFetching,
    /** True once `load` was called here: media that a click fetched can play immediately. */
    isAsked,
    load: (): void => {
      setAsked(true)
      if (error !== null || data !== undefined) void refetch()
    },
  }
}

export type SeenMedia = ReturnType<typeof useSeenMedia>

/** Visual media: fetched when they are on screen, or by a click where the address looks like a video. */
export function useSeenMedia(row: FieldRow | undefined, isOnScreen: boolean) {
  const address = row?.media?.address
  const isByClick = address !== undefined && isLikelyVideo(address)
  const isFetched = isOnScreen && address !== undefined && !isBadAddress(address) && !isByClick
  return { ...useMedia(row?.path ?? '', isFetched), row, isByClick }
}
