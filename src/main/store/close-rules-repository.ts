/** The table of close suggestion rules. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ProfileId, RuleId, SessionId } from '../../shared/ids.ts'
import { closeRule } from '../../shared/schemas/close-rule.ts'
import type { CloseRule } from '../../shared/schemas/close-rule.ts'
import type { Log } from '../lib/log.ts'
import { redactSecrets } from '../lib/redaction.ts'
import { storing } from './storage-failure.ts'

/** The rows of close suggestion rules. Every function throws a `storage` failure when the database refuses. */
export interface CloseRulesRepository {
  /** The rules of a profile, in the order in which they were made. A row that cannot be read is passed over and logged. */
  readonly list: (profileId: ProfileId) => CloseRule[]
  /** Makes a rule at `at` (epoch ms), or writes over the one of that id. */
  readonly save: (profileId: ProfileId, rule: CloseRule, at: number) => void
  /** Answers false when the profile has no such rule. */
  readonly remove: (profileId: ProfileId, id: RuleId) => boolean
  /** Which of these sessions a close was ever begun for in this profile, by the journal, whatever came of it. */
  readonly tried: (profileId: ProfileId, ids: readonly SessionId[]) => ReadonlySet<SessionId>
}

type Row = Readonly<Record<string, SQLOutputValue>>

function ruleOf(row: Row): CloseRule {
  return closeRule.parse({
    id: row['id'],
    appId: row['app_id'],
    condition: JSON.parse(String(row['condition'])) as unknown,
    isOn: row['is_on'] === 1,
    countdownSeconds: row['countdown_seconds'],
  })
}

export function createCloseRulesRepository(database: DatabaseSync, log: Log): CloseRulesRepository {
  const ofProfile = database.prepare('SELECT * FROM guard_rules WHERE profile_id = ? ORDER BY made_at, id')
  // Rules of earlier versions could close by themselves where `acts_alone` was 1; nothing reads that column any more.
  const save = database.prepare(`
    INSERT INTO guard_rules (id, profile_id, app_id, condition, is_on, acts_alone, countdown_seconds, made_at)
      VALUES (:id, :profileId, :appId, :condition, :isOn, 0, :countdownSeconds, :at)
      ON CONFLICT (id) DO UPDATE SET app_id = :appId, condition = :condition, is_on = :isOn, acts_alone = 0,
        countdown_seconds = :countdownSeconds`)
  const remove = database.prepare('DELETE FROM guard_rules WHERE profile_id = ? AND id = ?')
  const tried = database.prepare(`
    SELECT DISTINCT target FROM activity
      WHERE profile_id = ? AND action = 'session.close' AND target IN (SELECT value FROM json_each(?))`)
  // One unreadable row must not hide the others; it stays in the database, and the log says which it is.
  const readable = (row: Row): CloseRule[] => {
    try {
      return [ruleOf(row)]
    } catch (error) {
      log.error(`close suggestion rule ${String(row['id'])} cannot be read from the database`, error)
      return []
    }
  }
  return {
    list: (profileId) => storing(() => ofProfile.all(profileId)).flatMap(readable),
    save: (profileId, { condition, isOn, ...rest }, at) => {
      storing(() => save.run({ ...rest, isOn: Number(isOn), condition: JSON.stringify(condition), profileId, at }))
    },
    remove: (profileId, id) => storing(() => remove.run(profileId, id).changes === 1),
    tried: (profileId, ids) =>
      storing(() => {
        // The journal holds no text that looks like a token: then any of them counts for all of them.
        const targets = new Set(
          tried.all(profileId, JSON.stringify(ids.map(redactSecrets))).map(({ target }) => target),
        )
        return new Set(ids.filter((id) => targets.has(redactSecrets(id))))
      }),
  }
}
