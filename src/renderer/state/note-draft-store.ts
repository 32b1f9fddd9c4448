/** Notes that were typed and are not saved yet. They outlive their text box, so that a full disk does not lose them. */
import type { ConversationId, ProfileId } from '../../shared/ids.ts'
import { createProfileStore } from './create-store.ts'

type Drafts = Readonly<Partial<Record<ConversationId, string>>>

const store = createProfileStore<{ readonly drafts: Drafts }>({ drafts: {} })

/** The unsaved note on a conversation of a profile; null when all of it is saved. */
export const useNoteDraft = (profileId: ProfileId, conversationId: ConversationId): string | null =>
  store.useState(({ drafts }) => drafts[conversationId] ?? null, profileId)

/** The same, for the moment of saving. */
export const noteDraftOf = (profileId: ProfileId, conversationId: ConversationId): string | null =>
  store.get(profileId).drafts[conversationId] ?? null

/** Keeps what was typed. */
export function draftNote(profileId: ProfileId, conversationId: ConversationId, note: string): void {
  store.set(({ drafts }) => ({ drafts: { ...drafts, [conversationId]: note } }), profileId)
}

/** Drops a saved note, unless something else was typed meanwhile. */
export function clearNoteDraft(profileId: ProfileId, conversationId: ConversationId, saved: string): void {
  if (noteDraftOf(profileId, conversationId) !== saved) return
  store.set(({ drafts }) => ({ drafts: { ...drafts, [conversationId]: undefined } }), profileId)
}
