import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DraftId, JobId, TicketId } from '../../../../shared/ids.ts'
import type { CreationSource } from '../../../../shared/schemas/avatar.ts'
import { call, failureOf } from '../../../api/call.ts'
import { useCommand, useProfileTask } from '../../../api/use-command.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { dismissRejectedFiles } from '../../../state/intake-store.ts'
import { showToast } from '../../../state/toast-store.ts'

/** Drafts, or jobs again. */
export type CreationRequest =
  | {
      readonly kind: 'drafts'
      readonly draftIds: readonly DraftId[]
      /** As many as the balance covers: the button says so. */
      readonly isFirst: boolean
    }
  | { readonly kind: 'jobs'; readonly jobIds: readonly JobId[] }

/** One confirmation from its opening to its end. */
export type Creation = ReturnType<typeof useCreation>

interface CreationOptions {
  /** Saves what was typed before main reads it. */
  readonly flush: () => Promise<void>
  /** What was requested is in the queue, and the dialog is gone. */
  readonly onConfirmed: (request: CreationRequest) => void
}

/** Opens confirmations, confirms each once. */
export function useCreation({ flush, onConfirmed }: CreationOptions) {
  const { t } = useTexts('avatars')
  const [request, setRequest] = useState<CreationRequest | null>(null)
  // What the dialog shows now, for what was begun before it: null once it was cancelled or is done.
  const shown = useRef<CreationRequest | null>(null)
  // The second click of a double click comes before the first has drawn anything.
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
      // The dialog gives the focus back as it goes.
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
    /** Confirming failed: the ticket that is shown was redeemed, and another one is needed. */
    hasFailed: confirming.error !== null,
    /** Keeps its identity. */
    open,
    /** Reads the balance again and takes a new ticket. */
    readAgain: () => {
      if (request !== null) open(request)
    },
    /** Spends; a second click while it is in flight does nothing. */
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
