/**
 * The desks of this run: one for each profile that some window shows, made when the first window comes to it and cleared
 * when the last one leaves. What runs at a desk knows one profile only, so nothing of another can show at it.
 */
import type { Result } from '../../shared/failure.ts'
import { refusal } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { contract } from '../../shared/contract.ts'
import { isOperation } from '../ipc/dispatch.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import type { CallContext, Emit } from '../ipc/handlers.ts'
import type { Log } from '../log.ts'
import type { CachedMedia } from '../media/media-cache.ts'
import type { RestingPart } from '../rest.ts'
import type { Seats } from './seats.ts'

/** Everything that belongs to one open profile. */
export interface Desk extends RestingPart {
  /** null: the desk of windows without a profile, where everything of a profile is refused. */
  readonly profileId: ProfileId | null
  readonly dispatch: Dispatch
  /** The profile was opened or saved anew, or its secret changed. */
  readonly follow: () => void
  /** A window left; what it looked at is looked at no more. */
  readonly windowLeft: (windowId: number) => void
  /** Media of snapshots that the page has had opened. */
  readonly findMedia: (id: string) => Promise<CachedMedia | null>
  /** Ends what runs by itself; resolves when the answers of what was sent are written down. */
  readonly dispose: () => Promise<void>
}

/** The desks. */
export interface Desks<Kind extends Desk> {
  /** Those of open profiles. */
  readonly all: () => readonly Kind[]
  readonly of: (profileId: ProfileId) => Kind | null
  /**
   * Puts a window at the desk of a profile, or at none. Everything of the old one is over before the new one begins. Does
   * nothing for a window that was closed.
   */
  readonly sit: (windowId: number, profileId: ProfileId | null) => void
  /** A window was closed. */
  readonly left: (windowId: number) => void
  readonly dispatch: Dispatch
  /** Media of snapshots that a page has had opened, by the id that its desk gave out. */
  readonly findMedia: (id: string) => Promise<CachedMedia | null>
  /** Resolves when those left earlier are cleared. */
  readonly cleared: () => Promise<void>
  /** Resolves when all of them are cleared, those left earlier too. */
  readonly dispose: () => Promise<void>
}

export interface DesksDeps<Kind extends Desk> {
  readonly seats: Seats
  readonly createDesk: (profileId: ProfileId | null) => Kind
  readonly emitTo: (windowId: number) => Emit
  /** False for a window that was closed. */
  readonly isThere: (windowId: number) => boolean
  /** Hears of each desk that was made, before it begins. */
  readonly onMade: (desk: Kind) => void
  readonly log: Log
}

function isQuery(name: unknown): boolean {
  return isOperation(name) && contract[name].kind === 'query'
}

/** A page that has not been told of its profile yet may read; it can have drawn nothing that commands. */
function isMadeFor(profileId: ProfileId | null, name: unknown, context: CallContext): boolean {
  if (!isOperation(name) || contract[name].scope === 'app') return true
  return context.profileId === profileId || (context.profileId === undefined && contract[name].kind === 'query')
}

/** Gives the desks; there is none before the first window sits down. */
export function createDesks<Kind extends Desk>(deps: DesksDeps<Kind>): Desks<Kind> {
  const { seats, createDesk, emitTo, isThere, onMade, log } = deps
  const desks = new Map<ProfileId, Kind>()
  const clearing = new Set<Promise<void>>()
  let nobodys: Kind | null = null

  const clear = (desk: Kind): void => {
    const done = desk
      .dispose()
      .catch((error: unknown) => {
        log.error('a desk was not cleared in order', error)
      })
      .finally(() => clearing.delete(done))
    clearing.add(done)
  }

  const leave = (windowId: number): void => {
    const profileId = seats.profileOf(windowId)
    seats.sit(windowId, null)
    const desk = profileId === null ? undefined : desks.get(profileId)
    if (profileId === null || desk === undefined) return
    desk.windowLeft(windowId)
    if (seats.isOpen(profileId)) return
    desks.delete(profileId)
    clear(desk)
  }

  const at = (windowId: number): Kind => {
    const profileId = seats.profileOf(windowId)
    const desk = profileId === null ? undefined : desks.get(profileId)
    return desk ?? (nobodys ??= createDesk(null))
  }

  const tellOthers = ({ profileId }: Kind, windowId: number, operation: string): void => {
    for (const other of profileId === null ? [] : seats.windowsOn(profileId)) {
      if (other !== windowId) emitTo(other)('elsewhere.done', { operation })
    }
  }

  return {
    all: () => [...desks.values()],
    of: (profileId) => desks.get(profileId) ?? null,
    sit: (windowId, profileId) => {
      // Closed while its profile was being opened: nobody would ever leave that desk.
      if (!isThere(windowId)) return
      const before = seats.profileOf(windowId)
      if (before !== profileId) {
        leave(windowId)
        seats.sit(windowId, profileId)
        emitTo(windowId)('profile.switched', { profileId })
      }
      if (profileId === null) return
      const known = desks.get(profileId)
      const desk = known ?? createDesk(profileId)
      desks.set(profileId, desk)
      if (known === undefined) onMade(desk)
      desk.follow()
    },
    left: leave,
    dispatch: async (name, input, context) => {
      const desk = at(context.windowId)
      if (!isMadeFor(desk.profileId, name, context)) return { ok: false, failure: refusal('profile-moved').failure }
      const result: Result<unknown> = await desk.dispatch(name, input, context)
      if (result.ok && !isQuery(name)) tellOthers(desk, context.windowId, String(name))
      // What was asked of the profile before is not shown under the new one. What was done is told all the same.
      const hasMoved = at(context.windowId) !== desk
      return hasMoved && isQuery(name) ? { ok: false, failure: refusal('profile-moved').failure } : result
    },
    findMedia: async (id) => {
      for (const desk of desks.values()) {
        const found = await desk.findMedia(id)
        if (found !== null) return found
      }
      return null
    },
    cleared: async () => {
      await Promise.all(clearing)
    },
    dispose: async () => {
      for (const desk of desks.values()) clear(desk)
      desks.clear()
      if (nobodys !== null) clear(nobodys)
      await Promise.all(clearing)
    },
  }
}
