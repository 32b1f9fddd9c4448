import { useEvent } from '../api/events.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { chooseApplication } from '../state/application-store.ts'
import { goTo } from '../state/navigation-store.ts'

/** Follows notifications and deep links to a section and an application in it. */
export function useRequestedSection(): void {
  const profile = useOpenProfile()
  useEvent('section.requested', ({ section, appId }) => {
    if (appId !== null && profile !== null) chooseApplication(profile.profile.id, appId)
    goTo(section)
  })
}
