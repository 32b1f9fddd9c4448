import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CommandName, InputOf, OutputOf } from '../../../shared/contract.ts'
import type { Draft } from '../../../shared/schemas/avatar.ts'
import { call } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'

const noDrafts: readonly Draft[] = []
const { queryKey } = queries.creator()

/** The drafts of the open profile; none until main has answered. */
export function useDrafts(): readonly Draft[] {
  return useQuery(queries.creator()).data?.drafts ?? noDrafts
}

/** The drafts as the cache has them now. */
export function readDrafts(client: QueryClient): readonly Draft[] {
  return client.getQueryData(queryKey)?.drafts ?? noDrafts
}

/** Reads drafts and shared fields anew: after a command of this page, main announces neither. */
export function rereadCreator(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey })
}

// A reading under way may have been answered before the change, and would take it back.
function keepNewest(client: QueryClient): void {
  if (client.isFetching({ queryKey }) > 0) void rereadCreator(client)
}

/** Writes a draft that main answered into the cache; one that is no longer there stays away. */
export function writeDraft(client: QueryClient, changed: Draft): void {
  client.setQueryData(
    queryKey,
    (creator) =>
      creator && { ...creator, drafts: creator.drafts.map((draft) => (draft.id === changed.id ? changed : draft)) },
  )
  keepNewest(client)
}

/** Writes drafts that main added at the end of the list. */
export function appendDrafts(client: QueryClient, added: readonly Draft[]): void {
  client.setQueryData(queryKey, (creator) => {
    if (creator === undefined) return creator
    const known = new Set(creator.drafts.map(({ id }) => id))
    return { ...creator, drafts: [...creator.drafts, ...added.filter(({ id }) => !known.has(id))] }
  })
  keepNewest(client)
}

/** `rereadCreator` of this page's cache. */
export function useRereadCreator(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => rereadCreator(client), [client])
}

/** A command on drafts as a mutation; the drafts are read again before it counts as done. */
export function useDraftCommand<Name extends Extract<CommandName, `draft.${string}`>>(name: Name) {
  const reread = useRereadCreator()
  return useMutation({
    mutationFn: async (input: InputOf<Name>): Promise<OutputOf<Name>> => {
      const answer = await call(name, input)
      await reread()
      return answer
    },
  })
}
