import { failureOf } from '../api/call.ts'
import { ErrorNotice } from './error-notice.tsx'

/** What `useQuery` gives of a read that may have failed. */
export interface FailedQuery {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface QueryFailureProps {
  readonly query: FailedQuery
  /** What could not be read; nothing when the place says it. */
  readonly about?: string | undefined
  /** As of `ErrorNotice`. */
  readonly live?: 'status' | 'none'
}

/** Why something could not be read, with the button that reads it again; nothing while no read has failed. */
export function QueryFailure({ query: { error, isFetching, refetch }, ...rest }: QueryFailureProps) {
  if (error === null) return null
  return <ErrorNotice {...rest} failure={failureOf(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
}

/** The failed one among pages that are read on their own; undefined while none has failed. */
export function failedOf<Query extends { readonly isError: boolean }>(queries: readonly Query[]): Query | undefined {
  return queries.find(({ isError }) => isError)
}
