/** The table of muted checks: rules that a profile's operators do not want to hear of. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import { checkRules } from '../../shared/model/conversation-checks.ts'
import type { CheckRule } from '../../shared/model/conversation-checks.ts'
import { storing } from './storage-failure.ts'

/** The rows of muted checks. Every function throws a `storage` failure when the database refuses. */
export interface MutedChecksRepository {
  /** The muted rules of a profile in the order of all rules; one that no longer exists is passed over. */
  readonly list: (profileId: ProfileId) => CheckRule[]
  /** Mutes a rule or lets it speak again; either may be so already. */
  readonly set: (profileId: ProfileId, rule: CheckRule, muted: boolean) => void
}

export function createMutedChecksRepository(database: DatabaseSync): MutedChecksRepository {
  const ofProfile = database.prepare('SELECT rule FROM muted_checks WHERE profile_id = ?')
  const mute = database.prepare('INSERT OR IGNORE INTO muted_checks (profile_id, rule) VALUES (?, ?)')
  const unmute = database.prepare('DELETE FROM muted_checks WHERE profile_id = ? AND rule = ?')
  return {
    list: (profileId) =>
      storing(() => {
        const rules = new Set(ofProfile.all(profileId).map(({ rule }) => String(rule)))
        // The boundary: the keys of the list of rules are the rules.
        return (Object.keys(checkRules) as CheckRule[]).filter((rule) => rules.has(rule))
      }),
    set: (profileId, rule, muted) => {
      storing(() => (muted ? mute : unmute).run(profileId, rule))
    },
  }
}
