import { useEffect } from 'react'
import { limits } from '../../shared/model/limits.ts'
import type { ProfileScope } from './shown-profile.ts'
import { useProfileTask } from './use-command.ts'

const debounceMs = 250

/**
 * Lets main find ids in a text, debounced. `found` is null before the first text was analysed, and belongs to the
 * previous text while a new text is searched.
 */
export function useTextIdCandidates<Found>(
  text: string,
  propose: (text: string, scope: ProfileScope) => Promise<readonly Found[]>,
) {
  // Not a query, because megabytes of text must not become a cache key.
  const { mutate, reset, input, data, isPending, error } = useProfileTask({ run: propose })
  const searched = text.slice(0, limits.searchedText)
  useEffect(() => {
    if (searched.trim() === '') {
      reset()
      return undefined
    }
    const timer = setTimeout(() => mutate(searched), debounceMs)
    return () => clearTimeout(timer)
  }, [searched, mutate, reset])
  const isSearching = isPending || (searched.trim() !== '' && input !== searched)
  return { found: data ?? null, isSearching, error, retry: () => mutate(searched) }
}
