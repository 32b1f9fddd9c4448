import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ProfileId, SessionId } from '../../../../shared/ids.ts'
import type { Inbox } from '../../../../shared/schemas/inbox.ts'
import { call } from '../../../api/call.ts'
import { queries } from '../../../api/queries.ts'

/** Which words of which session are edited. */
export interface EditedWords {
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
export function useInlineEdit({ profileId, sessionId, field, value }: EditedWords): InlineEdit {
  const client = useQueryClient()
  const [draft, setDraft] = useState<string | null>(null)
  const { mutate, reset, error } = useMutation({
    mutationFn: (text: string) => call('inbox.edit', { sessionId, [field]: text }),
    onSuccess: (_done, text) => {
      // Main trims a label; the row follows at once, and with the event for good.
      client.setQueriesData<Inbox>({ queryKey: ['inbox.list'] }, (inbox) =>
        inbox === undefined
          ? undefined
          : {
              ...inbox,
              sessions: inbox.sessions.map((one) =>
                one.sessionId === sessionId ? { ...one, [field]: field === 'label' ? text.trim() : text } : one,
              ),
            },
      )
      setDraft((now) => (now === text ? null : now))
    },
  })
  const save = (): void => {
    if (draft === null) return
    // Main writes to the open profile, which may be another one by the time the row goes away.
    const isOpen = client.getQueryData(queries.appState().queryKey)?.openProfileId === profileId
    if (draft === value) setDraft(null)
    else if (isOpen) mutate(draft)
  }
  const saveAtEnd = useEffectEvent(save)
  useEffect(() => {
    const end = (): void => {
      saveAtEnd()
    }
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
