import { useEffect } from 'react'
import { limits } from '../../shared/model/limits.ts'
import type { ProfileScope } from './shown-profile.ts'
import { useProfileTask } from './use-command.ts'

const debounceMs = 250

export interface TextIdCandidates<Found> {
  /** null before a text was analysed. */
  readonly found: readonly Found[] | null
  readonly isSearching: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** Has main find ids in a text, debounced. */
export function useTextIdCandidates<Found>(
  text: string,
  propose: (text: string, scope: ProfileScope) => Promise<readonly Found[]>,
): TextIdCandidates<Found> {
  // No query, because megabytes of text are no key of a cache.
  const { mutate, reset, data, isPending, error } = useProfileTask({ run: propose })
  const searched = text.slice(0, limits.searchedText)
  useEffect(() => {
    if (searched.trim() === '') {
      reset()
      return undefined
    }
    const timer = setTimeout(() => mutate(searched), debounceMs)
    return () => clearTimeout(timer)
  }, [searched, mutate, reset])
  return { found: data ?? null, isSearching: isPending, error, retry: () => mutate(searched) }
}
