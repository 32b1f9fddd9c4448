/** What every confirmation of a close shares: what it stands for, and the checks in main that no window can get around. */
import { FailureError, refusal } from '../../../shared/failure.ts'
import type { AppId, SessionId } from '../../../shared/ids.ts'
import type { NamedSession } from '../../../shared/schemas/session.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import type { KnownSessionsRepository } from '../../store/known-sessions-repository.ts'
import type { CloseRegistry } from './close-registry.ts'
import type { Monitor } from '../concurrency/monitor.ts'

/** The open profile with what all ways of closing share. */
export interface ClosingContext extends ProfileContext {
  readonly monitor: Pick<Monitor, 'readCount' | 'latest'>
  /** One for the whole program. */
  readonly registry: CloseRegistry
  /** Closing has changed sessions of the inbox. */
  readonly onInboxChanged: () => void
}

/** A session to be closed, and the application whose count is read around it (null: not known). */
export interface CloseTarget {
  readonly sessionId: SessionId
  readonly appId: AppId | null
}

/** Milliseconds for which the confirmation of a close is valid. */
export const closeTicketMs = 30_000

/** Refuses with `typed-id-differs` when something else was typed than was asked for; nothing was, when null. */
export function checkTyped(typed: string, mustType: string | null): void {
  if (typed !== (mustType ?? '')) throw refusal('typed-id-differs')
}

/** An input that names something that the open profile does not have. */
export function notOurs(path: string, message: string): FailureError {
  return new FailureError({ kind: 'invalid-input', issues: [{ path, message }] })
}

/**
 * A session as this computer knows it. What the inbox holds counts for more than what the page says; an application that
 * the profile no longer lists has no label.
 */
export function nameSession(
  { applications, id }: Profile,
  known: KnownSessionsRepository,
  target: CloseTarget,
): NamedSession {
  const row = known.find(id, target.sessionId)
  const appId = row?.appId ?? target.appId
  return {
    sessionId: target.sessionId,
    appId,
    appLabel: applications.find((application) => application.appId === appId)?.label ?? '',
    label: row?.label ?? '',
    firstSeenAt: row?.firstSeenAt ?? null,
  }
}

/** The application that all of them are of; null when there is none, or more than one. */
export function sharedAppId(sessions: readonly { readonly appId: AppId | null }[]): AppId | null {
  const [appId = null, ...others] = new Set(sessions.map((session) => session.appId))
  return others.length === 0 ? appId : null
}
