import { useEffect, useEffectEvent, useState } from 'react'
import type { ProfileId, SessionId } from '../../../../shared/ids.ts'
import { shownProfile } from '../../../api/shown-profile.ts'
import { useCommand } from '../../../api/use-command.ts'

/** Which field of which session is edited. */
export interface EditedField {
  readonly profileId: ProfileId
  readonly sessionId: SessionId
  readonly field: 'label' | 'note'
  /** As main has them. */
  readonly value: string
}

/** A text that is edited in its place. */
export interface InlineEdit {
  readonly text: string
  readonly type: (text: string) => void
  readonly save: () => void
  /** Back to what main has. */
  readonly giveUp: () => void
  readonly error: Error | null
}

/** Saves label or note of a session when its box is left, when the row goes away and when the window closes. */
export function useInlineEdit({ profileId, sessionId, field, value }: EditedField): InlineEdit {
  const [draft, setDraft] = useState<string | null>(null)
  const { mutate, reset, error } = useCommand('inbox.edit', {
    onDone: (_done, saved) => setDraft((now) => (now === saved[field] ? null : now)),
  })
  const save = (): void => {
    if (draft === null) return
    if (draft === value) setDraft(null)
    // The row goes away with its profile too.
    else if (shownProfile() === profileId) mutate({ sessionId, [field]: draft })
  }
  const saveAtEnd = useEffectEvent(save)
  useEffect(() => {
    const end = (): void => saveAtEnd()
    window.addEventListener('pagehide', end)
    return () => {
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [])
  return {
    text: draft ?? value,
    type: setDraft,
    save,
    giveUp: () => {
      setDraft(null)
      reset()
    },
    error,
  }
}
