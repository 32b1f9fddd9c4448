import { useState } from 'react'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useProfileTask } from '../../../api/use-command.ts'

/** How the ticket is issued, and what is sent with it. */
export interface ConfirmedCommandOptions<Target, Ticket, Answer> {
  readonly open: (target: Target, scope: ProfileScope) => Promise<Ticket>
  readonly send: (confirmed: Confirmed<Ticket>, scope: ProfileScope) => Promise<Answer>
  readonly onSent?: ((answer: Answer, confirmed: Confirmed<Ticket>) => void) | undefined
}

/** A ticket, and what the operator typed to confirm it. */
export interface Confirmed<Ticket> {
  readonly ticket: Ticket
  readonly typed: string
}

/** A command that needs a confirmation: opened, confirmed, sent once. */
export interface ConfirmedCommand<Target, Ticket> {
  readonly ask: (target: Target) => void
  readonly isAsking: boolean
  /** The target of the last confirmation. */
  readonly asked: Target | undefined
  /** The open confirmation; null when none is. */
  readonly ticket: Ticket | null
  readonly cancel: () => void
  readonly confirm: (typed: string) => void
  readonly isClosing: boolean
  /** Why it was not sent, or why no ticket was issued. */
  readonly error: Error | null
}

/** Opens a confirmation and sends what was confirmed once; opening another one resets everything. */
export function useConfirmedCommand<Target, Ticket, Answer>(
  options: ConfirmedCommandOptions<Target, Ticket, Answer>,
): ConfirmedCommand<Target, Ticket> {
  const [ticket, setTicket] = useState<Ticket | null>(null)
  const open = useProfileTask({ run: options.open })
  const close = useProfileTask({
    run: options.send,
    onAnswer: (answer, confirmed) => options.onSent?.(answer, confirmed),
    onEnd: () => setTicket(null),
  })
  return {
    ask: (target) => {
      close.reset()
      if (!open.isPending) open.mutate(target, setTicket)
    },
    isAsking: open.isPending,
    asked: open.input,
    ticket,
    cancel: () => {
      // A ticket still being issued is dropped with it: a cancelled confirmation does not come back.
      open.reset()
      setTicket(null)
    },
    confirm: (typed) => {
      if (ticket !== null && !close.isPending) close.mutate({ ticket, typed })
    },
    isClosing: close.isPending,
    error: close.error ?? open.error,
  }
}
