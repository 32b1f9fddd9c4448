/** The selected application: of Sessions, of the navigation’s count, and of main’s poll interval. */
import type { AppId } from '../../shared/ids.ts'
import type { Application, ProfileView } from '../../shared/schemas/profile.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { createProfileStore } from './create-store.ts'

const store = createProfileStore<{ readonly chosen: AppId | null }>({ chosen: null })

const useChosen = store.field('chosen')

/** Of the profile on screen when none is named. */
export const chooseApplication = (chosen: AppId, profileId?: ShownProfile): void =>
  store.set(() => ({ chosen }), profileId)

/** The application chosen for a profile, else its first; null when the profile has none. */
export function useApplication(view: ProfileView | null): Application | null {
  const chosen = useChosen(view?.profile.id)
  const all = view?.profile.applications ?? []
  return all.find((application) => application.appId === chosen) ?? all[0] ?? null
}
