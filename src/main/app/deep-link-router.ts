/**
 * Handles requests to the running program. Sessions from a link or a command go to the right profile, and are added and
 * shown; nothing else is done.
 */
import PQueue from 'p-queue'
import type { AppId, ProfileId } from '../../shared/ids.ts'
import type { Section } from '../../shared/schemas/app.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { LaunchRequests } from '../desktop/launch-arguments.ts'
import type { Windows } from '../desktop/windows.ts'
import type { Log } from '../lib/log.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { Inbox, LinkRequest } from '../sessions/inbox/inbox.ts'
import type { ProgramContext } from './app-context.ts'

interface LinkContext extends Pick<ProgramContext, 'windowProfiles'> {
  readonly windows: Pick<Windows, 'front' | 'bringToFront' | 'open'>
}

/** A location in the window of a profile. */
export interface LocationToShow {
  readonly profileId: ProfileId
  readonly section: Section
  readonly appId: AppId | null
}

/**
 * Brings a window of the profile to the front, and opens the location in it. A window with a different profile keeps that
 * profile: a click elsewhere must not replace what an operator sees there. Returns that window; null when the profile was
 * left meanwhile. Failures: the failures of opening a profile.
 */
export type ShowLocation = (location: LocationToShow) => Promise<number | null>

interface ShowLocationParts {
  readonly openProfile: Profiles['open']
  /** Reopens the last window when the program runs without one; null where there is a window. */
  readonly bringBack: () => number | null
  /** Sets the location at which a window's page begins if it is not loaded yet. */
  readonly beginAt: (windowId: number, location: Pick<LocationToShow, 'section' | 'appId'>) => void
}

export function createShowLocation(
  { windowProfiles, windows, emitTo }: LinkContext & Pick<ProgramContext, 'emitTo'>,
  { openProfile, bringBack, beginAt }: ShowLocationParts,
): ShowLocation {
  return async ({ profileId, section, appId }) => {
    const reopened = bringBack()
    const front = windows.front()
    if (windowProfiles.windowsOn(profileId).length === 0) {
      const isFree = front !== null && windowProfiles.profileOf(front) === null
      await openProfile(profileId, isFree ? front : windows.open)
    }
    const showing = windowProfiles.windowsOn(profileId)
    const windowId = front !== null && showing.includes(front) ? front : showing[0]
    if (windowId === undefined) return null
    // A new window shows itself as soon as it has content.
    if (windowId !== reopened) windows.bringToFront(windowId)
    beginAt(windowId, { section, appId })
    emitTo(windowId)('section.requested', { section, appId })
    return windowId
  }
}

interface Opening extends Pick<ShowLocationParts, 'openProfile' | 'bringBack'> {
  readonly openWindow: (id: ProfileId | null) => Promise<void>
  readonly show: ShowLocation
}

export function createDeepLinkRouter(
  context: LinkContext & {
    readonly settings: { readonly read: () => { readonly profiles: readonly Profile[] } }
    readonly log: Log
  },
  inboxOf: (id: ProfileId) => Pick<Inbox, 'arrive' | 'askToAdd'> | null,
  { openProfile, bringBack, openWindow, show }: Opening,
) {
  const { windows, windowProfiles, settings, log } = context
  const allProfiles = (): readonly Profile[] => settings.read().profiles
  let waiting: readonly LinkRequest[] = []
  let isAddRequested = false
  // Runs one request at a time: while the first request opens a profile, each further one would open a window on it
  // too.
  const turns = new PQueue({ concurrency: 1 })

  const inFront = (): ProfileId | null => {
    const front = windows.front()
    return front === null ? null : windowProfiles.profileOf(front)
  }

  /**
   * The profile that lists the application, an open one first; for an application that no profile lists, the front
   * profile.
   */
  const profileFor = ({ appId }: LinkRequest): ProfileId | null => {
    const lists = ({ applications }: Profile): boolean =>
      applications.some((application) => application.appId === appId)
    const front = inFront()
    const fitting = allProfiles().filter(lists)
    const rank = ({ id }: Profile): number => (id === front ? 0 : windowProfiles.isOpen(id) ? 1 : 2)
    return fitting.toSorted((one, other) => rank(one) - rank(other))[0]?.id ?? front
  }

  const routeOne = async (request: LinkRequest): Promise<void> => {
    const profileId = profileFor(request)
    if (profileId === null) {
      waiting = [...waiting, request]
      return
    }
    // Never replaces the profile that an operator is viewing.
    if (!windowProfiles.isOpen(profileId)) await openProfile(profileId, windows.open)
    const listed = allProfiles().find(({ id }) => id === profileId)?.applications ?? []
    const appId = listed.find((application) => application.appId === request.appId)?.appId ?? null
    const windowId = await show({ profileId, section: 'sessions', appId })
    const inbox = inboxOf(profileId)
    if (inbox === null || windowId === null) throw new Error('the profile was left meanwhile')
    inbox.arrive(request, windowId)
  }

  const routeInTurn = (requests: readonly LinkRequest[]): void => {
    for (const request of requests) {
      turns
        .add(() => routeOne(request))
        .catch((error: unknown) => void log.error('a session from a link could not be added', error))
    }
  }

  /**
   * Shows the dialog for session ids in the front window: now if it has a profile, otherwise when a profile is opened.
   */
  const askToAdd = (): void => {
    const front = windows.front()
    const profileId = inFront()
    isAddRequested = profileId === null
    if (front !== null && profileId !== null) inboxOf(profileId)?.askToAdd(front)
  }

  return {
    /** Brings the front window forward, or reopens it, for every request except a new window. */
    route: ({ requests, opens }: LaunchRequests): void => {
      const isBack = bringBack() !== null
      const front = windows.front()
      if (opens === 'window' && !isBack) {
        openWindow(inFront()).catch((error: unknown) => void log.error('no window could be opened', error))
      } else if (front !== null && !isBack) windows.bringToFront(front)
      if (opens === 'add-sessions') askToAdd()
      routeInTurn(requests)
    },
    /** A profile was opened: it receives the requests that arrived while no profile was open. */
    profileOpened: (): void => {
      if (isAddRequested) askToAdd()
      const requests = waiting
      waiting = []
      routeInTurn(requests)
    },
  }
}
