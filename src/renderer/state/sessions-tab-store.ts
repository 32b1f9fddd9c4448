/** Which part of the Sessions section this window shows. */
import type { AppId } from '../../shared/ids.ts'
import type { ProfileView } from '../../shared/schemas/profile.ts'
import { chooseApplication } from './application-store.ts'
import { createWindowStore } from './create-store.ts'
import { goTo } from './navigation-store.ts'

export type SessionsTab = 'live' | 'history' | 'rules'

const useStore = createWindowStore<{ readonly tab: SessionsTab }>({ tab: 'live' })

export const useSessionsTab = (): SessionsTab => useStore(({ tab }) => tab)
export const showSessionsTab = (tab: SessionsTab): void => useStore.setState({ tab })

export function goToSessions(tab: SessionsTab): void {
  showSessionsTab(tab)
  goTo('sessions')
}

/**
 * Goes to where a session of an application has its row. False: the profile does not list the application, and the row is
 * among all of them alone.
 */
export function goToSessionsOf({ profile }: ProfileView, appId: AppId | null): boolean {
  goToSessions('live')
  if (appId === null) return true
  const isListed = profile.applications.some((application) => application.appId === appId)
  if (isListed) chooseApplication(appId)
  return isListed
}
