import type { AppId, ProfileId } from '../../shared/ids.ts'
import type { Section } from '../../shared/schemas/app.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { Windows } from '../desktop/windows.ts'
import type { ProgramContext } from './app-context.ts'

/** A place in the window of a profile. */
export interface PlaceToShow {
  readonly profileId: ProfileId
  readonly section: Section
  readonly appId: AppId | null
}

/** Brings a window of that profile to the front, or opens one, and shows the place. */
export type ShowPlace = (place: PlaceToShow) => Promise<void>

/** A window that shows another profile stays with it: what an operator has there must not go by a click elsewhere. */
export function createShowPlace(
  {
    windowProfiles,
    windows,
    emitTo,
  }: { readonly windows: Pick<Windows, 'front' | 'bringToFront' | 'open'> } & Pick<
    ProgramContext,
    'windowProfiles' | 'emitTo'
  >,
  profiles: Pick<Profiles, 'open'>,
): ShowPlace {
  return async ({ profileId, section, appId }) => {
    const front = windows.front()
    if (windowProfiles.windowsOn(profileId).length === 0) {
      const isFree = front !== null && windowProfiles.profileOf(front) === null
      await profiles.open(profileId, isFree ? front : windows.open)
    }
    const showing = windowProfiles.windowsOn(profileId)
    const windowId = front !== null && showing.includes(front) ? front : showing[0]
    if (windowId === undefined) return
    windows.bringToFront(windowId)
    emitTo(windowId)('section.requested', { section, appId })
  }
}
