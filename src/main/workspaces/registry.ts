/**
 * The workspaces of this run: one for each profile that some window shows, made when the first window comes to it and cleared
 * when the last one leaves. What runs at a workspace knows one profile only, so nothing of another can show at it.
 */
import { refusal } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { contract } from '../../shared/contract.ts'
import { isAppOperation } from '../../shared/model/app-operations.ts'
import { isOperation } from '../ipc/dispatch.ts'
import type { Dispatch } from '../ipc/dispatch.ts'
import type { CallContext, Emit } from '../ipc/handlers.ts'
import type { Log } from '../lib/log.ts'
import type { CachedMedia } from '../media/media-content.ts'
import type { ProfileWorkspace } from './workspace.ts'

/** Which profile each window shows; a window without a profile shows the welcome. */
export interface WindowProfiles {
  /** null for a window without a profile, and for a window that is not there. */
  readonly profileOf: (windowId: number) => ProfileId | null
  readonly windowsOn: (profileId: ProfileId) => readonly number[]
  /** Whether a window shows the profile. */
  readonly isOpen: (profileId: ProfileId) => boolean
  readonly assign: (windowId: number, profileId: ProfileId | null) => void
}

export function createWindowProfiles(): WindowProfiles {
  const taken = new Map<number, ProfileId>()
  const windowsOn = (profileId: ProfileId): readonly number[] =>
    [...taken].filter(([, id]) => id === profileId).map(([windowId]) => windowId)
  return {
    profileOf: (windowId) => taken.get(windowId) ?? null,
    windowsOn,
    isOpen: (profileId) => windowsOn(profileId).length > 0,
    assign: (windowId, profileId) => {
      if (profileId === null) taken.delete(windowId)
      else taken.set(windowId, profileId)
    },
  }
}

/** What the registry knows of everything that belongs to one open profile. */
export type Workspace = Pick<ProfileWorkspace, 'profileId' | 'dispatch' | 'windowLeft' | 'findMedia' | 'dispose'>

export type Workspaces<Kind extends Workspace> = ReturnType<typeof createWorkspaces<Kind>>

function isQuery(name: unknown): boolean {
  return isOperation(name) && contract[name].kind === 'query'
}

/** A page that has not been told of its profile yet may read; it can have drawn nothing that commands. */
function isMadeFor(profileId: ProfileId | null, name: unknown, context: CallContext): boolean {
  if (!isOperation(name) || isAppOperation(name)) return true
  return context.profileId === profileId || (context.profileId === undefined && contract[name].kind === 'query')
}

interface RegistryContext {
  readonly windowProfiles: WindowProfiles
  /** To one window. */
  readonly emitTo: (windowId: number) => Emit
  readonly log: Log
}

/** None can be made before `makeWith`. `isThere`: false for a window that was closed. `onMoved`: a window came or left. */
export function createWorkspaces<Kind extends Workspace>(
  { windowProfiles, emitTo, log }: RegistryContext,
  isThere: (windowId: number) => boolean,
  onMoved: () => void,
) {
  let createWorkspace: (profileId: ProfileId | null) => Kind = () => {
    throw new Error('no workspace can be made yet')
  }
  const workspaces = new Map<ProfileId, Kind>()
  let nobodys: Kind | null = null
  const clearing = new Set<Promise<unknown>>()
  const clear = (workspace: Kind): void => {
    const done = workspace
      .dispose()
      .catch((error: unknown) => log.error('a workspace was not cleared in order', error))
      .finally(() => clearing.delete(done))
    clearing.add(done)
  }
  const cleared = async (): Promise<void> => void (await Promise.all(clearing))

  const leave = (windowId: number): void => {
    const profileId = windowProfiles.profileOf(windowId)
    windowProfiles.assign(windowId, null)
    const workspace = profileId === null ? undefined : workspaces.get(profileId)
    if (profileId === null || workspace === undefined) return
    workspace.windowLeft(windowId)
    if (windowProfiles.isOpen(profileId)) return
    workspaces.delete(profileId)
    onMoved()
    clear(workspace)
  }

  const at = (windowId: number): Kind => {
    const profileId = windowProfiles.profileOf(windowId)
    const workspace = profileId === null ? undefined : workspaces.get(profileId)
    return workspace ?? (nobodys ??= createWorkspace(null))
  }

  const notifyOthers = ({ profileId }: Kind, windowId: number, operation: string): void => {
    for (const other of profileId === null ? [] : windowProfiles.windowsOn(profileId)) {
      if (other !== windowId) emitTo(other)('elsewhere.done', { operation })
    }
  }

  const dispatch: Dispatch = async (name, input, context) => {
    const workspace = at(context.windowId)
    if (!isMadeFor(workspace.profileId, name, context)) return { ok: false, failure: refusal('profile-moved').failure }
    const result = await workspace.dispatch(name, input, context)
    if (result.ok && !isQuery(name)) notifyOthers(workspace, context.windowId, String(name))
    // What was asked of the profile before is not shown under the new one. What was done is told all the same.
    const hasMoved = at(context.windowId) !== workspace
    return hasMoved && isQuery(name) ? { ok: false, failure: refusal('profile-moved').failure } : result
  }

  return {
    /** From now on workspaces are made so. */
    makeWith: (create: (profileId: ProfileId | null) => Kind): void => {
      createWorkspace = create
    },
    /** Those of open profiles. */
    all: (): readonly Kind[] => [...workspaces.values()],
    of: (profileId: ProfileId): Kind | null => workspaces.get(profileId) ?? null,
    /** Puts a window at the workspace of a profile, or at none; all of the old one ends before the new one begins. */
    assign: (windowId: number, profileId: ProfileId | null): void => {
      // Closed while its profile was being opened: nobody would ever leave that workspace.
      if (!isThere(windowId)) return
      const before = windowProfiles.profileOf(windowId)
      // Made before anything changes: when that fails, the window stays where it is.
      if (profileId !== null) workspaces.getOrInsertComputed(profileId, createWorkspace)
      if (before !== profileId) {
        leave(windowId)
        windowProfiles.assign(windowId, profileId)
        emitTo(windowId)('profile.switched', { profileId })
      }
      if (profileId !== null) onMoved()
    },
    /** A window was closed. */
    left: leave,
    dispatch,
    /** Media of snapshots that a page has had opened, by the id that its workspace gave out. */
    findMedia: async (id: string): Promise<CachedMedia | null> => {
      for (const workspace of workspaces.values()) {
        const found = await workspace.findMedia(id)
        if (found !== null) return found
      }
      return null
    },
    /** Resolves when those left earlier are cleared. */
    cleared,
    /** Resolves when all of them are cleared, those left earlier too. */
    dispose: async (): Promise<void> => {
      for (const workspace of workspaces.values()) clear(workspace)
      workspaces.clear()
      if (nobodys !== null) clear(nobodys)
      await cleared()
    },
  }
}
