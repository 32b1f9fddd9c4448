import type { AppId } from '../../../../shared/ids.ts'
import type { CloseOutcome, CloseTicket } from '../../../../shared/schemas/session.ts'
import { call } from '../../../api/call.ts'
import { useTicketed } from './use-ticketed.ts'
import type { Ticketed } from './use-ticketed.ts'

/** The session to close, and whose call it is if that is known. */
export interface CloseTarget {
  readonly sessionId: string
  readonly appId: AppId | null
}

/** Closing one session; its answer is the outcome. */
export type CloseSession = Ticketed<CloseTarget, CloseTicket, CloseOutcome>

/** Opens the light confirmation of one session and sends it once. */
export function useCloseSession(): CloseSession {
  return useTicketed({
    open: ({ sessionId, appId }: CloseTarget) => call('session.openClose', { sessionId, appId }),
    send: ({ ticket }, typed) => call('session.close', { ticket, typed }),
  })
}
