import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionId } from '../../../../shared/ids.ts'
import type { CloseManyTicket } from '../../../../shared/schemas/session.ts'
import { call } from '../../../api/call.ts'

/** The most sessions of one run: as many as the contract takes. */
export const mostClosed = 200

/** Which sessions to close, and the proposal of a guarded rule that named them. */
export interface CloseManyTarget {
  readonly sessionIds: readonly SessionId[]
  readonly proposalId: string | null
}

/** Closing several sessions one after the other: asked for, confirmed, begun once. */
export interface CloseMany {
  readonly ask: (target: CloseManyTarget) => void
  readonly isAsking: boolean
  readonly ticket: CloseManyTicket | null
  /** True when more were asked for than are closed in one go. */
  readonly isCut: boolean
  readonly cancel: () => void
  readonly confirm: (typed: string) => void
  readonly isClosing: boolean
  readonly error: Error | null
}

/** Opens the confirmation that names all of the sessions, and begins the run once; `begun` is told then. */
export function useCloseMany(begun: () => void = () => undefined): CloseMany {
  const [ticket, setTicket] = useState<CloseManyTicket | null>(null)
  const open = useMutation({
    mutationFn: ({ sessionIds, proposalId }: CloseManyTarget) =>
      call('session.openCloseMany', { sessionIds: sessionIds.slice(0, mostClosed), proposalId }),
    onSuccess: setTicket,
  })
  const close = useMutation({
    mutationFn: (confirmed: { readonly ticket: CloseManyTicket; readonly typed: string }) =>
      call('session.closeMany', { ticket: confirmed.ticket.ticket, typed: confirmed.typed }),
    onSuccess: begun,
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
    isCut: (open.variables?.sessionIds.length ?? 0) > mostClosed,
    cancel: () => {
      setTicket(null)
    },
    confirm: (typed) => {
      if (ticket !== null && !close.isPending) close.mutate({ ticket, typed })
    },
    isClosing: close.isPending,
    error: close.error ?? open.error,
  }
}
