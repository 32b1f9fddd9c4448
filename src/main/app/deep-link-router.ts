/**
 * What the program is wanted for while it runs. Sessions that came by a link or a command go to the right profile, are
 * added and shown, and nothing else is done.
 */
import PQueue from 'p-queue'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Wanted } from '../desktop/launch-arguments.ts'
import type { NativeNotices } from './native-notices.ts'
import type { Windows } from '../desktop/windows.ts'
import type { Log } from '../lib/log.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { LinkRequest, Inbox } from '../sessions/inbox/inbox.ts'
import type { WindowProfiles } from '../workspaces/window-profiles.ts'

interface LinkContext {
  readonly windows: Pick<Windows, 'front' | 'bringToFront' | 'open'>
  readonly windowProfiles: Pick<WindowProfiles, 'profileOf' | 'isOpen'>
  readonly settings: { readonly read: () => { readonly profiles: readonly Profile[] } }
  readonly log: Log
}

export interface DeepLinkRouter {
  /** Brings the front window forward, whatever else is wanted, unless a window of its own is. */
  readonly route: (wanted: Wanted) => void
  /** A profile was opened: what came while none was goes to it. */
  readonly profileOpened: () => void
}

export function createDeepLinkRouter(
  { windows, windowProfiles, settings, log }: LinkContext,
  inboxOf: (id: ProfileId) => Pick<Inbox, 'arrive' | 'askToAdd'> | null,
  {
    openProfile,
    openWindow,
    show,
  }: {
    readonly openProfile: Profiles['open']
    readonly openWindow: (id: ProfileId | null) => Promise<void>
    readonly show: NativeNotices['show']
  },
): DeepLinkRouter {
  const allProfiles = (): readonly Profile[] => settings.read().profiles
  let waiting: readonly LinkRequest[] = []
  let isAddAsked = false
  // While a profile is being opened for the first, each other would open a window on it too.
  const turns = new PQueue({ concurrency: 1 })

  const inFront = (): ProfileId | null => {
    const front = windows.front()
    return front === null ? null : windowProfiles.profileOf(front)
  }

  /** The profile that lists the application, an open one first; for an application of none, the one in front. */
  const profileFor = ({ appId }: LinkRequest): ProfileId | null => {
    const lists = ({ applications }: Profile): boolean => applications.some((one) => one.appId === appId)
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
    // Never in the place of what an operator is looking at.
    if (!windowProfiles.isOpen(profileId)) await openProfile(profileId, windows.open)
    const listed = allProfiles().find(({ id }) => id === profileId)?.applications ?? []
    const appId = listed.find((one) => one.appId === request.appId)?.appId ?? null
    await show({ profileId, section: 'sessions', appId })
    const inbox = inboxOf(profileId)
    if (inbox === null) throw new Error('the profile was left meanwhile')
    inbox.arrive(request)
  }

  const routeInTurn = (requests: readonly LinkRequest[]): void => {
    for (const request of requests) {
      turns
        .add(() => routeOne(request))
        .catch((error: unknown) => void log.error('a session that came by a link was not taken in', error))
    }
  }

  /** Has session ids asked for in the front window: of its profile, or of the next one that is opened. */
  const askToAdd = (): void => {
    const front = windows.front()
    const profileId = inFront()
    isAddAsked = profileId === null
    if (front !== null && profileId !== null) inboxOf(profileId)?.askToAdd(front)
  }

  return {
    route: ({ requests, opens }) => {
      const front = windows.front()
      if (opens === 'window') {
        openWindow(inFront()).catch((error: unknown) => void log.error('no window was opened', error))
      } else if (front !== null) windows.bringToFront(front)
      if (opens === 'add-sessions') askToAdd()
      routeInTurn(requests)
    },
    profileOpened: () => {
      if (isAddAsked) askToAdd()
      const came = waiting
      waiting = []
      routeInTurn(came)
    },
  }
}
