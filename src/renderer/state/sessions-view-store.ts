/** How the operator arranged the Sessions section, by profile: outlives a visit to another section. */
import type { ProfileId } from '../../shared/ids.ts'
import { createProfileStore } from './create-store.ts'

/** A panel that is one line until it is opened. */
export type CollapsiblePart = 'suggestions' | 'alerts'

interface Arranged {
  /** Runs and falls that were seen, by their ids. */
  readonly dismissed: readonly string[]
  readonly open: readonly CollapsiblePart[]
}

// Only the newest result is shown, so that nobody sees those before again.
const maxDismissed = 50

const store = createProfileStore<Arranged>({ dismissed: [], open: [] })

/** Whether the operator has seen enough of a run or a fall. */
export const useIsDismissed = (profileId: ProfileId, id: string | undefined): boolean =>
  store.useState(({ dismissed }) => id !== undefined && dismissed.includes(id), profileId)

/** Takes a run or a fall off the page. */
export function dismissResult(profileId: ProfileId, id: string): void {
  store.set(({ dismissed }) => ({ dismissed: [...dismissed, id].slice(-maxDismissed) }), profileId)
}

/** Whether a folding panel stands open. */
export const useIsPartOpen = (profileId: ProfileId, part: CollapsiblePart): boolean =>
  store.useState(({ open }) => open.includes(part), profileId)

/** Notes that a folding panel was opened or closed. */
export function setPartOpen(profileId: ProfileId, part: CollapsiblePart, isOpen: boolean): void {
  store.set(({ open }) => {
    const others = open.filter((one) => one !== part)
    return { open: isOpen ? [...others, part] : others }
  }, profileId)
}
