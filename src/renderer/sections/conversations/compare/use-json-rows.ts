import { useQueries } from '@tanstack/react-query'
import type { JsonDiffRow } from '../../../../shared/model/conversation-changes.ts'
import type { ComparedPair } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import { failedOf } from '../../../failures/query-failure.tsx'
import type { FailedQuery } from '../../../failures/query-failure.tsx'

export const rowsPerPage = 200

/** Rows that are read page by page. */
export interface JsonRows {
  /** Null while it is on its way, or where its page could not be read. */
  readonly at: (row: number) => JsonDiffRow | null
  /** A page that could not be read. */
  readonly failed: FailedQuery | undefined
}

/** Fetches the pages that hold these rows. */
export function useJsonRows(pair: ComparedPair, requested: readonly number[]): JsonRows {
  const pages = [...new Set(requested.map((row) => Math.floor(row / rowsPerPage)))]
  const answers = useQueries({
    queries: pages.map((page) => read('comparison.json', { ...pair, from: page * rowsPerPage, count: rowsPerPage })),
  })
  const byPage = new Map(pages.map((page, place) => [page, answers[place]?.data?.rows]))
  return {
    at: (row) => byPage.get(Math.floor(row / rowsPerPage))?.[row % rowsPerPage] ?? null,
    failed: failedOf(answers),
  }
}
