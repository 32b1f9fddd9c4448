import { useQuery } from '@tanstack/react-query'
import { BookOpen, Plus, Star } from 'lucide-react'
import { useCallback, useDeferredValue, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { limits } from '../../../../shared/model/limits.ts'
import type { LibraryQuery } from '../../../../shared/schemas/library.ts'
import { read } from '../../../api/queries.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { openTarget } from '../../../state/open-conversation.ts'
import type { Target } from '../../../state/open-conversation.ts'
import { searchLibrary, useLibrarySearch } from '../../../state/typed-texts-store.ts'
import { showEntries, useLibraryQuery } from '../../../state/view-preferences-store.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { ToggleChip } from '../../../ui/toggle-chip.tsx'
import { Entries } from './entries.tsx'
import { firstHits, Hits } from './hits.tsx'
import { ImportIdsDialog } from './import-ids-dialog.tsx'
import { ReadingProgress } from './reading-progress.tsx'
import styles from './library.module.css'

/** The tag to filter by. A selected tag stays in the list even after its last entry has lost it. */
function TagChoice({ tags }: { readonly tags: readonly string[] }) {
  const { t } = useTexts('library')
  const query = useLibraryQuery()
  const { tag: chosenTag } = query
  const choices = chosenTag === null || tags.includes(chosenTag) ? tags : [chosenTag, ...tags]
  if (choices.length === 0) return null
  return (
    <Select
      aria-label={t('place.tag')}
      value={chosenTag ?? ''}
      onChange={(value) => showEntries({ ...query, tag: value === '' ? null : value })}
      options={[
        { value: '', label: t('anyTag') },
        ...choices.map((value) => ({ value, label: t('tagged', { tag: value }) })),
      ]}
    />
  )
}

const shows = ['all', 'favourites', 'unread'] as const satisfies readonly LibraryQuery['show'][]

function Filters() {
  const { t, format } = useTexts('library')
  const query = useLibraryQuery()
  const overview = useQuery(read('library.overview', {})).data
  // There is nothing to filter in an empty library.
  if (overview?.counts.all === 0 && query.show === 'all' && query.tag === null) return null
  return (
    <>
      <Row role="group" aria-label={t('filters')} gap={1} wrap>
        {shows.map((show) => {
          const count = overview?.counts[show] ?? 0
          // Only lists of IDs bring unread entries.
          if (show === 'unread' && count === 0 && query.show !== show) return null
          return (
            <ToggleChip
              key={show}
              label={t(`show.${show}`)}
              Icon={show === 'favourites' ? Star : undefined}
              count={count === 0 || show === 'all' ? '' : format.number(count)}
              isOn={query.show === show}
              onToggle={() => showEntries({ ...query, show: query.show === show ? 'all' : show })}
            />
          )
        })}
      </Row>
      <TagChoice tags={overview?.tags ?? []} />
    </>
  )
}

function SearchField({ onOpen }: { readonly onOpen: (target: Target) => void }) {
  const { t, format } = useTexts('library')
  const count = useQuery(read('library.overview', {})).data?.counts.all ?? 0
  const typed = useLibrarySearch()
  const { mutate } = useProfileTask({
    run: (search: string) => queryClient.query(firstHits(search.trim())),
  })
  // The row on screen can still belong to an earlier text. A failure is shown in place of the results.
  const openFirst = (box: HTMLInputElement): void => {
    const searched = box.value
    if (searched.trim() === '') return
    mutate(searched, ({ rows: [first] }) => {
      if (first !== undefined && box.value === searched) onOpen(first)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') openFirst(event.currentTarget)
    if (event.key !== 'ArrowDown') return
    const row = event.currentTarget.closest('section')?.querySelector<HTMLElement>('[data-row]:not([tabindex])')
    if (row === null || row === undefined) return
    event.preventDefault()
    row.focus()
  }
  return (
    <SearchBox
      label={t('searchLabel')}
      placeholder={count === 0 ? t('searchLabel') : t('searchHint', { count, formatted: format.number(count) })}
      maxLength={limits.searchInConversations}
      value={typed}
      onType={searchLibrary}
      onKeyDown={onKeyDown}
    />
  )
}

/** A column, or in a narrow window a panel over the viewer, which its button opens. */
export function Library() {
  const { t } = useTexts('library')
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const search = useDeferredValue(useLibrarySearch().trim())
  const onAdd = (): void => setAdding(true)
  const close = useCallback((): void => {
    setOpen(false)
    toggle.current?.focus()
  }, [])
  // Keeps its identity, because each row receives it.
  const onOpen = useCallback(
    (target: Target): void => {
      if (isOpen) close()
      openTarget(target)
    },
    [isOpen, close],
  )
  return (
    <>
      {/* Escape closes the panel from anywhere inside; the panel itself takes no focus. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- see above */}
      <div
        className={styles.library}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented || !isOpen) return
          close()
        }}
        onBlur={({ currentTarget, relatedTarget: next }) => {
          // The panel covers the page. Its dialog and its menus are not part of the page below.
          if (next?.closest('main') && !next.closest('dialog') && !currentTarget.contains(next)) setOpen(false)
        }}
      >
        <div className={styles.toggle}>
          <Button
            ref={toggle}
            Icon={BookOpen}
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setOpen(!isOpen)}
          >
            {t('title')}
          </Button>
        </div>
        <section id={panelId} aria-label={t('title')} className={cx(styles.panel, isOpen && styles.open)}>
          <Stack gap={2} className={styles.head}>
            <Row gap={1}>
              <SearchField onOpen={onOpen} />
              <Button Icon={Plus} name={t('add.open')} onClick={onAdd} />
            </Row>
            {search === '' && <Filters />}
            <ReadingProgress />
          </Stack>
          {search === '' ? (
            <Entries onOpen={onOpen} onAdd={onAdd} />
          ) : (
            <Hits key={search} search={search} onOpen={onOpen} />
          )}
        </section>
      </div>
      {isAdding && <ImportIdsDialog onClose={() => setAdding(false)} />}
    </>
  )
}
