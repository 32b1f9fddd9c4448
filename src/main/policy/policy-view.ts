import type { PolicyView } from '../../shared/schemas/policy.ts'
import { managedId } from './managed-settings.ts'
import type { ActivePolicy } from './read-policy.ts'

/** What windows show of a policy; null where there is none. */
export function policyView(policy: ActivePolicy): PolicyView | null {
  const { file, profiles, allowedHosts, leastProtection, sessionOnlySecrets, logLevel, updates } = policy
  if (file === null) return null
  return {
    ...{ file, allowedHosts, leastProtection, sessionOnlySecrets, logLevel },
    profileIds: profiles.map(managedId),
    ...(updates === undefined ? {} : { updatesFeed: updates.feed }),
  }
}
