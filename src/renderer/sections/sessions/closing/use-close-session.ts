import type { AppId } from '../../../../shared/ids.ts'
import type { CloseOutcome, CloseTicket } from '../../../../shared/schemas/session.ts'
import { call } from '../../../api/call.ts'
import { forgetSearchFor } from '../../../state/inbox-view-store.ts'
import { setClosedSession } from '../../../state/sessions-view-store.ts'
import { useConfirmedCommand } from './use-confirmed-command.ts'
import type { ConfirmedCommand } from './use-confirmed-command.ts'

/** The session to close, and whose call it is if that is known. */
export interface CloseTarget {
  readonly sessionId: string
  readonly appId: AppId | null
}

export type CloseSession = ConfirmedCommand<CloseTarget, CloseTicket>

/** Opens the light confirmation of one session and sends it once; the result bar says what became of it. */
export function useCloseSession(onSent?: (outcome: CloseOutcome) => void): CloseSession {
  return useConfirmedCommand({
    open: ({ sessionId, appId }: CloseTarget, { profileId }) =>
      call('session.openClose', { sessionId, appId }, profileId),
    send: ({ ticket: { ticket }, typed }, { profileId }) => call('session.close', { ticket, typed }, profileId),
    onSent: (outcome, { ticket: { label } }) => {
      setClosedSession({ outcome, label })
      // What failed may be tried once more.
      if (outcome.failure === null) forgetSearchFor(outcome.sessionId)
      onSent?.(outcome)
    },
  })
}
