import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DataTag, QueryKey } from '@tanstack/react-query'

/** A command that answers what `query` reads: what is on screen follows at once. */
export function useAnsweringCommand<Answer, Input>(
  query: { readonly queryKey: DataTag<QueryKey, Answer, Error> },
  command: (input: Input) => Promise<Answer>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: command,
    onSuccess: (answer) => {
      client.setQueryData<Answer>(query.queryKey, answer)
    },
  })
}
