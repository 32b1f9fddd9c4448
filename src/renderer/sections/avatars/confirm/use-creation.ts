import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { DraftId, TicketId } from '../../../../shared/ids.ts'
import type { CreationSource, CreationTicket, Draft, Job } from '../../../../shared/schemas/avatar.ts'
import type { Failure } from '../../../../shared/failure.ts'
import { call, failureOf } from '../../../api/call.ts'
import { rereadCreator } from '../../../api/creator-cache.ts'
import { profileScope } from '../../../api/shown-profile.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useCommand, useProfileTask } from '../../../api/use-command.ts'

/** All drafts, or one job again. */
export type CreationRequest =
  { readonly kind: 'drafts'; readonly drafts: readonly Draft[] } | { readonly kind: 'job'; readonly job: Job }

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
  /** Avatars of the last confirmation; null before any. */
  readonly confirmed: number | null
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
  readonly scope: ProfileScope
  isCancelled: boolean
  /** Made because "Create avatars" was pressed with no draft at all; it goes again when the operator cancels. */
  madeDraft: DraftId | null
}

interface Opening {
  readonly requested: CreationRequest
  readonly attempt: Attempt
}

// A function, as the answer may be another after an await.
const wasCancelled = ({ isCancelled }: Attempt): boolean => isCancelled

/** null: it was cancelled meanwhile. */
async function sourceOf(requested: CreationRequest, attempt: Attempt): Promise<CreationSource | null> {
  if (wasCancelled(attempt)) return null
  if (requested.kind === 'job') return { kind: 'job', jobId: requested.job.id }
  if (requested.drafts.length > 0) return { kind: 'drafts', draftIds: requested.drafts.map((draft) => draft.id) }
  attempt.madeDraft ??= (await call('draft.addWithoutImage', {}, attempt.scope.profileId)).id
  return wasCancelled(attempt) ? null : { kind: 'drafts', draftIds: [attempt.madeDraft] }
}

/** Opens confirmations, confirms each once. `flush` saves what was typed before main reads it. */
export function useCreation(flush: () => Promise<void>): Creation {
  const client = useQueryClient()
  const [request, setRequest] = useState<CreationRequest | null>(null)
  const current = useRef<Attempt | null>(null)
  // The second click of a double click comes before the first has drawn anything.
  const sentTicket = useRef<TicketId | null>(null)
  const { mutate: dropMade } = useProfileTask({
    run: async (attempt: Attempt) => {
      const { madeDraft, scope } = attempt
      attempt.madeDraft = null
      if (madeDraft !== null) await call('draft.remove', { draftId: madeDraft }, scope.profileId)
    },
    onEnd: () => rereadCreator(client),
  })
  const opening = useProfileTask({
    run: async ({ requested, attempt }: Opening, { profileId }) => {
      await flush()
      const source = await sourceOf(requested, attempt)
      if (source !== null) return call('creation.open', source, profileId)
      // A draft that was being made when it was cancelled is known here alone.
      dropMade(attempt)
      return null
    },
  })
  const confirming = useCommand('creation.confirm', {
    onDone: () => {
      current.current = null
      setRequest(null)
    },
  })

  const { mutate: openTicket } = opening
  const { reset: forgetConfirming } = confirming
  const open = useCallback(
    (requested: CreationRequest): void => {
      forgetConfirming()
      current.current ??= { scope: profileScope(), isCancelled: false, madeDraft: null }
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
    confirmed: confirming.data?.jobIds.length ?? null,
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
      const attempt = current.current
      current.current = null
      if (attempt === null) return
      attempt.isCancelled = true
      if (attempt.madeDraft !== null) dropMade(attempt)
    },
  }
}
