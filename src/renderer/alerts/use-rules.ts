/** The alert rules of the open profile, set or unset, for the pages that edit them. */
import { useQuery } from '@tanstack/react-query'
import type { InputOf } from '../../shared/contract.ts'
import { isSameRule, unsetRule } from '../../shared/model/alert-kinds.ts'
import type { RuleIdentity } from '../../shared/model/alert-kinds.ts'
import type { AppId } from '../../shared/ids.ts'
import type { AlertRule, Alerts } from '../../shared/schemas/alert.ts'
import { read } from '../api/queries.ts'
import { useCommand } from '../api/use-command.ts'
import type { Task } from '../api/use-command.ts'

export const useAlerts = () => useQuery(read('alert.read', {}))

/** The number of simultaneous calls that an application allows; null when the operator entered none. */
export function useCapacity(appId: AppId): number | null {
  return useAlerts().data?.settings.capacities[appId] ?? null
}

/**
 * The sum of the applications' capacities; null when one of them has no capacity, because the sum would be too small.
 */
export function useTotalCapacity(appIds: readonly AppId[]): number | null {
  const capacities = useAlerts().data?.settings.capacities ?? {}
  return appIds.reduce<number | null>((sum, appId) => {
    const capacity = capacities[appId] ?? null
    return sum === null || capacity === null ? null : sum + capacity
  }, 0)
}

/** The rule as it is set, or its initial state. */
export function ruleIn({ rules, settings }: Alerts, identity: RuleIdentity): AlertRule {
  const capacity = settings.capacities[identity.appId ?? ''] ?? null
  return rules.find((rule) => isSameRule(rule, identity)) ?? unsetRule(identity, capacity)
}

export type SetRule = Task<InputOf<'alert.set'>, unknown>

/** Runs the commands one after the other, so that the last answer is the newest. */
export const useSetRule = (): SetRule => useCommand('alert.set', { queue: 'alert.set' })
