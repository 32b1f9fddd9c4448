import { useQuery } from '@tanstack/react-query'
import type { AppState } from '../../shared/schemas/app.ts'
import type { ProfileView } from '../../shared/schemas/profile.ts'
import { appState } from './queries.ts'

/** The shell's state; null until main has answered. */
export function useAppState(): AppState | null {
  return useQuery(appState()).data ?? null
}

/** The open profile; null while none is open or known. */
export function useOpenProfile(): ProfileView | null {
  const state = useAppState()
  return state?.profiles.find((view) => view.profile.id === state.openProfileId) ?? null
}

/** True once the service refused the token of the open profile, until it accepts one. */
export function useIsTokenRefused(): boolean {
  const { openProfileId = null, refusedTokens = [] } = useAppState() ?? {}
  return openProfileId !== null && refusedTokens.includes(openProfileId)
}

/**
 * True when the open profile forbids creating and closing: the page does not offer these commands, and main refuses
 * them.
 */
export function useIsReadOnly(): boolean {
  return useOpenProfile()?.profile.protection === 'read-only'
}
