import { useEffect } from 'react'
import { useAppState, useOpenProfile } from '../api/use-app-state.ts'
import { useCommand } from '../api/use-command.ts'
import { useApplication } from '../state/application-store.ts'
import { useSection } from '../state/navigation-store.ts'

/** Reports the visible view to main, which polls what is on screen more often. A failure only means slower polling. */
export function useReportVisibleView(): void {
  const section = useSection()
  const isKnown = useAppState() !== null
  const profile = useOpenProfile()
  const appId = useApplication(profile)?.appId ?? null
  const { mutate } = useCommand('app.setVisibleView')
  useEffect(() => {
    const report = (): void => mutate({ section, appId, isVisible: document.visibilityState === 'visible' })
    // Before main has answered the page does not know yet where it is to begin.
    if (!isKnown) return undefined
    report()
    document.addEventListener('visibilitychange', report)
    return () => document.removeEventListener('visibilitychange', report)
    // Another profile may list the same application, and its workspace knows nothing yet.
  }, [mutate, isKnown, section, appId, profile?.profile.id])
}
