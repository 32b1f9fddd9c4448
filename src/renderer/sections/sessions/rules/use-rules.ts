/** The rules of the open profile but those just removed. */
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/queries.ts'
import { useRemoved } from '../../../state/removed-store.ts'

export function useAlerts() {
  const removed = useRemoved()
  return useQuery({
    ...read('alert.read', {}),
    select: (alerts) => ({
      ...alerts,
      rules: alerts.rules.filter(({ id }) => !removed.has(id)),
      active: alerts.active.filter(({ ruleId }) => !removed.has(ruleId)),
    }),
  })
}

export function useCloseRules() {
  const removed = useRemoved()
  return useQuery({
    ...read('closeRule.read', {}),
    select: ({ rules, suggestions }) => ({
      rules: rules.filter(({ id }) => !removed.has(id)),
      suggestions: suggestions.filter(({ ruleId }) => !removed.has(ruleId)),
    }),
  })
}
