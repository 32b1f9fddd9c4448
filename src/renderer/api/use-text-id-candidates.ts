import { useEffect } from 'react'
import type { ProfileScope } from './shown-profile.ts'
import { useProfileTask } from './use-command.ts'

/** The longest text that is looked at, in characters: as much as the contract takes. */
export const maxTextLength = 5_000_000

// A text that is still being typed is looked at when the hand rests.
const debounceMs = 250

/** The ids that main finds in a text. */
export interface TextIdCandidates<Found> {
  /** null before a text was looked at. */
  readonly found: readonly Found[] | null
  readonly isSearching: boolean
  readonly error: Error | null
  /** Looks at the text once more. */
  readonly retry: () => void
}

/** Has main look at a text each time it rests. */
export function useTextIdCandidates<Found>(
  text: string,
  propose: (text: string, scope: ProfileScope) => Promise<readonly Found[]>,
): TextIdCandidates<Found> {
  // No query, because megabytes of text are no key of a cache.
  const { mutate, reset, data, isPending, error } = useProfileTask({ run: propose })
  const search = (): void => {
    mutate(text.slice(0, maxTextLength))
  }
  useEffect(() => {
    if (text.trim() === '') {
      reset()
      return undefined
    }
    const timer = setTimeout(() => {
      mutate(text.slice(0, maxTextLength))
    }, debounceMs)
    return () => {
      clearTimeout(timer)
    }
  }, [text, mutate, reset])
  return { found: data ?? null, isSearching: isPending, error, retry: search }
}
