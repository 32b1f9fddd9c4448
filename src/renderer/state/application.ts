/** The application that Sessions, the navigation's count and main's reading rate look at. */
import { create } from 'zustand'
import type { AppId } from '../../shared/ids.ts'
import type { Application, ProfileView } from '../../shared/schemas/profile.ts'

interface Chosen {
  /** Last choice per profile id. */
  readonly byProfile: Readonly<Record<string, AppId>>
}

const useStore = create<Chosen>()(() => ({ byProfile: {} }))

/** The application chosen for a profile, else its first; null when the profile has none. */
export function useApplication(view: ProfileView | null): Application | null {
  const chosen = useStore((state) => (view === null ? undefined : state.byProfile[view.profile.id]))
  const all = view?.profile.applications ?? []
  return all.find((application) => application.appId === chosen) ?? all[0] ?? null
}

/** Chooses an application of a profile. */
export function chooseApplication(profileId: string, appId: AppId): void {
  useStore.setState(({ byProfile }) => ({ byProfile: { ...byProfile, [profileId]: appId } }))
}

/** Back to no choice, for tests. */
export function resetApplication(): void {
  useStore.setState(useStore.getInitialState(), true)
}
