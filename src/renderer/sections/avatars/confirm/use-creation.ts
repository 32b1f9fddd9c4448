import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { DraftId, TicketId } from '../../../../shared/ids.ts'
import type { CreationSource, CreationTicket, Draft, Job } from '../../../../shared/schemas/avatar.ts'
import type { Failure } from '../../../../shared/failure.ts'
import { call, failureOf } from '../../../api/call.ts'
import { useRereadCreator } from '../use-creator.ts'

/** What is to be created: all drafts, or one job again. */
export type CreationRequest =
  { readonly kind: 'drafts'; readonly drafts: readonly Draft[] } | { readonly kind: 'job'; readonly job: Job }

/** One confirmation from its opening to its end. */
export interface Creation {
  /** What the open dialog is about; null while none is open. */
  readonly request: CreationRequest | null
  /** What the dialog shows; null while it is being read or after a failure. */
  readonly ticket: CreationTicket | null
  readonly isReading: boolean
  readonly isConfirming: boolean
  /** Why there is no ticket, or why confirming failed. */
  readonly failure: Failure | null
  /** Avatars of the last confirmation; null before any. */
  readonly confirmed: number | null
  /** Keeps its identity. */
  readonly open: (request: CreationRequest) => void
  /** Reads the balance again and takes a new ticket. */
  readonly readAgain: () => void
  /** Spends; a second click while it is under way does nothing. */
  readonly confirm: () => void
  readonly cancel: () => void
}

/** Opens confirmations, confirms each once. `flush` saves what was typed before main reads it. */
export function useCreation(flush: () => Promise<void>): Creation {
  const client = useQueryClient()
  const reread = useRereadCreator()
  const [request, setRequest] = useState<CreationRequest | null>(null)
  // Made because "Create avatars" was pressed with no draft at all; it goes again when the operator cancels.
  const madeDraft = useRef<DraftId | null>(null)
  // The second click of a double click comes before the first has drawn anything.
  const sentTicket = useRef<TicketId | null>(null)

  const sourceOf = async (wanted: CreationRequest): Promise<CreationSource> => {
    if (wanted.kind === 'job') return { kind: 'job', jobId: wanted.job.id }
    if (wanted.drafts.length > 0) return { kind: 'drafts', draftIds: wanted.drafts.map((draft) => draft.id) }
    madeDraft.current ??= (await call('draft.addWithoutImage', {})).id
    return { kind: 'drafts', draftIds: [madeDraft.current] }
  }
  const opening = useMutation({
    mutationFn: async (wanted: CreationRequest) => {
      await flush()
      return call('creation.open', await sourceOf(wanted))
    },
  })
  const confirming = useMutation({
    mutationFn: (ticket: CreationTicket) => call('creation.confirm', { ticket: ticket.ticket }),
    onSuccess: async () => {
      madeDraft.current = null
      setRequest(null)
      await Promise.all([reread(), client.invalidateQueries({ queryKey: ['job.index'] })])
    },
  })
  const dropMade = useMutation({
    mutationFn: (draftId: DraftId) => call('draft.remove', { draftId }),
    onSettled: reread,
  })

  const { mutate: openTicket } = opening
  const { reset: forgetConfirming } = confirming
  const open = useCallback(
    (wanted: CreationRequest): void => {
      forgetConfirming()
      setRequest(wanted)
      openTicket(wanted)
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
    confirmed: confirming.data?.jobIds.length ?? null,
    open,
    readAgain: () => {
      if (request !== null) open(request)
    },
    confirm: () => {
      if (ticket === null || sentTicket.current === ticket.ticket) return
      sentTicket.current = ticket.ticket
      confirming.mutate(ticket)
    },
    cancel: () => {
      setRequest(null)
      opening.reset()
      confirming.reset()
      const made = madeDraft.current
      madeDraft.current = null
      if (made !== null) dropMade.mutate(made)
    },
  }
}
