import { useEffect, useEffectEvent, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { limits } from '../../../../shared/model/limits.ts'
import type { KnownSession } from '../../../../shared/schemas/inbox.ts'
import { failureOf } from '../../../api/call.ts'
import { shownProfile } from '../../../api/shown-profile.ts'
import { useCommand } from '../../../api/use-command.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { Text } from '../../../ui/layout.tsx'
import { PlainInput, PlainTextArea } from '../../../ui/text-input.tsx'
import { useWindowEvent } from '../../../ui/use-window-event.ts'
import styles from './inbox.module.css'

interface EditedField {
  readonly session: KnownSession
  readonly field: 'label' | 'note'
}

/** Saves the label or note of a session on blur, when its row disappears, and when the window closes. */
function useInlineEdit({ session, field }: EditedField) {
  const [profileId] = useState(shownProfile)
  const { sessionId, [field]: value } = session
  const [draft, setDraft] = useState<string | null>(null)
  const { mutate, reset, error } = useCommand('inbox.edit', {
    onDone: (_done, saved) => setDraft((now) => (now === saved[field] ? null : now)),
  })
  const save = (): void => {
    if (draft === null) return
    if (draft === value) setDraft(null)
    // The row also disappears with its profile.
    else if (shownProfile() === profileId) mutate({ sessionId, [field]: draft })
  }
  const saveAtEnd = useEffectEvent(save)
  useEffect(() => () => saveAtEnd(), [])
  useWindowEvent('pagehide', save)
  return {
    text: draft ?? value,
    type: setDraft,
    save,
    /** Restores main's value. */
    giveUp: (): void => {
      setDraft(null)
      reset()
    },
    error,
  }
}

/** The label or note of a session, edited in place: Enter and blur save, Escape discards. */
export function InlineEditField(edited: EditedField) {
  const { t } = useTexts('inbox')
  const failureText = useFailureText()
  const { text, type, save, giveUp, error } = useInlineEdit(edited)
  const { sessionId } = edited.session
  const isNote = edited.field === 'note'
  const shared = {
    spellCheck: false,
    'aria-label': isNote ? t('known.note') : t('known.labelOf', { sessionId }),
    placeholder: t(isNote ? 'known.addNote' : 'known.addLabel'),
    // The contract's limits, in characters.
    maxLength: isNote ? limits.sessionNote : limits.sessionLabel,
    className: styles.inline,
    value: text,
    onBlur: save,
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'Escape') {
        // Escape is for the field only: the parts around it stay open.
        event.preventDefault()
        giveUp()
      }
      if (event.key !== 'Enter' || (event.shiftKey && isNote)) return
      event.preventDefault()
      save()
    },
  }
  return (
    <>
      {isNote ? (
        <PlainTextArea {...shared} rows={1} onChange={(event) => type(event.currentTarget.value)} />
      ) : (
        <PlainInput {...shared} onChange={(event) => type(event.currentTarget.value)} />
      )}
      <Text role="status" tone="warn">
        {error !== null && t('known.notSaved', { sentence: failureText(failureOf(error)).sentence })}
      </Text>
    </>
  )
}
