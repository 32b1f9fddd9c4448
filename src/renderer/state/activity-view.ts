/** What the operator looks for in the journal, so that it is there again after a look at another section. */
import { create } from 'zustand'
import type { ProfileId } from '../../shared/ids.ts'
import type { ActivityAction, ActivityEntry } from '../../shared/schemas/activity.ts'

/** The parts of the journal; `all` is no choice. */
export type ActivityGroup =
  'all' | 'profiles' | 'avatars' | 'conversations' | 'sessions' | 'rules' | 'alerts' | 'account' | 'journal'

/** What is shown of the journal. */
export interface ActivityView {
  readonly search: string
  readonly group: ActivityGroup
  readonly outcome: ActivityEntry['outcome'] | 'all'
  readonly scope: 'profile' | 'all'
  /** Days as `2026-11-21` in the operator's time, both included; "" for none. */
  readonly fromDay: string
  readonly toDay: string
}

/** Which part of the journal an action belongs to. */
export type ActivityGroups = Readonly<Record<ActivityAction, Exclude<ActivityGroup, 'all'>>>

/** Everything of the open profile. */
export const wholeView: ActivityView = {
  search: '',
  group: 'all',
  outcome: 'all',
  scope: 'profile',
  fromDay: '',
  toDay: '',
}

interface State {
  readonly profileId: ProfileId | null
  readonly view: ActivityView
}

const useStore = create<State>()(() => ({ profileId: null, view: wholeView }))

/** What is shown of the journal in this profile. */
export const useActivityView = (profileId: ProfileId): ActivityView =>
  useStore((state) => (state.profileId === profileId ? state.view : wholeView))

/** Changes what is shown; doing so in another profile forgets the former's choice. */
export function changeActivityView(profileId: ProfileId, changes: Partial<ActivityView>): void {
  useStore.setState((state) => {
    const before = state.profileId === profileId ? state.view : wholeView
    return { profileId, view: { ...before, ...changes } }
  })
}

/** Back to everything, for tests. */
export function resetActivityView(): void {
  useStore.setState(useStore.getInitialState(), true)
}
