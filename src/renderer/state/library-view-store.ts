/** Filter and search of the library, which outlive a visit to another section. */
import type { ProfileId } from '../../shared/ids.ts'
import type { LibraryQuery } from '../../shared/schemas/library.ts'
import { createProfileStore } from './create-store.ts'

interface LibraryView {
  readonly query: LibraryQuery
  readonly search: string
}

const store = createProfileStore<LibraryView>({ query: { show: 'all', tag: null }, search: '' })

/** Which entries of a profile's library are shown. */
export const useLibraryQuery = (profileId: ProfileId): LibraryQuery => store.useState(({ query }) => query, profileId)

/** The text in the search box of a profile’s library. */
export const useLibrarySearch = (profileId: ProfileId): string => store.useState(({ search }) => search, profileId)

/** Shows other entries. */
export function showEntries(profileId: ProfileId, query: LibraryQuery): void {
  store.set(() => ({ query }), profileId)
}

/** Searches for something else; "" shows the entries again. */
export function searchLibrary(profileId: ProfileId, search: string): void {
  store.set(() => ({ search }), profileId)
}
