import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Guards } from '../../../../shared/schemas/guard.ts'
import { queries } from '../../../api/queries.ts'

/** A command that answers all guarded rules: what is on screen follows at once. */
export function useGuardCommand<Input>(command: (input: Input) => Promise<Guards>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: command,
    onSuccess: (guards) => {
      client.setQueryData(queries.guards().queryKey, guards)
    },
  })
}
