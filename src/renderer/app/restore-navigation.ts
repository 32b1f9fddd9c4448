import type { QueryClient } from '@tanstack/react-query'
import { appState } from '../api/queries.ts'
import { chooseApplication } from '../state/application-store.ts'
import { goTo } from '../state/navigation-store.ts'

/** Goes where this window was before its page was loaded again, as stored in main; a new window stays at the start. */
export function restoreNavigation(client: QueryClient): void {
  client.query(appState()).then(
    ({ shown, openProfileId }) => {
      if (shown === null) return
      if (shown.appId !== null && openProfileId !== null) chooseApplication(openProfileId, shown.appId)
      goTo(shown.section)
    },
    // The shell reads the same, and shows the failure.
    () => undefined,
  )
}
