import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ActivityFilter, ActivityPage, ActivityRow } from '../../../shared/schemas/activity.ts'
import { activityPage } from '../../api/queries.ts'
import { failedOf } from '../../failures/query-failure.tsx'
import type { FailedQuery } from '../../failures/query-failure.tsx'

/** The entries that match a filter, as far as they were read. */
export interface Journal {
  /** Newest first, without a gap. */
  readonly entries: readonly ActivityRow[]
  /** How many fit altogether. */
  readonly total: number
  /** True once the newest page is there. */
  readonly isRead: boolean
  /** The entries on screen are still those of the filter before. */
  readonly isSearching: boolean
  /** The page that could not be read; undefined while none has failed. */
  readonly failed: FailedQuery | undefined
  readonly hasOlder: boolean
  readonly isReadingOlder: boolean
  readonly readOlder: () => void
}

type Entries = readonly ActivityRow[]

/** Where the first older page begins: in the middle of the newest, so that new entries leave no gap. */
function middleOf(newest: Entries): number | undefined {
  return newest[Math.floor(newest.length / 2)]?.id
}

/** Adds the page that is missing where one does not reach down to the next any more; the same pages else. */
function bridged(befores: readonly number[], pages: readonly (Entries | undefined)[]): readonly number[] {
  const place = befores.findIndex((before, index) => (pages[index]?.at(-1)?.id ?? 0) > before)
  if (place < 0) return befores
  const above = pages[place] ?? []
  const bridge = place === 0 ? middleOf(above) : above.at(-1)?.id
  return bridge === undefined ? befores : befores.toSpliced(place, 0, bridge)
}

/** The pages as one list, without entries that are in two of them, or are an earlier entry of an act above. */
function joined(pages: readonly (Entries | undefined)[]): Entries {
  const entries: ActivityRow[] = []
  const replaced = new Set<number>()
  for (const page of pages) {
    const last = entries.at(-1)?.id ?? Infinity
    for (const entry of page ?? []) {
      if (entry.id >= last || replaced.has(entry.id)) continue
      entries.push(entry)
      for (const { id } of entry.earlier) replaced.add(id)
    }
  }
  return entries
}

type Page = UseQueryResult<ActivityPage>

// A row that cannot be read is counted and never comes: an empty page is the end, whatever the count says.
function isAtEnd(pages: readonly Page[], read: number, total: number): boolean {
  return read >= total || pages.at(-1)?.data?.entries.length === 0
}

/** The journal of all pages; the first is the newest. */
function journalOf(newest: Page, older: readonly Page[], entries: Entries): Omit<Journal, 'readOlder'> {
  const pages = [newest, ...older]
  const total = newest.data?.total ?? 0
  return {
    entries,
    total,
    isRead: newest.data !== undefined,
    isSearching: newest.isPlaceholderData,
    failed: failedOf(pages),
    hasOlder: !newest.isPlaceholderData && !isAtEnd(pages, entries.length, total),
    isReadingOlder: older.some(({ isPending }) => isPending),
  }
}

// Thousands of rows hang on the list: it is another one only when a page is.
function useSame(pages: readonly (Entries | undefined)[]): readonly (Entries | undefined)[] {
  const [retained, setRetained] = useState(pages)
  const isSame = retained.length === pages.length && retained.every((page, index) => page === pages[index])
  if (!isSame) setRetained(pages)
  return isSame ? retained : pages
}

const none: readonly number[] = []

/** Reads what fits a filter page by page: the newest page is read anew as entries are added. */
export function useJournal(filter: ActivityFilter): Journal {
  const key = JSON.stringify(filter)
  const [older, setOlder] = useState({ key, befores: none })
  const befores = older.key === key ? older.befores : none
  const newest = useQuery({ ...activityPage(filter), placeholderData: keepPreviousData })
  const pages = useQueries({ queries: befores.map((before) => activityPage(filter, before)) })
  const read = useSame([newest, ...pages].map(({ data }) => data?.entries))
  const entries = useMemo(() => joined(read), [read])
  const whole = bridged(befores, read)
  if (whole !== befores) setOlder({ key, befores: whole })

  const journal = journalOf(newest, pages, entries)
  return {
    ...journal,
    readOlder: () => {
      const before = befores.length === 0 ? middleOf(journal.entries) : journal.entries.at(-1)?.id
      if (before !== undefined) setOlder({ key, befores: [...befores, before] })
    },
  }
}
