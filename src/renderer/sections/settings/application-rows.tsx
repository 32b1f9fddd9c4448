import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useRef } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { ProfileId } from '../../../shared/ids.ts'
import { limits } from '../../../shared/model/limits.ts'
import { isIdUnwrapped, typedId } from '../../../shared/model/pasted-text.ts'
import type { ApplicationRow } from '../../../shared/schemas/profile.ts'
import { read } from '../../api/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { QuietButton } from '../../ui/button.tsx'
import { Note, Stack, Text } from '../../ui/layout.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import {
  applicationColumns,
  emptyApplication,
  isEmptyApplication,
  isWrongApplication,
  rowsOfText,
} from './profile-draft.ts'
import styles from './settings.module.css'
import { useFormParts } from './use-profile-form.ts'

/** The known capacities of the profile in the form. */
function useKnownCapacities(profileId: ProfileId | null): Readonly<Record<string, number>> {
  const query = read('profile.capacities', { profileId: profileId ?? '' })
  return useQuery({ ...query, enabled: profileId !== null }).data ?? {}
}

/** **Applications**: one row per application and an empty row at the end; several pasted lines become several rows. */
export function ApplicationRows() {
  const { t } = useTexts(['settings', 'common'])
  const list = useRef<HTMLUListElement>(null)
  const { draft, errorOf, change: changeDraft } = useFormParts()
  const knownCapacities = useKnownCapacities(draft.id)
  const error = errorOf('applications')
  const noteId = useId()
  const rows = [...draft.applications, emptyApplication]
  const change = (changed: readonly ApplicationRow[]): void => {
    // An emptied row in the middle stays, so that a different id can be typed there.
    changeDraft({ applications: changed.slice(0, changed.findLastIndex((row) => !isEmptyApplication(row)) + 1) })
  }
  const focus = (index: number): void => {
    list.current?.querySelectorAll<HTMLElement>('li > :first-child')[index]?.focus()
  }
  const onPaste = (index: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = rowsOfText(event.clipboardData.getData('text'))
    // A single id is pasted into the typed text, as in every field.
    if (pasted.length < 2 && pasted[0]?.label === '') return
    event.preventDefault()
    change([...rows.slice(0, index), ...pasted, ...rows.slice(index + 1)])
  }
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter goes to the next row instead of submitting the form.
    event.preventDefault()
    focus(index + 1)
  }
  // Skipped without an error, because each id is compared with all previous ids.
  const isPlain =
    error !== null &&
    rows.some((_, index) => applicationColumns.some((column) => isWrongApplication(rows, index, column)))
  // An error that only main found can be about any id.
  const isWrong = (index: number, column: keyof ApplicationRow): boolean =>
    error !== null && (isPlain ? isWrongApplication(rows, index, column) : column === 'appId')
  const valueOf = (row: ApplicationRow, column: keyof ApplicationRow): string =>
    column === 'capacity' ? (row.capacity ?? String(knownCapacities[typedId(row.appId)] ?? '')) : row[column]
  return (
    <Stack role="group" aria-label={t('field.applications')} gap={1}>
      <Note font="secondary">{t('field.applications')}</Note>
      <ul ref={list} className={styles.applications}>
        {rows.map((row, index) => (
          // The index is the key, because an id changes while it is typed.
          <li key={String(index)}>
            {applicationColumns.map((column) => (
              <TextInput
                key={column}
                mono={column === 'appId'}
                inputMode={column === 'capacity' ? 'numeric' : 'text'}
                maxLength={limits.profileText}
                aria-label={t(`field.application.${column}`)}
                placeholder={t(`field.application.${column}`)}
                aria-describedby={error === null ? undefined : noteId}
                aria-invalid={isWrong(index, column) || undefined}
                value={valueOf(row, column)}
                onType={(typed) => change(rows.with(index, { ...row, [column]: typed }))}
                onPaste={column === 'appId' ? onPaste(index) : undefined}
                onKeyDown={onKeyDown(index)}
              />
            ))}
            {!isEmptyApplication(row) && (
              <QuietButton
                Icon={X}
                aria-label={t('removeApplication', { application: row.label || row.appId })}
                onClick={() => {
                  change(rows.toSpliced(index, 1))
                  focus(index)
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {rows.map(
        ({ appId }, index) =>
          isIdUnwrapped(appId) && (
            <Note key={String(index)} font="secondary">
              {t('common:idUnwrapped', { id: typedId(appId) })}
            </Note>
          ),
      )}
      {error !== null && (
        <Text id={noteId} as="p" font="secondary" tone="bad">
          {error}
        </Text>
      )}
    </Stack>
  )
}
