import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

/** What is asked for a ticket, and what is sent with it. */
export interface TicketedOptions<Target, Ticket, Answer> {
  readonly open: (target: Target) => Promise<Ticket>
  readonly send: (ticket: Ticket, typed: string) => Promise<Answer>
  readonly onSent?: (() => void) | undefined
}

/** A command that needs a confirmation: asked for, confirmed, sent once. */
export interface Ticketed<Target, Ticket, Answer> {
  readonly ask: (target: Target) => void
  readonly isAsking: boolean
  /** What was asked for last. */
  readonly asked: Target | undefined
  /** The open confirmation; null when none is. */
  readonly ticket: Ticket | null
  readonly cancel: () => void
  readonly confirm: (typed: string) => void
  readonly isClosing: boolean
  readonly answer: Answer | null
  /** Why it was not sent, or could not be asked for. */
  readonly error: Error | null
}

/** Opens a confirmation and sends what was confirmed once; what came before is forgotten when asked anew. */
export function useTicketed<Target, Ticket, Answer>(
  options: TicketedOptions<Target, Ticket, Answer>,
): Ticketed<Target, Ticket, Answer> {
  const [ticket, setTicket] = useState<Ticket | null>(null)
  const open = useMutation({
    mutationFn: options.open,
    onSuccess: (opened) => {
      setTicket(opened)
    },
  })
  const close = useMutation({
    mutationFn: (confirmed: { readonly ticket: Ticket; readonly typed: string }) =>
      options.send(confirmed.ticket, confirmed.typed),
    onSuccess: () => options.onSent?.(),
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
    asked: open.variables,
    ticket,
    cancel: () => {
      setTicket(null)
    },
    confirm: (typed) => {
      if (ticket !== null && !close.isPending) close.mutate({ ticket, typed })
    },
    isClosing: close.isPending,
    answer: close.data ?? null,
    error: close.error ?? open.error,
  }
}
