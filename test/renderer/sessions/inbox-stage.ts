/** Factories for main's answers about known sessions and close runs. */
import { inbox, knownSession } from '../../../src/shared/schemas/inbox.ts'
import type { Inbox, KnownSession } from '../../../src/shared/schemas/inbox.ts'
import { closeManyTicket, closeRun } from '../../../src/shared/schemas/session.ts'
import type { CloseManyTicket, CloseOutcome, CloseRun } from '../../../src/shared/schemas/session.ts'
import { receptionAppId, now } from './stage.ts'
import type { Changes } from './stage.ts'

/** A session that was pasted twelve minutes ago. */
export function aKnownSession(sessionId: string, changes: Changes<KnownSession> = {}): KnownSession {
  return knownSession.parse({
    sessionId,
    appId: receptionAppId,
    label: '',
    note: '',
    source: { kind: 'paste', name: null },
    firstSeenAt: Date.now() - 12 * 60_000,
    endedAt: null,
    lastAction: null,
    ...changes,
  })
}

/** The inbox of an application with these sessions. */
export function anInbox(sessions: readonly KnownSession[], changes: Changes<Inbox> = {}): Inbox {
  return inbox.parse({
    sessions,
    known: sessions.filter(({ endedAt, appId }) => endedAt === null && appId !== null).length,
    withoutApplication: sessions.filter(({ endedAt, appId }) => endedAt === null && appId === null).length,
    ended: sessions.filter(({ endedAt }) => endedAt !== null).length,
    elsewhere: 0,
    ...changes,
  })
}

/** The confirmation of closing these sessions, all of them first seen twelve minutes ago. */
export function aCloseManyTicket(
  sessionIds: readonly string[],
  changes: Changes<CloseManyTicket> = {},
): CloseManyTicket {
  return closeManyTicket.parse({
    ticket: 'ticket-1',
    sessions: sessionIds.map((sessionId) => ({
      sessionId,
      appId: receptionAppId,
      appLabel: 'Lobby kiosks',
      label: '',
      firstSeenAt: Date.now() - 12 * 60_000,
    })),
    mustType: null,
    expiresAt: Date.now() + 30_000,
    ...changes,
  })
}

/** The result so far of a session in a run; empty for a waiting session. */
export interface MadeItem {
  readonly sessionId: string
  readonly state?: CloseRun['items'][number]['state']
  readonly outcome?: CloseOutcome
}

/** A close run that began at `now`. */
export function aRun(items: readonly MadeItem[], changes: Changes<CloseRun> = {}): CloseRun {
  return closeRun.parse({
    id: 'run-1',
    startedAt: now,
    state: 'running',
    endedBy: null,
    items: items.map(({ sessionId, state, outcome }) => ({
      sessionId,
      state: state ?? (outcome === undefined ? 'waiting' : 'ended'),
      outcome: outcome ?? null,
    })),
    ...changes,
  })
}
