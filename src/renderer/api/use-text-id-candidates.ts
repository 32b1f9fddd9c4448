import { useEffect } from 'react'
import { limits } from '../../shared/model/limits.ts'
import type { ProfileScope } from './shown-profile.ts'
import { useProfileTask } from './use-command.ts'

const debounceMs = 250

/**
 * Has main find ids in a text, debounced; `found` is null before a text was analysed, and of the text before while another
 * is searched.
 */
export function useTextIdCandidates<Found>(
  text: string,
  propose: (text: string, scope: ProfileScope) => Promise<readonly Found[]>,
) {
  // No query, because megabytes of text are no key of a cache.
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
