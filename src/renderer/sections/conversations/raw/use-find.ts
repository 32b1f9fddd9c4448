import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { limits } from '../../../../shared/model/limits.ts'
import type { RawForm } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import type { FailedQuery } from '../../../failures/query-failure.tsx'
import type { FoundRow } from './raw-rows.tsx'

/** A search in the raw JSON. */
export interface Find {
  readonly typed: string
  /** Sets the search text; the first match is the current one again. */
  readonly type: (typed: string) => void
  /** Goes on by so many places, round the end. */
  readonly go: (by: number) => void
  readonly found: FoundRow
  /** The search itself, which may have failed. */
  readonly query: FailedQuery
  /** Null until an answer to a search is there. `place` counts from 1; `known` are the places that can be gone to. */
  readonly count: { readonly place: number; readonly known: number; readonly total: number } | null
}

/** The state of a search in one form of a snapshot's JSON. */
export function useFind(snapshotId: string, form: RawForm): Find {
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const search = useDeferredValue(typed)
  const matches = useQuery({
    ...read('conversation.findRaw', { snapshotId, form, search }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const rows = search === '' ? [] : (matches.data?.rows ?? [])
  const at = rows.length === 0 ? 0 : ((place % rows.length) + rows.length) % rows.length
  return {
    typed,
    type: (next) => {
      setTyped(next.slice(0, limits.searchInConversations))
      setPlace(0)
    },
    go: (by) => {
      setPlace(at + by)
    },
    query: matches,
    found: { search, index: rows[at] ?? null },
    count:
      search === '' || matches.data === undefined
        ? null
        : { place: at + 1, known: rows.length, total: matches.data.total },
  }
}
