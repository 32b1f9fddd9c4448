import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DraftId, JobId, TicketId } from '../../../../shared/ids.ts'
import type { CreationSource } from '../../../../shared/schemas/avatar.ts'
import { call, failureOf } from '../../../api/call.ts'
import { useCommand, useProfileTask } from '../../../api/use-command.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { dismissRejectedFiles } from '../../../state/intake-store.ts'
import { showToast } from '../../../state/toast-store.ts'

/** Creates drafts, or creates jobs again. */
export type CreationRequest =
  | {
      readonly kind: 'drafts'
      readonly draftIds: readonly DraftId[]
      /** True when the drafts are as many as the balance covers, which the button then states. */
      readonly isFirst: boolean
    }
  | { readonly kind: 'jobs'; readonly jobIds: readonly JobId[] }

/** One confirmation from its opening to its end. */
export type Creation = ReturnType<typeof useCreation>

interface CreationOptions {
  /** Saves typed fields before main reads them. */
  readonly flush: () => Promise<void>
  /** Called once the request is in the queue and the dialog is closed. */
  readonly onConfirmed: (request: CreationRequest) => void
}

/** Opens confirmations, confirms each once. */
export function useCreation({ flush, onConfirmed }: CreationOptions) {
  const { t } = useTexts('avatars')
  const [request, setRequest] = useState<CreationRequest | null>(null)
  // The request that the dialog shows now, for tasks that started earlier; null once it is cancelled or done.
  const shown = useRef<CreationRequest | null>(null)
  // The ticket that was sent: the second click of a double click comes before the first click is drawn.
  const sentTicket = useRef<TicketId | null>(null)
  const show = (next: CreationRequest | null): void => {
    shown.current = next
    setRequest(next)
  }
  const opening = useProfileTask({
    run: async (requested: CreationRequest, { profileId }) => {
      await flush()
      if (shown.current !== requested) return null
      const source: CreationSource =
        requested.kind === 'jobs'
          ? { kind: 'jobs', jobIds: [...requested.jobIds] }
          : { kind: 'drafts', draftIds: [...requested.draftIds] }
      return call('creation.open', source, profileId)
    },
  })
  const confirming = useCommand('creation.confirm', {
    onDone: ({ jobIds }) => {
      showToast({ text: t('confirm.queued', { count: jobIds.length }) })
      const confirmed = shown.current
      // The operator has seen which files are not in the batch.
      if (confirmed?.kind === 'drafts') dismissRejectedFiles(null)
      // The dialog returns the focus when it closes.
      flushSync(() => show(null))
      if (confirmed !== null) onConfirmed(confirmed)
    },
  })

  const { mutate: openTicket } = opening
  const { reset: forgetConfirming } = confirming
  const open = useCallback(
    (requested: CreationRequest): void => {
      forgetConfirming()
      shown.current = requested
      setRequest(requested)
      openTicket(requested)
    },
    [forgetConfirming, openTicket],
  )
  // Null while it is being issued, and after a failure.
  const ticket = opening.data ?? null
  const error = confirming.error ?? opening.error
  return {
    request,
    ticket,
    isReading: opening.isPending,
    isConfirming: confirming.isPending,
    /** Why there is no ticket, or why confirming failed. */
    failure: error === null ? null : failureOf(error),
    /** Confirming failed: the shown ticket was redeemed, and a new ticket is needed. */
    hasFailed: confirming.error !== null,
    /** Keeps its identity. */
    open,
    /** Reads the balance again and takes a new ticket. */
    readAgain: () => {
      if (request !== null) open(request)
    },
    /** Spends creations; a second click with the same ticket does nothing. */
    confirm: () => {
      if (ticket === null || sentTicket.current === ticket.ticket) return
      sentTicket.current = ticket.ticket
      confirming.mutate({ ticket: ticket.ticket })
    },
    cancel: () => {
      show(null)
      opening.reset()
      confirming.reset()
    },
  }
}
