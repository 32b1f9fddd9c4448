/** Which profile this page shows, as main told it last. Every call is made for it, unless it names the one it began with. */
import type { ProfileId } from '../../shared/ids.ts'

/** null: none is open. undefined: main has not told yet. */
export type ShownProfile = ProfileId | null | undefined

let shown: ShownProfile

/** The profile that the page shows now. */
export function shownProfile(): ShownProfile {
  return shown
}

/** Main told which profile the page shows; undefined before it has. */
export function setShownProfile(profileId: ShownProfile): void {
  shown = profileId
}
