import { useState } from 'react'
import type { AppId } from '../../../../shared/ids.ts'
import type { CloseOutcome, CloseTicket } from '../../../../shared/schemas/session.ts'
import { call } from '../../../api/call.ts'
import { useEvent } from '../../../api/events.ts'
import { useConfirmedCommand } from './use-confirmed-command.ts'
import type { ConfirmedCommand } from './use-confirmed-command.ts'

/** The session to close, and whose call it is if that is known. */
export interface CloseTarget {
  readonly sessionId: string
  readonly appId: AppId | null
}

/** Closing one session; its answer is the outcome. */
export type CloseSession = ConfirmedCommand<CloseTarget, CloseTicket, CloseOutcome>

/** Opens the light confirmation of one session and sends it once; the counts around it follow what main reads later. */
export function useCloseSession(): CloseSession {
  const [counted, setCounted] = useState<CloseOutcome | null>(null)
  useEvent('close.changed', setCounted)
  const closing = useConfirmedCommand({
    open: ({ sessionId, appId }: CloseTarget, { profileId }) =>
      call('session.openClose', { sessionId, appId }, profileId),
    send: ({ ticket: { ticket }, typed }, { profileId }) => call('session.close', { ticket, typed }, profileId),
  })
  const { answer } = closing
  const isSame = answer !== null && counted?.sessionId === answer.sessionId && counted.at === answer.at
  return isSame ? { ...closing, answer: counted } : closing
}
