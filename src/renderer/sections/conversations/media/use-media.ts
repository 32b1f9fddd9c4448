import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import type { ReadyMedia } from '../../../../shared/schemas/conversation.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'

/** Media of a field: not requested, in flight, fetched, or failed. */
export type MediaState =
  | { readonly kind: 'idle' | 'loading' }
  | { readonly kind: 'ready'; readonly media: ReadyMedia }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** The media of a field, and how they are fetched. */
export interface FieldMedia {
  readonly state: MediaState
  /** True once `load` was called here: what a click fetched may play at once. */
  readonly isAsked: boolean
  /** Fetches them, again where that failed. */
  readonly load: () => void
}

/** Where media stand. */
export interface MediaPlace {
  readonly snapshotId: string
  readonly path: string
}

/** Media of a field. Nothing is fetched before `load`, unless `isWanted` says that they are to be seen at once. */
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
