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
  /** The data that could not be read; undefined when the surrounding page makes it clear. */
  readonly about?: string | undefined
  readonly live?: 'status' | 'none'
}

/** Shows why a read failed, with a button that reads again; nothing while no read has failed. */
export function QueryFailure({ query: { error, isFetching, refetch }, ...rest }: QueryFailureProps) {
  return <ErrorNotice {...rest} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
}

interface UnreadProps extends QueryFailureProps {
  readonly query: FailedQuery & { readonly isPending: boolean }
  /** The expected number of lines of the content. */
  readonly lines: number
}

/** A skeleton while data is being read, or the reason why the read failed; nothing after a successful read. */
export function Unread({ lines, ...failure }: UnreadProps) {
  const { t } = useTexts('common')
  return failure.query.isPending ? <Skeleton label={t('loading')} lines={lines} /> : <QueryFailure {...failure} />
}

interface RefreshFailureProps {
  /** The refresh that the operator requested. */
  readonly refresh: Pick<Task<never, unknown>, 'error' | 'startedAt'>
  readonly about: string
  /** The data that was read last and the failure since then, which the page shows beside the data. */
  readonly figures: Pick<Concurrency | Account, 'latest' | 'failure'> | undefined
}

/** Shows why a refresh failed, unless the failure is already shown or a newer value or failure exists. */
export function RefreshFailure({ refresh: { error, startedAt }, about, figures }: RefreshFailureProps) {
  const isPast = [figures?.latest, figures?.failure].some((one) => one && one.at >= startedAt)
  if (error === null || isPast) return null
  const failure = failureOf(error)
  // Main sends a service failure with the values, a frame later.
  const isShown = isServiceFailure(failure) || failure.kind === figures?.failure?.failure.kind
  return isShown ? null : <ErrorNotice failure={failure} about={about} />
}
