/** Sessions that a rule does not suggest again, because its suggestion was cancelled, lapsed, or was confirmed. */
import type { RuleId } from '../../../shared/ids.ts'
import type { KnownSession } from '../../../shared/schemas/inbox.ts'

/** `now` is in epoch milliseconds. */
export interface SuppressionList {
  readonly add: (ruleId: RuleId, sessions: readonly KnownSession[], now: number) => void
  /** For a quarter of an hour, and until the operator changes something about the session. */
  readonly has: (ruleId: RuleId, session: KnownSession, now: number) => boolean
}

const quietMs = 15 * 60_000

interface Entry {
  readonly since: number
  readonly face: string
}

function faceOf({ appId, label, note }: KnownSession): string {
  return JSON.stringify([appId, label, note])
}

// Set back, the clock would keep them quiet until it has caught up: then they are suggested once too often.
function isOver({ since }: Entry, now: number): boolean {
  return now - since >= quietMs || now < since
}

/** In memory only: a restart suggests again, with a whole countdown. */
export function createSuppressionList(): SuppressionList {
  const suppressed = new Map<string, Entry>()
  const keyOf = (ruleId: RuleId, { sessionId }: KnownSession): string => `${ruleId} ${sessionId}`
  return {
    add: (ruleId, sessions, now) => {
      for (const [key, entry] of suppressed) if (isOver(entry, now)) suppressed.delete(key)
      for (const session of sessions) suppressed.set(keyOf(ruleId, session), { since: now, face: faceOf(session) })
    },
    has: (ruleId, session, now) => {
      const entry = suppressed.get(keyOf(ruleId, session))
      return entry?.face === faceOf(session) && !isOver(entry, now)
    },
  }
}
