import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ProposedSession } from '../../../../shared/schemas/session.ts'
import { call } from '../../../api/call.ts'

/** The longest text that is looked at, in characters: as much as the contract takes. */
export const longestText = 5_000_000

// A text that is still being typed is looked at when the hand rests.
const restMs = 250

/** The ids that main finds in a text. */
export interface TextProposals {
  /** null before a text was looked at. */
  readonly found: readonly ProposedSession[] | null
  readonly isLooking: boolean
  readonly error: Error | null
}

/** Looks at a text each time it rests. */
export function useTextProposals(text: string): TextProposals {
  // A mutation, because megabytes of text are no key of a cache.
  const { mutate, reset, data, isPending, error } = useMutation({
    mutationFn: (looked: string) => call('inbox.propose', { text: looked }),
  })
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
  return { found: data ?? null, isLooking: isPending, error }
}
