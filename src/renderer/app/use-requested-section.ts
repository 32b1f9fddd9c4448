import { useEvent } from '../api/events.ts'
import { goTo } from '../state/navigation.ts'

/** Follows the native menu (Ctrl/Cmd+1…6) and deep links to a section. */
export function useRequestedSection(): void {
  useEvent('section.requested', ({ section }) => {
    goTo(section)
  })
}
