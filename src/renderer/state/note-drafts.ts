/** Notes that were typed and are not saved yet. They outlive their text box, so that a full disk does not lose them. */
import { create } from 'zustand'

/** Whose note: profile and conversation. */
export type NoteOf = `${string}/${string}`

interface NoteDrafts {
  readonly drafts: Readonly<Partial<Record<NoteOf, string>>>
}

const useStore = create<NoteDrafts>()(() => ({ drafts: {} }))

/** What was typed about a conversation and is not saved yet; null when all of it is. */
export const useNoteDraft = (of: NoteOf): string | null => useStore(({ drafts }) => drafts[of] ?? null)

/** The same, for the moment of saving. */
export const noteDraftOf = (of: NoteOf): string | null => useStore.getState().drafts[of] ?? null

/** Keeps what was typed. */
export function draftNote(of: NoteOf, note: string): void {
  useStore.setState(({ drafts }) => ({ drafts: { ...drafts, [of]: note } }))
}

/** That text is saved: forgotten here, unless something else was typed meanwhile. */
export function noteIsSaved(of: NoteOf, saved: string): void {
  useStore.setState(({ drafts }) => (drafts[of] === saved ? { drafts: { ...drafts, [of]: undefined } } : { drafts }))
}

/** Nothing unsaved, for tests. */
export function resetNoteDrafts(): void {
  useStore.setState(useStore.getInitialState(), true)
}
