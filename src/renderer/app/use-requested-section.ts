import { useEvent } from '../api/events.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { chooseApplication } from '../state/application-store.ts'
import { openDiagnostics } from '../state/diagnostics-store.ts'
import { askForSettings, goTo } from '../state/navigation-store.ts'

/** Follows the native menu (Ctrl/Cmd+1…6), notifications and deep links to a section and an application in it, to About, or to the diagnostics. */
export function useRequestedSection(): void {
  const profile = useOpenProfile()
  useEvent('section.requested', ({ section, appId }) => {
    if (appId !== null && profile !== null) chooseApplication(profile.profile.id, appId)
    goTo(section)
  })
  useEvent('support.requested', ({ what }) => {
    if (what === 'about') askForSettings('about')
    else openDiagnostics()
  })
}
