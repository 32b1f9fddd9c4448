import type { SessionId } from '../../../../shared/ids.ts'
import { limits } from '../../../../shared/model/limits.ts'
import type { CloseManyTicket } from '../../../../shared/schemas/session.ts'
import { call } from '../../../api/call.ts'
import { useConfirmedCommand } from './use-confirmed-command.ts'
import type { ConfirmedCommand } from './use-confirmed-command.ts'

/** Which sessions to close, and the suggestion of a rule that named them. */
export interface CloseManyTarget {
  readonly sessionIds: readonly SessionId[]
  readonly suggestionId: string | null
}

/** Closing several sessions one after the other, after one confirmation, once. */
export interface CloseMany extends Omit<ConfirmedCommand<CloseManyTarget, CloseManyTicket>, 'asked'> {
  /** True when more were selected than one run closes. */
  readonly isTruncated: boolean
}

/** Opens the confirmation that names all of the sessions, and starts the run once; `begun` is called then. */
export function useCloseMany(begun?: () => void): CloseMany {
  const { asked, ...run } = useConfirmedCommand({
    open: ({ sessionIds, suggestionId }: CloseManyTarget, { profileId }) =>
      call('session.openCloseMany', { sessionIds: sessionIds.slice(0, limits.closedAtOnce), suggestionId }, profileId),
    send: ({ ticket: { ticket }, typed }, { profileId }) => call('session.closeMany', { ticket, typed }, profileId),
    onSent: begun,
  })
  return { ...run, isTruncated: (asked?.sessionIds.length ?? 0) > limits.closedAtOnce }
}
