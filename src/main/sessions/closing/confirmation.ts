/** Shared by all confirmations of a close: the confirmed target, and main's checks, which no window can bypass. */
import { invalidInput, refusal } from '../../../shared/failure.ts'
import type { AppId, SessionId, TicketId } from '../../../shared/ids.ts'
import type { NamedSession } from '../../../shared/schemas/session.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import { labelOf, refuseReadOnly, requireOpen, requireUnchanged } from '../../context/open-profile.ts'
import type { ActiveProfile } from '../../context/active-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import type { CallContext } from '../../ipc/handlers.ts'
import { createTickets } from '../../context/tickets.ts'
import type { Question } from '../../ipc/user-gesture.ts'
import type { Repositories } from '../../store/repositories.ts'
import type { CloseRegistry } from './close-registry.ts'
import type { Monitor } from '../concurrency/monitor.ts'

/** The open profile with the parts that all ways of closing share. */
export interface ClosingContext extends ProfileContext {
  readonly monitor: Pick<Monitor, 'readCount' | 'latest'>
  /** The active profile; null while main may not work for it. */
  readonly active: () => ActiveProfile | null
  /** One registry for the whole program. */
  readonly registry: CloseRegistry
  /** Closing has changed sessions of the inbox. */
  readonly onInboxChanged: () => void
}

/** A session to close, and the application whose count is read around the close (null: unknown). */
export interface CloseTarget {
  readonly sessionId: SessionId
  readonly appId: AppId | null
}

const closeTicketMs = 30_000

interface Target<Input, Shown, Confirmed, Result> {
  /** The confirmed target, and the part of it that the confirmation shows. */
  readonly prepare: (
    input: Input,
    context: { readonly open: OpenProfile; readonly windowId: number },
  ) => { confirmed: Confirmed; shown: Shown } | Promise<{ confirmed: Confirmed; shown: Shown }>
  /** The question for a person; throws refusals before anyone is asked. */
  readonly question: (confirmed: Confirmed, open: OpenProfile) => Question
  /** Must await nothing between its last check and the sending. */
  readonly send: (confirmed: Confirmed, open: OpenProfile) => Result | Promise<Result>
}

/**
 * Closes a target that was confirmed. `open` issues the ticket (30 s, once) and refuses with no-profile and read-only.
 * `close` uses up the ticket, whatever was typed, and refuses as `Tickets.redeem` does, and with typed-id-differs;
 * `mustType` is null where nothing has to be typed.
 */
export function createConfirmedClose<Input, Shown, Confirmed extends { readonly mustType: string | null }, Result>(
  context: ProfileContext,
  target: Target<Input, Shown, Confirmed, Result>,
) {
  const { current } = context
  const tickets = createTickets<Confirmed>(context, closeTicketMs)
  return {
    open: async (input: Input, { windowId }: CallContext) => {
      const open = requireOpen(current)
      refuseReadOnly(open)
      const { confirmed, shown } = await target.prepare(input, { open, windowId })
      requireUnchanged(current, open)
      return { ...tickets.issue(confirmed, { windowId, open }), ...shown }
    },
    close: async (
      { ticket, typed }: { readonly ticket: TicketId; readonly typed: string },
      { windowId }: CallContext,
    ): Promise<Result> => {
      const { payload, open } = await tickets.redeem(ticket, { windowId, current }, (confirmed, openProfile) => {
        // The window keeps the button disabled until the text is right, so a difference means that the page cannot be
        // trusted.
        if (typed !== (confirmed.mustType ?? '')) throw refusal('typed-id-differs')
        return target.question(confirmed, openProfile)
      })
      return target.send(payload, open)
    },
  }
}

/** The failure for an input that names something that the open profile does not have. */
export const notInProfile = (path: string, message = 'not an application of the open profile') =>
  invalidInput(path, message)

/** A session as this computer knows it: the inbox takes precedence over the page. */
export function nameSession(
  profile: Profile,
  knownSessions: Repositories['knownSessions'],
  sessionId: SessionId,
): NamedSession {
  const row = knownSessions.find(profile.id, sessionId)
  const appId = row?.appId ?? null
  return {
    sessionId,
    appId,
    appLabel: labelOf(profile, appId),
    label: row?.label ?? '',
    firstSeenAt: row?.firstSeenAt ?? null,
  }
}

/** The application of all the sessions; null when there is none, or more than one. */
export function sharedAppId(sessions: readonly { readonly appId: AppId | null }[]): AppId | null {
  const [appId = null, ...others] = new Set(sessions.map((session) => session.appId))
  return others.length === 0 ? appId : null
}
