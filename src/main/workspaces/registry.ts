/**
 * The workspaces of this run: one for each open profile, made when the first window moves to the profile and disposed
 * when the last window leaves it, unless the profile is kept open. A workspace knows only one profile, so it cannot
 * show data of a different profile.
 */
import type { ProfileId } from '../../shared/ids.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Log } from '../lib/log.ts'
import type { CachedMedia } from '../media/media-content.ts'
import type { ProfileWorkspace } from './workspace.ts'

/** Which profile each window shows. A window without a profile shows the welcome page. */
export interface WindowProfiles {
  /** null for a window without a profile and for an unknown window. */
  readonly profileOf: (windowId: number) => ProfileId | null
  readonly windowsOn: (profileId: ProfileId) => readonly number[]
  /** Whether a window shows the profile, or it is kept open without a window. */
  readonly isOpen: (profileId: ProfileId) => boolean
  /** Keeps only this profile open without a window; null keeps none open. */
  readonly keepOpen: (profileId: ProfileId | null) => void
  readonly assign: (windowId: number, profileId: ProfileId | null) => void
}

export function createWindowProfiles(): WindowProfiles {
  const profilesByWindow = new Map<number, ProfileId>()
  let keptOpenId: ProfileId | null = null
  const windowsOn = (profileId: ProfileId): readonly number[] =>
    [...profilesByWindow].filter(([, id]) => id === profileId).map(([windowId]) => windowId)
  return {
    profileOf: (windowId) => profilesByWindow.get(windowId) ?? null,
    windowsOn,
    isOpen: (profileId) => profileId === keptOpenId || windowsOn(profileId).length > 0,
    keepOpen: (profileId) => {
      keptOpenId = profileId
    },
    assign: (windowId, profileId) => {
      if (profileId === null) profilesByWindow.delete(windowId)
      else profilesByWindow.set(windowId, profileId)
    },
  }
}

/** The part of a workspace that the registry uses. */
export type Workspace = Pick<ProfileWorkspace, 'profileId' | 'windowLeft' | 'findMedia' | 'dispose'>

export interface Workspaces<Kind extends Workspace> {
  /** The workspace of a window; all windows without a profile share one workspace. */
  readonly at: (windowId: number) => Kind
  /** The workspaces of all open profiles. */
  readonly all: () => readonly Kind[]
  readonly of: (profileId: ProfileId) => Kind | null
  /**
   * Moves a window to a profile's workspace, or to the workspace without a profile. The window leaves its previous
   * workspace first.
   */
  readonly assign: (windowId: number, profileId: ProfileId | null) => void
  /** A window was closed. */
  readonly left: (windowId: number) => void
  /** Finds media of snapshots that a page has opened, by the id that the workspace issued. */
  readonly findMedia: (id: string) => Promise<CachedMedia | null>
  /** Resolves when all workspaces that were left earlier are disposed. */
  readonly cleared: () => Promise<void>
  /** Resolves when all workspaces are disposed, including workspaces that were left earlier. */
  readonly dispose: () => Promise<void>
}

interface RegistryContext {
  readonly windowProfiles: WindowProfiles
  /** Emits to one window. */
  readonly emitTo: (windowId: number) => Emit
  readonly log: Log
}

interface WorkspacesOptions<Kind extends Workspace> {
  /** Makes the workspace of a profile; with null the workspace of windows without a profile. */
  readonly create: (profileId: ProfileId | null) => Kind
  /** False for a window that was closed. */
  readonly isThere: (windowId: number) => boolean
  /** Called when a window moved to a profile or left its profile. */
  readonly onMoved: () => void
}

export function createWorkspaces<Kind extends Workspace>(
  { windowProfiles, emitTo, log }: RegistryContext,
  { create, isThere, onMoved }: WorkspacesOptions<Kind>,
): Workspaces<Kind> {
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

  const workspaceOf = (windowId: number): Kind => {
    const profileId = windowProfiles.profileOf(windowId)
    const workspace = profileId === null ? undefined : workspaces.get(profileId)
    return workspace ?? (nobodys ??= create(null))
  }

  return {
    at: workspaceOf,
    all: () => [...workspaces.values()],
    of: (profileId) => workspaces.get(profileId) ?? null,
    assign: (windowId, profileId) => {
      // A window that was closed while its profile was being opened would never leave the workspace.
      if (!isThere(windowId)) return
      const before = windowProfiles.profileOf(windowId)
      // Makes the workspace before anything changes: if this fails, the window stays in its workspace.
      if (profileId !== null) workspaces.getOrInsertComputed(profileId, create)
      if (before !== profileId) {
        leave(windowId)
        windowProfiles.assign(windowId, profileId)
        emitTo(windowId)('profile.switched', { profileId })
      }
      if (profileId !== null) onMoved()
    },
    left: leave,
    findMedia: async (id) => {
      for (const workspace of workspaces.values()) {
        const media = await workspace.findMedia(id)
        if (media !== null) return media
      }
      return null
    },
    cleared,
    dispose: async () => {
      for (const workspace of workspaces.values()) clear(workspace)
      workspaces.clear()
      if (nobodys !== null) clear(nobodys)
      await cleared()
    },
  }
}
