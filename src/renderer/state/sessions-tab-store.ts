/** Which part of the Sessions section this window shows. */
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
