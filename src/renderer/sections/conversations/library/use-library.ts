import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { LibraryEntry, LibraryQuery, PlannedReads } from '../../../../shared/schemas/library.ts'
import { queries } from '../../../api/queries.ts'

function relist(client: QueryClient): Promise<unknown> {
  return Promise.all(['library.list', 'library.overview'].map((name) => client.invalidateQueries({ queryKey: [name] })))
}

/** The entries that are asked for; while others are on their way, those of before. */
export function useEntries(query: LibraryQuery) {
  return useQuery({ ...queries.library(query), placeholderData: keepPreviousData })
}

/** A command on one conversation of the library; what it answers is shown at once. */
export function useEntryCommand<Input>(command: (input: Input) => Promise<LibraryEntry>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: command,
    onSuccess: (entry) => {
      client.setQueryData(queries.libraryEntry(entry.conversationId).queryKey, entry)
      return relist(client)
    },
  })
}

/** A command on the planned look-ups; what it answers is shown at once. */
export function usePlannedCommand<Input>(command: (input: Input) => Promise<PlannedReads>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: command,
    onSuccess: (planned) => {
      client.setQueryData(queries.plannedReads().queryKey, planned)
      return relist(client)
    },
  })
}
