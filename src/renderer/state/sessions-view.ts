/** How the operator arranged the Sessions section in each profile: there again after a look at another section. */
import { create } from 'zustand'
import type { ProfileId } from '../../shared/ids.ts'

/** A panel that is one line until it is opened. */
export type FoldingPart = 'guards' | 'alerts'

interface Arranged {
  /** Runs and falls that were seen, by their ids. */
  readonly dismissed: readonly string[]
  readonly open: readonly FoldingPart[]
}

interface State {
  readonly byProfile: Readonly<Record<string, Arranged>>
}

const usual: Arranged = { dismissed: [], open: [] }

const useStore = create<State>()(() => ({ byProfile: {} }))

const arrangedIn = ({ byProfile }: State, profileId: ProfileId): Arranged => byProfile[profileId] ?? usual

function arrange(profileId: ProfileId, changes: (before: Arranged) => Partial<Arranged>): void {
  useStore.setState((state) => {
    const before = arrangedIn(state, profileId)
    return { byProfile: { ...state.byProfile, [profileId]: { ...before, ...changes(before) } } }
  })
}

/** Whether the operator has seen enough of a run or a fall. */
export const useIsDismissed = (profileId: ProfileId, id: string | undefined): boolean =>
  useStore((state) => id !== undefined && arrangedIn(state, profileId).dismissed.includes(id))

/** Takes a run or a fall off the page. */
export function dismissResult(profileId: ProfileId, id: string): void {
  arrange(profileId, ({ dismissed }) => ({ dismissed: [...dismissed, id] }))
}

/** Whether a folding panel stands open. */
export const useIsPartOpen = (profileId: ProfileId, part: FoldingPart): boolean =>
  useStore((state) => arrangedIn(state, profileId).open.includes(part))

/** Notes that a folding panel was opened or closed. */
export function notePartOpen(profileId: ProfileId, part: FoldingPart, isOpen: boolean): void {
  arrange(profileId, ({ open }) => {
    const others = open.filter((one) => one !== part)
    return { open: isOpen ? [...others, part] : others }
  })
}

/** Back to nothing dismissed and every panel closed, for tests. */
export function resetSessionsView(): void {
  useStore.setState(useStore.getInitialState(), true)
}
