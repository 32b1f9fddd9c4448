import { useTranslation } from 'react-i18next'
import { isServiceFailure } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import { failureOf } from '../api/call.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ErrorNotice } from './error-notice.tsx'

export interface FailedQuery {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface QueryFailureProps {
  readonly query: FailedQuery
  /** What could not be read; undefined when the place makes it clear. */
  readonly about?: string | undefined
  readonly live?: 'status' | 'none'
}

/** Why something could not be read, with the button that reads it again; nothing while no read has failed. */
export function QueryFailure({ query: { error, isFetching, refetch }, ...rest }: QueryFailureProps) {
  return <ErrorNotice {...rest} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
}

interface UnreadProps extends QueryFailureProps {
  readonly query: FailedQuery & { readonly isPending: boolean }
  /** As many as are expected in its place. */
  readonly lines: number
}

/** In the place of what is being read, or why it could not be read; nothing once it was. */
export function Unread({ lines, ...failure }: UnreadProps) {
  const { t } = useTranslation('common')
  return failure.query.isPending ? <Skeleton label={t('loading')} lines={lines} /> : <QueryFailure {...failure} />
}

interface RefreshFailureProps {
  /** The rejection of a manual refresh; null when there was none. */
  readonly error: unknown
  readonly about: string
  /** What stands beside the values that could not be read. */
  readonly shown: Failure | undefined
}

/** Why a refresh by hand did not get as far as the service, unless that is shown. What a call failed with always is. */
export function RefreshFailure({ error, about, shown }: RefreshFailureProps) {
  if (error === null) return null
  const failure = failureOf(error)
  if (isServiceFailure(failure) || failure.kind === shown?.kind) return null
  return <ErrorNotice failure={failure} about={about} />
}

/** The failed one among pages that are read on their own; undefined while none has failed. */
export function failedOf<Query extends { readonly isError: boolean }>(queries: readonly Query[]): Query | undefined {
  return queries.find(({ isError }) => isError)
}
