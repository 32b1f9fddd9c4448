import { isServiceFailure } from '../../shared/failure.ts'
import type { Account } from '../../shared/schemas/account.ts'
import type { Concurrency } from '../../shared/schemas/session.ts'
import { failureOf } from '../api/call.ts'
import type { Task } from '../api/use-command.ts'
import { useTexts } from '../i18n/use-texts.ts'
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
  const { t } = useTexts('common')
  return failure.query.isPending ? <Skeleton label={t('loading')} lines={lines} /> : <QueryFailure {...failure} />
}

interface RefreshFailureProps {
  /** By hand. */
  readonly refresh: Pick<Task<never, unknown>, 'error' | 'startedAt'>
  readonly about: string
  /** What was read last, and the failure since, which is shown beside it. */
  readonly figures: Pick<Concurrency | Account, 'latest' | 'failure'> | undefined
}

/** Why a refresh failed, unless that is shown already, or something was read or shown since. */
export function RefreshFailure({ refresh: { error, startedAt }, about, figures }: RefreshFailureProps) {
  const isPast = [figures?.latest, figures?.failure].some((one) => one && one.at >= startedAt)
  if (error === null || isPast) return null
  const failure = failureOf(error)
  // Main pushes the service's beside the values, a frame later.
  const isShown = isServiceFailure(failure) || failure.kind === figures?.failure?.failure.kind
  return isShown ? null : <ErrorNotice failure={failure} about={about} />
}
