import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LibraryQuery } from '../../../../shared/schemas/library.ts'
import { read } from '../../../api/queries.ts'

/** The entries that are asked for; while others are on their way, those of before. */
export function useEntries(query: LibraryQuery) {
  return useQuery({ ...read('library.list', query), placeholderData: keepPreviousData })
}
