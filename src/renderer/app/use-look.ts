import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InputOf } from '../../shared/contract.ts'
import { call } from '../api/call.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { useApplication } from '../state/application.ts'
import { useSection } from '../state/navigation.ts'

/** Tells main what is looked at, and whether it can be seen: what is on screen is read faster. A failure only means slower reads. */
export function useLook(): void {
  const section = useSection()
  const profile = useOpenProfile()
  const appId = useApplication(profile)?.appId ?? null
  const { mutate } = useMutation({ mutationFn: (input: InputOf<'app.look'>) => call('app.look', input) })
  useEffect(() => {
    const tell = (): void => {
      mutate({ section, appId, isVisible: document.visibilityState === 'visible' })
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => {
      document.removeEventListener('visibilitychange', tell)
    }
    // Another profile may list the same application, and its desk has heard nothing yet.
  }, [mutate, section, appId, profile?.profile.id])
}
