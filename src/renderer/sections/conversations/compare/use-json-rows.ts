import { useQueries } from '@tanstack/react-query'
import type { JsonDiffRow } from '../../../../shared/model/conversation-changes.ts'
import type { ComparedPair } from '../../../../shared/schemas/conversation.ts'
import { queries } from '../../../api/queries.ts'

/** How many rows are asked for at once. */
export const rowsPerPage = 200

/** Asks for the pages that hold these rows; answers what gives a row, null while it is on its way. */
export function useJsonRows(pair: ComparedPair, wanted: readonly number[]): (row: number) => JsonDiffRow | null {
  const pages = [...new Set(wanted.map((row) => Math.floor(row / rowsPerPage)))]
  const answers = useQueries({
    queries: pages.map((page) => queries.jsonComparison({ ...pair, from: page * rowsPerPage, count: rowsPerPage })),
  })
  const byPage = new Map(pages.map((page, place) => [page, answers[place]?.data?.rows]))
  return (row) => byPage.get(Math.floor(row / rowsPerPage))?.[row % rowsPerPage] ?? null
}
