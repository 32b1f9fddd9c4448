import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import { limits } from '../../../../shared/model/limits.ts'
import { read } from '../../../api/queries.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { searchLibrary, useLibrarySearch } from '../../../state/library-view-store.ts'
import { TextInput } from '../../../ui/text-input.tsx'
import type { Target } from './open-entry.ts'

export interface SearchFieldProps {
  readonly profileId: ProfileId
  readonly onOpen: (target: Target) => void
}

/**
 * Opens the best result for the text in the box: not the row on screen, which may still be of an earlier text. A search
 * that fails is shown in the place of its results.
 */
function useOpenFirst(onOpen: SearchFieldProps['onOpen']): (box: HTMLInputElement) => void {
  const client = useQueryClient()
  const { mutate } = useProfileTask({
    run: (search: string) => client.query(read('library.search', { search: search.trim() })),
  })
  return (box) => {
    const searched = box.value
    if (searched.trim() === '') return
    mutate(searched, ({ hits: [first] }) => {
      if (first !== undefined && box.value === searched) onOpen(first)
    })
  }
}

/** Searches the library while typing; Enter opens the best result, the arrow down moves into the list. */
export function SearchField({ profileId, onOpen }: SearchFieldProps) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const count = useQuery(read('library.overview', {})).data?.counts.all ?? 0
  const typed = useLibrarySearch(profileId)
  const openFirst = useOpenFirst(onOpen)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') openFirst(event.currentTarget)
    if (event.key !== 'ArrowDown') return
    const row = event.currentTarget.closest('section')?.querySelector<HTMLElement>('[data-row][tabindex="0"]')
    if (row === null || row === undefined) return
    event.preventDefault()
    row.focus()
  }
  return (
    <TextInput
      type="search"
      aria-label={t('searchLabel')}
      placeholder={count === 0 ? t('searchLabel') : t('searchHint', { count, formatted: format.number(count) })}
      maxLength={limits.searchInConversations}
      value={typed}
      onChange={(event) => {
        searchLibrary(profileId, event.target.value)
      }}
      onKeyDown={onKeyDown}
    />
  )
}
