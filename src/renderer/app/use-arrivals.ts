import { useEvent } from '../api/events.ts'
import type { ProfileView } from '../../shared/schemas/profile.ts'
import { chooseApplication } from '../state/application.ts'
import { showArrival } from '../state/inbox-view.ts'
import { goTo } from '../state/navigation.ts'

/** Shows a session that came by a link or a command, whatever section is open. Nothing is done to it. */
export function useArrivals({ profile }: ProfileView): void {
  useEvent('inbox.arrived', ({ sessionId, appId, isNew }) => {
    const isOurs = profile.applications.some((application) => application.appId === appId)
    if (appId !== null && isOurs) chooseApplication(profile.id, appId)
    // A call of an application that the profile does not list has its row among all of them alone.
    showArrival(profile.id, { sessionId, isNew }, appId === null || isOurs ? 'application' : 'all')
    goTo('sessions')
  })
}
