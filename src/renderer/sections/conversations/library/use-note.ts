import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { LibraryEntry } from '../../../../shared/schemas/library.ts'
import { call } from '../../../api/call.ts'
import { queries } from '../../../api/queries.ts'
import { draftNote, noteDraftOf, noteIsSaved, useNoteDraft } from '../../../state/note-drafts.ts'
import type { NoteOf } from '../../../state/note-drafts.ts'
import { useEntryCommand } from './use-library.ts'

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
const restMs = 600

function stateOf(draft: string | null, isPending: boolean, isSuccess: boolean): NoteBox['state'] {
  if (isPending) return 'saving'
  if (draft !== null) return 'unsaved'
  return isSuccess ? 'saved' : 'untouched'
}

/**
 * A note that saves itself: when the hand rests, when the box is left, when it goes away and when the window closes.
 * What could not be saved is kept and shown again.
 */
export function useNote({ conversationId, note }: LibraryEntry, profileId: ProfileId): NoteBox {
  const client = useQueryClient()
  const of: NoteOf = `${profileId}/${conversationId}`
  const draft = useNoteDraft(of)
  const { mutate, isPending, isSuccess, error } = useEntryCommand(async (text: string) => {
    const entry = await call('library.setNote', { conversationId, note: text })
    noteIsSaved(of, text)
    return entry
  })
  const save = useCallback((): void => {
    const unsaved = noteDraftOf(of)
    // Main writes to the open profile, which may be another one by the time the box goes away.
    const isOpen = client.getQueryData(queries.appState().queryKey)?.openProfileId === profileId
    if (unsaved !== null && isOpen) mutate(unsaved)
  }, [client, of, profileId, mutate])
  useEffect(() => {
    if (draft === null) return undefined
    const timer = setTimeout(save, restMs)
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
      draftNote(of, text)
    },
    save,
    state: stateOf(draft, isPending, isSuccess),
    error,
  }
}
