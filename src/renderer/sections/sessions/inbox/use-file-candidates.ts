import { limits } from '../../../../shared/model/limits.ts'
import type { SessionCandidate } from '../../../../shared/schemas/session.ts'
import { call, handOver } from '../../../api/call.ts'
import { useProfileTask } from '../../../api/use-command.ts'

/** The ids in files that were chosen or dropped. */
export interface FileCandidates {
  readonly found: { readonly candidates: readonly SessionCandidate[]; readonly name: string } | null
  readonly isSearching: boolean
  readonly error: Error | null
  readonly search: (files: readonly File[]) => void
  readonly forget: () => void
}

/** Hands files to main, which finds the ids in them. */
export function useFileCandidates(): FileCandidates {
  const { mutate, reset, data, isPending, error } = useProfileTask({
    run: async (files: readonly File[], { profileId }) => {
      const handles = await handOver(files.slice(0, limits.searchedFiles))
      const { fileNames, candidates } = await call('inbox.findIdsInFiles', { handles }, profileId)
      return { candidates, name: fileNames.join(', ').slice(0, limits.sourceName) }
    },
  })
  return {
    found: data ?? null,
    isSearching: isPending,
    error,
    search: (files) => {
      if (files.length > 0 && !isPending) mutate(files)
    },
    forget: reset,
  }
}
