/** Sessions that a rule does not name again, because its proposal was cancelled, lapsed, or was carried out. */
import type { RuleId } from '../../../shared/ids.ts'
import type { KnownSession } from '../../../shared/schemas/inbox.ts'

/** When something is said or asked of the list, in epoch milliseconds, and how far it goes. */
export interface Hush {
  readonly now: number
  /**
   * Added: the operator said no, or had the chance to stop it. Asked: for a rule that would act by itself, for which
   * that no has no end.
   */
  readonly isAlone: boolean
}

/** The quiet list. */
export interface QuietList {
  readonly add: (ruleId: RuleId, sessions: readonly KnownSession[], hush: Hush) => void
  /** For a quarter of an hour, and until the operator changes something about the session. */
  readonly has: (ruleId: RuleId, session: KnownSession, hush: Hush) => boolean
}

const quietMs = 15 * 60_000

interface Entry {
  readonly since: number
  readonly face: string
  readonly isFinal: boolean
}

function faceOf({ appId, label, note }: KnownSession): string {
  return JSON.stringify([appId, label, note])
}

// Set back, the clock would keep them quiet until it has caught up: then they are asked about once too often.
function isOver({ since }: Entry, now: number): boolean {
  return now - since >= quietMs || now < since
}

/** Gives an empty list. It lives in memory: a restart asks anew, with a whole countdown. */
export function createQuietList(): QuietList {
  const kept = new Map<string, Entry>()
  const keyOf = (ruleId: RuleId, { sessionId }: KnownSession): string => `${ruleId} ${sessionId}`
  return {
    add: (ruleId, sessions, { now, isAlone }) => {
      for (const [key, entry] of kept) if (!entry.isFinal && isOver(entry, now)) kept.delete(key)
      for (const session of sessions) {
        kept.set(keyOf(ruleId, session), { since: now, face: faceOf(session), isFinal: isAlone })
      }
    },
    has: (ruleId, session, { now, isAlone }) => {
      const entry = kept.get(keyOf(ruleId, session))
      if (entry?.face !== faceOf(session)) return false
      return (entry.isFinal && isAlone) || !isOver(entry, now)
    },
  }
}
