/** What the Conversations section has on screen: outlives a visit to another section, and belongs to one profile. */
import type { ConversationId, SnapshotId } from '../../shared/ids.ts'
import type { ShownComparison } from '../../shared/schemas/conversation.ts'
import type { LibraryHit, LibraryQuery } from '../../shared/schemas/library.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { comparisonOf, endComparison } from './comparison-store.ts'
import { createProfileStore, createWindowStore } from './create-store.ts'
import { goTo, openConversation } from './navigation-store.ts'

/** The last fetch of a conversation: it goes on when the section is left, and is shown there afterwards. */
export interface ConversationFetch {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  /** "" before the first. */
  readonly id: string
  readonly error: unknown
}

interface Reading {
  readonly typedId: string
  readonly snapshotId: SnapshotId | null
  /** Where the viewer is to scroll once it shows that snapshot. */
  readonly sought: { readonly snapshotId: SnapshotId; readonly excerpt: string } | null
  /** The failure for which a snapshot was opened last. */
  readonly openedFor: unknown
  readonly conversationFetch: ConversationFetch
  /** Which entries of the library are shown, and the text in its search box. */
  readonly query: LibraryQuery
  readonly search: string
  /** Notes that are not saved yet. They outlive their text box, so that a full disk does not lose them. */
  readonly notes: Readonly<Partial<Record<ConversationId, string>>>
}

/** What was on screen when a fetch began. */
interface BegunFetch extends ConversationFetch {
  readonly over: SnapshotId | ShownComparison | null
}

const noFetch: ConversationFetch = { status: 'idle', id: '', error: null }

const store = createProfileStore<Reading>({
  typedId: '',
  snapshotId: null,
  sought: null,
  openedFor: null,
  conversationFetch: noFetch,
  query: { show: 'all', tag: null },
  search: '',
  notes: {},
})

export const useTypedConversationId = store.field('typedId')
export const useShownSnapshot = store.field('snapshotId')
export const useSought = store.field('sought')
export const useNewestFetch = store.field('conversationFetch')
export const useLibraryQuery = store.field('query')
export const useLibrarySearch = store.field('search')
export const typeConversationId = (typedId: string): void => store.set(() => ({ typedId }))
export const showEntries = (query: LibraryQuery): void => store.set(() => ({ query }))

export const restoreTyped = (typed: { typedId: string; librarySearch: string }, profileId: ShownProfile): void =>
  store.set(() => ({ typedId: typed.typedId, search: typed.librarySearch }), profileId)

/** Searches for something else; "" shows the entries again. */
export const searchLibrary = (search: string): void => store.set(() => ({ search }))

/** Shows a snapshot, in place of a comparison. */
export function showSnapshot(snapshotId: SnapshotId, profileId?: ShownProfile): void {
  endComparison(profileId)
  store.set(() => ({ snapshotId }), profileId)
}

/** A conversation with its newest snapshot, without which it is fetched; or a hit in one. */
export type Target = Pick<LibraryHit, 'conversationId' | 'snapshotId'> & Partial<LibraryHit>

// What a hit in anything else says stands at the top.
const textPlaces = ['persona', 'prompt', 'script', 'knowledge', 'other']

/**
 * Goes to a conversation: shows its snapshot, at the hit, without a call to the service, or fetches it, once. What is
 * fetched of another is saved alone.
 */
export function openTarget({ conversationId, snapshotId, place = 'id', before, match, after }: Target): void {
  if (snapshotId === null) {
    openConversation(conversationId)
    return
  }
  typeConversationId(conversationId)
  store.set(({ conversationFetch }) => (conversationFetch.id === conversationId ? {} : { conversationFetch: noFetch }))
  showSnapshot(snapshotId)
  const excerpt = `${before ?? ''}${match ?? ''}${after ?? ''}`
  store.set(() => ({ sought: textPlaces.includes(place) ? { snapshotId, excerpt } : null }))
  goTo('conversations')
}

export const clearSought = (): void => store.set(() => ({ sought: null }))

/** Shows a snapshot in place of what could not be fetched; once for each failure: what is opened after it stays. */
export function showSnapshotFor(failure: unknown, snapshotId: SnapshotId): void {
  store.set(({ openedFor }) => (openedFor === failure ? {} : { openedFor: failure, snapshotId }))
}

const onScreen = (profileId: ShownProfile): BegunFetch['over'] =>
  comparisonOf(profileId) ?? store.get(profileId).snapshotId

/** Begins one; those before are no longer shown. */
export function beginFetch(profileId: ShownProfile, id: string): BegunFetch {
  const conversationFetch: BegunFetch = { status: 'pending', id, error: null, over: onScreen(profileId) }
  store.set(() => ({ conversationFetch }), profileId)
  return conversationFetch
}

/** Ends one; false when another began meanwhile or something else was opened, and its answer is not shown. */
export function endFetch(
  profileId: ShownProfile,
  begun: BegunFetch,
  end: Pick<ConversationFetch, 'status' | 'error'>,
): boolean {
  const isNewest = store.get(profileId).conversationFetch === begun
  if (isNewest) store.set(() => ({ conversationFetch: { ...begun, ...end } }), profileId)
  return isNewest && onScreen(profileId) === begun.over
}

/** The unsaved note on a conversation; null when all of it is saved. */
export const useNoteDraft = (conversationId: ConversationId): string | null =>
  store.useState(({ notes }) => notes[conversationId] ?? null)

export const noteDraftOf = (conversationId: ConversationId): string | null => store.get().notes[conversationId] ?? null

export function draftNote(conversationId: ConversationId, note: string | undefined): void {
  store.set(({ notes }) => ({ notes: { ...notes, [conversationId]: note } }))
}

/** Drops a saved note, unless something else was typed meanwhile. */
export function clearNoteDraft(conversationId: ConversationId, saved: string): void {
  if (noteDraftOf(conversationId) === saved) draftNote(conversationId, undefined)
}

const useRawNamesStore = createWindowStore({ isShown: true })

/** Whether the viewer shows the contract's own names beside the labels of fields. */
export const useRawNames = (): boolean => useRawNamesStore(({ isShown }) => isShown)
export const showRawNames = (isShown: boolean): void => useRawNamesStore.setState({ isShown })
