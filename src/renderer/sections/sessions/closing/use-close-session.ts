import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppId } from '../../../../shared/ids.ts'
import type { CloseOutcome, CloseTicket } from '../../../../shared/schemas/session.ts'
import { call } from '../../../api/call.ts'

/** The session to close, and whose call it is if that is known. */
export interface CloseTarget {
  readonly sessionId: string
  readonly appId: AppId | null
}

/** Closing one session: asked for, confirmed, sent once. */
export interface CloseSession {
  readonly ask: (target: CloseTarget) => void
  readonly isAsking: boolean
  /** The open confirmation; null when none is. */
  readonly ticket: CloseTicket | null
  readonly cancel: () => void
  readonly confirm: (typed: string) => void
  readonly isClosing: boolean
  readonly outcome: CloseOutcome | null
  /** Why it was not sent, or could not be asked for. */
  readonly error: Error | null
}

/** Opens the light confirmation of one session and sends it once; what came before is forgotten when asked anew. */
export function useCloseSession(): CloseSession {
  const [ticket, setTicket] = useState<CloseTicket | null>(null)
  const open = useMutation({
    mutationFn: ({ sessionId, appId }: CloseTarget) => call('session.openClose', { sessionId, appId }),
    onSuccess: setTicket,
  })
  const close = useMutation({
    mutationFn: (confirmed: { readonly ticket: CloseTicket; readonly typed: string }) =>
      call('session.close', { ticket: confirmed.ticket.ticket, typed: confirmed.typed }),
    onSettled: () => {
      setTicket(null)
    },
  })
  return {
    ask: (target) => {
      close.reset()
      if (!open.isPending) open.mutate(target)
    },
    isAsking: open.isPending,
    ticket,
    cancel: () => {
      setTicket(null)
    },
    confirm: (typed) => {
      if (ticket !== null && !close.isPending) close.mutate({ ticket, typed })
    },
    isClosing: close.isPending,
    outcome: close.data ?? null,
    error: close.error ?? open.error,
  }
}
