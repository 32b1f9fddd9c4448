/** The rules of the open profile, set or not, for the pages on which they are set. */
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

/** Calls that an application can have at once; null where the operator entered none. */
export function useCapacity(appId: AppId): number | null {
  return useAlerts().data?.settings.capacities[appId] ?? null
}

/** The capacities of applications together; null where one of them has none, as a sum without it would be too small. */
export function useTotalCapacity(appIds: readonly AppId[]): number | null {
  const capacities = useAlerts().data?.settings.capacities ?? {}
  return appIds.reduce<number | null>((sum, appId) => {
    const capacity = capacities[appId] ?? null
    return sum === null || capacity === null ? null : sum + capacity
  }, 0)
}

/** As the rule is set, or as it begins. */
export function ruleIn({ rules, settings }: Alerts, identity: RuleIdentity): AlertRule {
  const capacity = settings.capacities[identity.appId ?? ''] ?? null
  return rules.find((rule) => isSameRule(rule, identity)) ?? unsetRule(identity, capacity)
}

export type SetRule = Task<InputOf<'alert.set'>, unknown>

/** One after the other: the last answer is the newest. */
export const useSetRule = (): SetRule => useCommand('alert.set', { queue: 'alert.set' })
