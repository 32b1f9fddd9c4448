/**
 * Typed texts of a profile that are not saved yet. Main stores the texts that only a button saves (`TypedTexts`) and
 * restores them after a crash; all other texts are only in the page.
 */
import type { ConversationId, DraftId } from '../../shared/ids.ts'
import { limits } from '../../shared/model/limits.ts'
import type { CreationFields, Draft } from '../../shared/schemas/avatar.ts'
import type { TypedTexts } from '../../shared/schemas/unsaved.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { createProfileStore } from './create-store.ts'

type Typed = Omit<TypedTexts, 'profileId'>

const blank = { of: '', fields: {} }
const nothing: Typed = { sessions: { text: '', isPasted: false }, libraryIds: '', customFields: blank }
const store = createProfileStore<Typed>(nothing)

export const useTypedTexts = store.useStates

/** Restores the texts of profiles for which nothing was typed since this page was loaded. */
export function restoreTexts(texts: readonly TypedTexts[]): void {
  for (const { profileId, ...typed } of texts) store.set((before) => (before === nothing ? typed : {}), profileId)
}

export const useSessionText = store.field('sessions')

/** The searchable part of a text plus one character, which reveals that the text was longer. */
const limited = (text: string): string => text.slice(0, limits.searchedText + 1)

export const typeSessions = ({ text, isPasted }: TypedTexts['sessions']): void =>
  store.set(() => ({ sessions: { text: limited(text), isPasted } }))
export const forgetSessionText = (): void => typeSessions(nothing.sessions)

export const useLibraryIds = store.field('libraryIds')

export const typeLibraryIds = (text: string): void => store.set(() => ({ libraryIds: limited(text) }))

const useTypedFields = store.field('customFields')

const keyOf = (draftIds: readonly DraftId[]): string => draftIds.join(' ')

/** The typed fields of these drafts, or `saved`. */
export function useCustomFields(draftIds: readonly DraftId[], saved: Draft['overrides']): Draft['overrides'] {
  const { of, fields } = useTypedFields()
  return of === keyOf(draftIds) ? fields : saved
}

export const typeCustomFields = (draftIds: readonly DraftId[], fields: Draft['overrides']): void =>
  store.set(() => ({ customFields: { of: keyOf(draftIds), fields } }))

export const forgetCustomFields = (): void => store.set(() => ({ customFields: blank }))

export type Edits = Partial<CreationFields>

interface UnsavedInPage {
  /** The texts in the box for a conversation's ID and in the library search. */
  readonly conversationId: string
  readonly librarySearch: string
  /** A note for the journal that is not added yet. */
  readonly activityNote: string
  /** Notes that are not saved yet. They outlive their text box, so that a full disk does not lose them. */
  readonly notes: Readonly<Partial<Record<ConversationId, string>>>
  /** Shared fields of the avatars to be created. */
  readonly sharedFields: Edits
}

const unsaved = createProfileStore<UnsavedInPage>({
  conversationId: '',
  librarySearch: '',
  activityNote: '',
  notes: {},
  sharedFields: {},
})

export const useActivityNote = unsaved.field('activityNote')

export const typeActivityNote = (activityNote: string): void => unsaved.set(() => ({ activityNote }))

export const useTypedConversationId = unsaved.field('conversationId')
export const typeConversationId = (conversationId: string, profileId?: ShownProfile): void =>
  unsaved.set(() => ({ conversationId }), profileId)

export const useLibrarySearch = unsaved.field('librarySearch')

/** Changes the search; "" shows the entries again. */
export const searchLibrary = (librarySearch: string, profileId?: ShownProfile): void =>
  unsaved.set(() => ({ librarySearch }), profileId)

/** The unsaved note on a conversation; null when all of it is saved. */
export const useNoteDraft = (conversationId: ConversationId): string | null =>
  unsaved.useState(({ notes }) => notes[conversationId] ?? null)

export const noteDraftOf = (conversationId: ConversationId): string | null =>
  unsaved.get().notes[conversationId] ?? null

export function draftNote(conversationId: ConversationId, note: string | undefined): void {
  unsaved.set(({ notes }) => ({ notes: { ...notes, [conversationId]: note } }))
}

/** Forgets a saved note unless its text has changed meanwhile. */
export function clearNoteDraft(conversationId: ConversationId, saved: string): void {
  if (noteDraftOf(conversationId) === saved) draftNote(conversationId, undefined)
}

export const useEdits = unsaved.field('sharedFields')

export const editsNow = (profileId: ShownProfile): Edits => unsaved.get(profileId).sharedFields

export function typeSharedFields(profileId: ShownProfile, edit: Edits): void {
  unsaved.set(({ sharedFields }) => ({ sharedFields: { ...sharedFields, ...edit } }), profileId)
}

/** Forgets the saved fields of a profile; fields edited since then stay. */
export function clearSavedEdits(profileId: ShownProfile, saved: CreationFields): void {
  unsaved.set(({ sharedFields }) => {
    const unsavedFields = Object.entries(sharedFields).filter(
      ([name, value]) => saved[name as keyof CreationFields] !== value,
    )
    return { sharedFields: Object.fromEntries(unsavedFields) }
  }, profileId)
}
