import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Alerts } from '../../../../shared/schemas/alert.ts'
import { queries } from '../../../api/queries.ts'

/** A command that answers all alerts: what is on screen follows at once. */
export function useAlertCommand<Input>(command: (input: Input) => Promise<Alerts>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: command,
    onSuccess: (alerts) => {
      client.setQueryData(queries.alerts().queryKey, alerts)
    },
  })
}
