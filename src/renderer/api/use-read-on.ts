import { useCallback } from 'react'

/** The parts of a `useInfiniteQuery` result that this uses. */
export interface PagedQuery {
  readonly fetchNextPage: () => unknown
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isError: boolean
}

/** Reads the next page, for the end of a table; undefined while there is none, or something is read, or has failed. */
export function useReadOn({ fetchNextPage, hasNextPage, isFetching, isError }: PagedQuery): (() => void) | undefined {
  const readOn = useCallback(() => void fetchNextPage(), [fetchNextPage])
  return hasNextPage && !isFetching && !isError ? readOn : undefined
}
