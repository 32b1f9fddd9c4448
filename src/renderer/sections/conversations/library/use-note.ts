import { useCallback, useEffect } from 'react'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { LibraryEntry } from '../../../../shared/schemas/library.ts'
import { shownProfile } from '../../../api/shown-profile.ts'
import { useCommand } from '../../../api/use-command.ts'
import { draftNote, noteDraftOf, clearNoteDraft, useNoteDraft } from '../../../state/note-draft-store.ts'

/** A note as its box shows it. */
export interface NoteBox {
  readonly text: string
  readonly type: (text: string) => void
  /** Saves now what is not saved. */
  readonly save: () => void
  readonly state: 'unsaved' | 'saving' | 'saved' | 'untouched'
  readonly error: Error | null
}

// The hand rests for so long before it is saved.
const debounceMs = 600

function stateOf(draft: string | null, isPending: boolean, isSuccess: boolean): NoteBox['state'] {
  if (isPending) return 'saving'
  if (draft !== null) return 'unsaved'
  return isSuccess ? 'saved' : 'untouched'
}

/**
 * A note that is saved automatically: debounced, on blur, when it is unmounted and when the window closes. An unsaved
 * one is stored and shown again.
 */
export function useNote({ conversationId, note }: LibraryEntry, profileId: ProfileId): NoteBox {
  const draft = useNoteDraft(profileId, conversationId)
  const { mutate, isPending, isSuccess, error } = useCommand('library.setNote', {
    onDone: (_entry, { note: saved }) => {
      clearNoteDraft(profileId, conversationId, saved)
    },
  })
  const save = useCallback((): void => {
    const unsaved = noteDraftOf(profileId, conversationId)
    // The box goes away with its profile too; what is unsaved then is there when the profile is back.
    if (unsaved !== null && shownProfile() === profileId) mutate({ conversationId, note: unsaved })
  }, [conversationId, profileId, mutate])
  useEffect(() => {
    if (draft === null) return undefined
    const timer = setTimeout(save, debounceMs)
    return () => {
      clearTimeout(timer)
    }
  }, [draft, save])
  useEffect(() => {
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [save])
  return {
    text: draft ?? note,
    type: (text) => {
      draftNote(profileId, conversationId, text)
    },
    save,
    state: stateOf(draft, isPending, isSuccess),
    error,
  }
}
