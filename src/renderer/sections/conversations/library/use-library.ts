import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LibraryQuery } from '../../../../shared/schemas/library.ts'
import { read } from '../../../api/queries.ts'

/** The entries that match; while they are fetched, the previous ones. */
export function useEntries(query: LibraryQuery) {
  return useQuery({ ...read('library.list', query), placeholderData: keepPreviousData })
}
