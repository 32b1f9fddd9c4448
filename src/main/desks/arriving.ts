/** Takes in sessions that came by a link or a command: to the right profile, added and shown, and nothing else. */
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Telling } from '../desktop/telling.ts'
import type { Windows } from '../desktop/windows.ts'
import type { Log } from '../log.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { Arrival, Inbox } from '../sessions/inbox/inbox.ts'
import type { Seats } from './seats.ts'

/** What arriving needs. */
export interface ArrivingDeps {
  readonly windows: Pick<Windows, 'front' | 'bringToFront' | 'open'>
  readonly seats: Pick<Seats, 'profileOf' | 'isOpen'>
  readonly allProfiles: () => readonly Profile[]
  readonly profiles: Pick<Profiles, 'open'>
  readonly inboxOf: (id: ProfileId) => Pick<Inbox, 'arrive'> | null
  readonly show: Telling['show']
  readonly log: Log
}

/** Taking in. */
export interface Arriving {
  /** Without arrivals the program was only wanted again: its front window comes forward. */
  readonly take: (arrivals: readonly Arrival[]) => void
  /** A profile was opened: what came while none was goes to it. */
  readonly profileOpened: () => void
}

/** Gives the taking in. */
export function createArriving(deps: ArrivingDeps): Arriving {
  const { windows, seats, allProfiles, profiles, inboxOf, show, log } = deps
  let waiting: readonly Arrival[] = []
  let last: Promise<void> = Promise.resolve()

  const inFront = (): ProfileId | null => {
    const front = windows.front()
    return front === null ? null : seats.profileOf(front)
  }

  /** The profile that lists the application, an open one first; for an application of none, the one in front. */
  const profileFor = ({ appId }: Arrival): ProfileId | null => {
    const lists = ({ applications }: Profile): boolean => applications.some((one) => one.appId === appId)
    const front = inFront()
    const fitting = allProfiles().filter(lists)
    const rank = ({ id }: Profile): number => (id === front ? 0 : seats.isOpen(id) ? 1 : 2)
    return fitting.toSorted((one, other) => rank(one) - rank(other))[0]?.id ?? front
  }

  const takeOne = async (arrival: Arrival): Promise<void> => {
    const profileId = profileFor(arrival)
    if (profileId === null) {
      waiting = [...waiting, arrival]
      return
    }
    // Never in the place of what an operator is looking at.
    if (!seats.isOpen(profileId)) await profiles.open(profileId, windows.open)
    const listed = allProfiles().find(({ id }) => id === profileId)?.applications ?? []
    const appId = listed.find((one) => one.appId === arrival.appId)?.appId ?? null
    await show({ profileId, section: 'sessions', appId })
    const inbox = inboxOf(profileId)
    if (inbox === null) throw new Error('the profile was left meanwhile')
    inbox.arrive(arrival)
  }

  const takeInTurn = (arrivals: readonly Arrival[]): void => {
    for (const arrival of arrivals) {
      // One after the other: while a profile is being opened for the first, each other would open a window on it too.
      last = last
        .then(() => takeOne(arrival))
        .catch((error: unknown) => void log.error('a session that came by a link was not taken in', error))
    }
  }

  return {
    take: (arrivals) => {
      const front = windows.front()
      if (front !== null) windows.bringToFront(front)
      takeInTurn(arrivals)
    },
    profileOpened: () => {
      const came = waiting
      waiting = []
      takeInTurn(came)
    },
  }
}
