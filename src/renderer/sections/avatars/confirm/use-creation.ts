import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketId } from '../../../../shared/ids.ts'
import type { CreationSource, CreationTicket, Draft, Job } from '../../../../shared/schemas/avatar.ts'
import type { Failure } from '../../../../shared/failure.ts'
import { call, failureOf } from '../../../api/call.ts'
import { useCommand, useProfileTask } from '../../../api/use-command.ts'
import { showToast } from '../../../state/toast-store.ts'

/** Drafts, with those that stay drafts, or one job again. */
export type CreationRequest =
  | { readonly kind: 'drafts'; readonly drafts: readonly Draft[]; readonly leftOut: readonly Draft[] }
  | { readonly kind: 'job'; readonly job: Job }

/** One confirmation from its opening to its end. */
export interface Creation {
  /** The request of the open dialog; null while none is open. */
  readonly request: CreationRequest | null
  /** The ticket shown; null while it is being issued or after a failure. */
  readonly ticket: CreationTicket | null
  readonly isReading: boolean
  readonly isConfirming: boolean
  /** Why there is no ticket, or why confirming failed. */
  readonly failure: Failure | null
  /** Confirming failed: the ticket that is shown was redeemed, and another one is needed. */
  readonly hasFailed: boolean
  /** Keeps its identity. */
  readonly open: (request: CreationRequest) => void
  /** Reads the balance again and takes a new ticket. */
  readonly readAgain: () => void
  /** Spends; a second click while it is in flight does nothing. */
  readonly confirm: () => void
  readonly cancel: () => void
}

/** One opening of the dialog, which a cancel ends. */
interface Attempt {
  isCancelled: boolean
}

interface Opening {
  readonly requested: CreationRequest
  readonly attempt: Attempt
}

function sourceOf(requested: CreationRequest): CreationSource {
  return requested.kind === 'job'
    ? { kind: 'job', jobId: requested.job.id }
    : { kind: 'drafts', draftIds: requested.drafts.map((draft) => draft.id) }
}

/** Opens confirmations, confirms each once. `flush` saves what was typed before main reads it. */
export function useCreation(flush: () => Promise<void>): Creation {
  const { t } = useTranslation('avatars')
  const [request, setRequest] = useState<CreationRequest | null>(null)
  const current = useRef<Attempt | null>(null)
  // The second click of a double click comes before the first has drawn anything.
  const sentTicket = useRef<TicketId | null>(null)
  const opening = useProfileTask({
    run: async ({ requested, attempt }: Opening, { profileId }) => {
      await flush()
      return attempt.isCancelled ? null : call('creation.open', sourceOf(requested), profileId)
    },
  })
  const confirming = useCommand('creation.confirm', {
    onDone: ({ jobIds }) => {
      showToast({ text: t('confirm.queued', { count: jobIds.length }) })
      current.current = null
      setRequest(null)
    },
  })

  const { mutate: openTicket } = opening
  const { reset: forgetConfirming } = confirming
  const open = useCallback(
    (requested: CreationRequest): void => {
      forgetConfirming()
      current.current ??= { isCancelled: false }
      setRequest(requested)
      openTicket({ requested, attempt: current.current })
    },
    [forgetConfirming, openTicket],
  )
  const ticket = opening.data ?? null
  const error = confirming.error ?? opening.error
  return {
    request,
    ticket,
    isReading: opening.isPending,
    isConfirming: confirming.isPending,
    failure: error === null ? null : failureOf(error),
    hasFailed: confirming.error !== null,
    open,
    readAgain: () => {
      if (request !== null) open(request)
    },
    confirm: () => {
      if (ticket === null || sentTicket.current === ticket.ticket) return
      sentTicket.current = ticket.ticket
      confirming.mutate({ ticket: ticket.ticket })
    },
    cancel: () => {
      setRequest(null)
      opening.reset()
      confirming.reset()
      if (current.current !== null) current.current.isCancelled = true
      current.current = null
    },
  }
}
