import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { ProposedId } from '../../../../shared/schemas/library.ts'
import { call } from '../../../api/call.ts'

/** The longest text that is looked at, in characters: as much as the contract takes. */
export const longestText = 5_000_000

/** The most ids that are added at once: as many as the contract takes. */
export const mostIds = 10_000

// A text that is still being typed is looked at when the hand rests.
const restMs = 250

/** The ids that main finds in a text, and which of them are ticked. */
export interface Proposals {
  readonly found: readonly ProposedId[] | null
  readonly isLooking: boolean
  readonly error: Error | null
  readonly isTicked: (proposal: ProposedId) => boolean
  readonly ticked: readonly ConversationId[]
  readonly tick: (conversationId: ConversationId, ticked: boolean) => void
  readonly tickAll: (ticked: boolean) => void
}

type Ticks = Readonly<Record<string, boolean>>

const noTicks: Ticks = {}

// What is in the library already needs no tick to stay there; a tick reads it anew.
const isTickedAtFirst = ({ isLikely, isKnown }: ProposedId): boolean => isLikely && !isKnown

/** Looks at a text each time it rests; ticks belong to the ids and stay while the text goes on. */
export function useProposals(text: string): Proposals {
  // A mutation, because megabytes of text are no key of a cache.
  const { mutate, reset, data, isPending, error } = useMutation({
    mutationFn: (looked: string) => call('library.propose', { text: looked }),
  })
  const [ticks, setTicks] = useState(noTicks)
  useEffect(() => {
    if (text.trim() === '') {
      reset()
      return undefined
    }
    const timer = setTimeout(() => {
      mutate(text.slice(0, longestText))
    }, restMs)
    return () => {
      clearTimeout(timer)
    }
  }, [text, mutate, reset])
  const found = data ?? null
  const isTicked = (proposal: ProposedId): boolean => ticks[proposal.conversationId] ?? isTickedAtFirst(proposal)
  return {
    found,
    isLooking: isPending,
    error,
    isTicked,
    ticked: (found ?? []).filter(isTicked).map(({ conversationId }) => conversationId),
    tick: (conversationId, ticked) => {
      setTicks((others) => ({ ...others, [conversationId]: ticked }))
    },
    tickAll: (ticked) => {
      setTicks(Object.fromEntries((found ?? []).map(({ conversationId }) => [conversationId, ticked])))
    },
  }
}
