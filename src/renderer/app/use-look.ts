import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InputOf } from '../../shared/contract.ts'
import { call } from '../api/call.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { useApplication } from '../state/application.ts'
import { useSection } from '../state/navigation.ts'

/** Tells main what is looked at, so that it reads faster what is on screen. A failure only means slower reads. */
export function useLook(): void {
  const section = useSection()
  const profile = useOpenProfile()
  const appId = useApplication(profile)?.appId ?? null
  const { mutate } = useMutation({ mutationFn: (input: InputOf<'app.look'>) => call('app.look', input) })
  useEffect(() => {
    mutate({ section, appId })
  }, [mutate, section, appId])
}
