import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CommandName, InputOf, OutputOf } from '../../../shared/contract.ts'
import type { Draft } from '../../../shared/schemas/avatar.ts'
import { call } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'

const noDrafts: readonly Draft[] = []

/** The drafts of the open profile; none until main has answered. */
export function useDrafts(): readonly Draft[] {
  return useQuery(queries.creator()).data?.drafts ?? noDrafts
}

/** Reads drafts and queue anew: after a command of this page, main announces neither drafts nor fields. */
export function useRereadCreator(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: queries.creator().queryKey }), [client])
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
