import { useTranslation } from 'react-i18next'
import type { KeyboardEvent } from 'react'
import { limits } from '../../../../shared/model/limits.ts'
import { failureOf } from '../../../api/call.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { PlainInput, PlainTextArea } from '../../../ui/text-input.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from './inbox.module.css'
import { useInlineEdit } from './use-inline-edit.ts'
import type { EditedField } from './use-inline-edit.ts'

export interface InlineEditFieldProps {
  readonly edited: EditedField
  /** Accessible name. */
  readonly label: string
  readonly placeholder: string
}

// The contract's limits, in characters.
const lengths = { label: limits.sessionLabel, note: limits.sessionNote }

function NotSaved({ error }: { readonly error: Error }) {
  const { t } = useTranslation('inbox')
  const words = useFailureText()
  return <>{t('known.notSaved', { sentence: words(failureOf(error)).sentence })}</>
}

/** Label or note of a session, edited in its place: Enter and blur save, Escape discards. */
export function InlineEditField({ edited, label, placeholder }: InlineEditFieldProps) {
  const { text, type, save, giveUp, error } = useInlineEdit(edited)
  const isNote = edited.field === 'note'
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // The field's own: what stands around it stays open.
      event.preventDefault()
      giveUp()
    }
    if (event.key !== 'Enter' || (event.shiftKey && isNote)) return
    event.preventDefault()
    save()
  }
  const shared = {
    spellCheck: false,
    'aria-label': label,
    placeholder,
    maxLength: lengths[edited.field],
    className: styles.inline,
    value: text,
    onBlur: save,
    onKeyDown,
  }
  return (
    <>
      {isNote ? (
        <PlainTextArea {...shared} rows={1} onChange={(event) => type(event.currentTarget.value)} />
      ) : (
        <PlainInput {...shared} onChange={(event) => type(event.currentTarget.value)} />
      )}
      <Text role="status" tone="warn">
        {error !== null && <NotSaved error={error} />}
      </Text>
    </>
  )
}
