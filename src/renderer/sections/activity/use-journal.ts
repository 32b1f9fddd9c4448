import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import { activityPage, queries } from '../../api/queries.ts'

/** The journal as far as it was read, newest first. */
export interface Journal {
  readonly entries: readonly ActivityEntry[]
  /** True once the newest page is there. */
  readonly isRead: boolean
  /** Of any page; null while none has failed. */
  readonly error: Error | null
  readonly hasOlder: boolean
  readonly isReadingOlder: boolean
  readonly readOlder: () => void
}

/** Reads the journal page by page: the newest is extended by events, older ones are read when asked for. */
export function useJournal(): Journal {
  const [befores, setBefores] = useState<readonly (number | null)[]>([null])
  const pages = useQueries({ queries: befores.map((before) => queries.activity(before)) })
  const entries = pages.flatMap(({ data = [] }) => data)
  const oldest = pages.at(-1)
  return {
    entries,
    isRead: pages[0]?.data !== undefined,
    error: pages.find(({ isError }) => isError)?.error ?? null,
    hasOlder: (oldest?.data?.length ?? activityPage) >= activityPage,
    isReadingOlder: oldest?.isPending ?? false,
    readOlder: () => {
      const last = oldest?.data?.at(-1)
      if (last !== undefined) setBefores([...befores, last.id])
    },
  }
}
