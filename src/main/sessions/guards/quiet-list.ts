/** Sessions that a rule does not name again for a while, because its proposal was cancelled or lapsed. */
import type { RuleId } from '../../../shared/ids.ts'
import type { KnownSession } from '../../../shared/schemas/inbox.ts'
import type { Clock } from '../../clock.ts'

/** The quiet list. */
export interface QuietList {
  readonly add: (ruleId: RuleId, sessions: readonly KnownSession[]) => void
  /** For a quarter of an hour, and until the operator changes something about the session. */
  readonly has: (ruleId: RuleId, session: KnownSession) => boolean
}

const quietMs = 15 * 60_000

function faceOf({ appId, label, note }: KnownSession): string {
  return JSON.stringify([appId, label, note])
}

/** Gives an empty list. It lives in memory: a restart asks anew, with a whole countdown. */
export function createQuietList(clock: Clock): QuietList {
  const kept = new Map<string, { readonly since: number; readonly face: string }>()
  const keyOf = (ruleId: RuleId, { sessionId }: KnownSession): string => `${ruleId} ${sessionId}`
  // Set back, the clock would keep them quiet until it has caught up: then they are asked about once too often.
  const isOver = (since: number): boolean => clock.now() - since >= quietMs || clock.now() < since

  return {
    add: (ruleId, sessions) => {
      for (const [key, { since }] of kept) if (isOver(since)) kept.delete(key)
      for (const session of sessions) kept.set(keyOf(ruleId, session), { since: clock.now(), face: faceOf(session) })
    },
    has: (ruleId, session) => {
      const entry = kept.get(keyOf(ruleId, session))
      return entry !== undefined && !isOver(entry.since) && entry.face === faceOf(session)
    },
  }
}
