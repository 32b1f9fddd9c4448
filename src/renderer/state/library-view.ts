/** What the operator looks for in the library, so that it is there again after a look at another section. */
import { create } from 'zustand'
import type { ProfileId } from '../../shared/ids.ts'
import type { LibraryQuery } from '../../shared/schemas/library.ts'

interface LibraryView {
  readonly profileId: ProfileId | null
  readonly query: LibraryQuery
  readonly search: string
}

const everything: LibraryQuery = { show: 'all', tag: null }
const useStore = create<LibraryView>()(() => ({ profileId: null, query: everything, search: '' }))

function note(profileId: ProfileId, changes: Partial<Pick<LibraryView, 'query' | 'search'>>): void {
  useStore.setState((state) => {
    const kept = state.profileId === profileId ? state : useStore.getInitialState()
    return { ...kept, profileId, ...changes }
  })
}

/** Which entries of a profile's library are shown. */
export const useLibraryQuery = (profileId: ProfileId): LibraryQuery =>
  useStore((state) => (state.profileId === profileId ? state.query : everything))

/** What stands in the search box of a profile's library. */
export const useLibrarySearch = (profileId: ProfileId): string =>
  useStore((state) => (state.profileId === profileId ? state.search : ''))

/** Shows other entries; doing anything with another profile forgets the former's. */
export function showEntries(profileId: ProfileId, query: LibraryQuery): void {
  note(profileId, { query })
}

/** Searches for something else; "" shows the entries again. */
export function searchLibrary(profileId: ProfileId, search: string): void {
  note(profileId, { search })
}

/** Back to all entries and no search, for tests. */
export function resetLibraryView(): void {
  useStore.setState(useStore.getInitialState(), true)
}
