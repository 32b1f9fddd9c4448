/**
 * The workspaces of this run: one for each open profile, made when the first window comes to it and cleared when the last one
 * leaves, unless the profile is kept open. What runs at a workspace knows one profile only, so nothing of another can show at it.
 */
import type { ProfileId } from '../../shared/ids.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Log } from '../lib/log.ts'
import type { CachedMedia } from '../media/media-content.ts'
import type { ProfileWorkspace } from './workspace.ts'

/** Which profile each window shows; a window without a profile shows the welcome. */
export interface WindowProfiles {
  /** null for a window without a profile, and for a window that is not there. */
  readonly profileOf: (windowId: number) => ProfileId | null
  readonly windowsOn: (profileId: ProfileId) => readonly number[]
  /** Whether a window shows the profile, or it is kept open without a window. */
  readonly isOpen: (profileId: ProfileId) => boolean
  /** Keeps this profile open without a window, and no other; null: none. */
  readonly keepOpen: (profileId: ProfileId | null) => void
  readonly assign: (windowId: number, profileId: ProfileId | null) => void
}

export function createWindowProfiles(): WindowProfiles {
  const taken = new Map<number, ProfileId>()
  let kept: ProfileId | null = null
  const windowsOn = (profileId: ProfileId): readonly number[] =>
    [...taken].filter(([, id]) => id === profileId).map(([windowId]) => windowId)
  return {
    profileOf: (windowId) => taken.get(windowId) ?? null,
    windowsOn,
    isOpen: (profileId) => profileId === kept || windowsOn(profileId).length > 0,
    keepOpen: (profileId) => {
      kept = profileId
    },
    assign: (windowId, profileId) => {
      if (profileId === null) taken.delete(windowId)
      else taken.set(windowId, profileId)
    },
  }
}

/** What the registry knows of everything that belongs to one open profile. */
export type Workspace = Pick<ProfileWorkspace, 'profileId' | 'windowLeft' | 'findMedia' | 'dispose'>

export interface Workspaces<Kind extends Workspace> {
  /** The workspace of a window; windows without a profile share a workspace that has none. */
  readonly at: (windowId: number) => Kind
  /** Those of open profiles. */
  readonly all: () => readonly Kind[]
  readonly of: (profileId: ProfileId) => Kind | null
  /** Puts a window at the workspace of a profile, or at none; all of the old one ends before the new one begins. */
  readonly assign: (windowId: number, profileId: ProfileId | null) => void
  /** A window was closed. */
  readonly left: (windowId: number) => void
  /** Media of snapshots that a page has had opened, by the id that its workspace gave out. */
  readonly findMedia: (id: string) => Promise<CachedMedia | null>
  /** Resolves when those left earlier are cleared. */
  readonly cleared: () => Promise<void>
  /** Resolves when all of them are cleared, those left earlier too. */
  readonly dispose: () => Promise<void>
}

interface RegistryContext {
  readonly windowProfiles: WindowProfiles
  /** To one window. */
  readonly emitTo: (windowId: number) => Emit
  readonly log: Log
}

interface WorkspacesOwn<Kind extends Workspace> {
  /** Makes the workspace of a profile; with null the workspace of windows that show none. */
  readonly create: (profileId: ProfileId | null) => Kind
  /** False for a window that was closed. */
  readonly isThere: (windowId: number) => boolean
  /** A window came to a profile or left it. */
  readonly onMoved: () => void
}

export function createWorkspaces<Kind extends Workspace>(
  { windowProfiles, emitTo, log }: RegistryContext,
  { create, isThere, onMoved }: WorkspacesOwn<Kind>,
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

  const at = (windowId: number): Kind => {
    const profileId = windowProfiles.profileOf(windowId)
    const workspace = profileId === null ? undefined : workspaces.get(profileId)
    return workspace ?? (nobodys ??= create(null))
  }

  return {
    at,
    all: () => [...workspaces.values()],
    of: (profileId) => workspaces.get(profileId) ?? null,
    assign: (windowId, profileId) => {
      // Closed while its profile was being opened: nobody would ever leave that workspace.
      if (!isThere(windowId)) return
      const before = windowProfiles.profileOf(windowId)
      // Made before anything changes: when that fails, the window stays where it is.
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
        const found = await workspace.findMedia(id)
        if (found !== null) return found
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
