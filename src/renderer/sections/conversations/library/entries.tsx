import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import type { LibraryEntry } from '../../../../shared/schemas/library.ts'
import { read } from '../../../api/queries.ts'
import { Unread } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useReadAll } from './read-all-store.ts'
import type { Target } from '../../../state/open-conversation.ts'
import { showEntries, useLibraryQuery } from '../../../state/view-preferences-store.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { LibraryRows } from './library-rows.tsx'
import { useReading } from './reading-progress.tsx'
import styles from './library.module.css'

interface EntriesProps {
  readonly onOpen: (target: Target) => void
  readonly onAdd: () => void
}

// More would leave no room for the name.
const maxTags = 3

function Tags({ tags }: Pick<LibraryEntry, 'tags'>) {
  if (tags.length === 0) return null
  const more = tags.length - maxTags
  return (
    <Row as="span" gap={1} align="stretch" font="secondary" tone="soft" className={styles.tags}>
      {tags.slice(0, maxTags).map((tag) => (
        <Text as="bdi" key={tag} truncate className={styles.tag}>
          {tag}
        </Text>
      ))}
      {more > 0 && <span>+{more}</span>}
    </Row>
  )
}

function EntryText(entry: LibraryEntry) {
  const { t } = useTexts('library')
  const { readAt, newestSnapshotId } = entry
  return (
    <>
      <Tags {...entry} />
      <Row as="span" gap={1} tone="soft" className={styles.end}>
        {entry.isFavourite && <Star size={12} role="img" aria-label={t('tools.favourite')} />}
        {newestSnapshotId === null || readAt === null ? t('notRead') : <Age at={readAt} />}
      </Row>
    </>
  )
}

// As in the stylesheet.
const estimatedHeight = 40

function Nothing({ onAdd }: Pick<EntriesProps, 'onAdd'>) {
  const { t } = useTexts(['library', 'conversations'])
  const { show, tag } = useLibraryQuery()
  if (show === 'all' && tag === null) {
    return (
      <EmptyState title={t('empty')} action={<Button onClick={onAdd}>{t('add.open')}</Button>}>
        {t('emptyHint.all')}
      </EmptyState>
    )
  }
  const showAll = (): void => showEntries({ show: 'all', tag: null })
  return (
    <EmptyState title={t('noHits')} action={<Button onClick={showAll}>{t('conversations:value.showAll')}</Button>}>
      {tag === null && show === 'favourites' && t('emptyHint.favourites')}
    </EmptyState>
  )
}

function ReadUnread({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const { t, format } = useTexts('library')
  const { start } = useReading()
  const isReading = useReadAll()?.status === 'reading'
  return (
    <Stack gap={2} className={styles.count}>
      <Button size="small" busy={isReading} onClick={() => start(entries.map(({ conversationId }) => conversationId))}>
        {t('readUnread', { formatted: format.number(entries.length) })}
      </Button>
    </Stack>
  )
}

export function Entries({ onOpen, onAdd }: EntriesProps) {
  const { t, format } = useTexts(['library', 'common', 'compare'])
  const query = useLibraryQuery()
  const listed = useQuery({ ...read('library.list', query), placeholderData: keepPreviousData })
  if (!listed.isSuccess) return <Unread query={listed} lines={6} about={t('readFailed')} />
  const { entries, total } = listed.data
  if (entries.length === 0) return <Nothing onAdd={onAdd} />
  return (
    <>
      {query.show === 'unread' && !listed.isPlaceholderData && <ReadUnread entries={entries} />}
      <LibraryRows
        // Another part of the library starts at its top.
        key={`${query.show} ${query.tag ?? ''}`}
        label={t('list')}
        items={entries}
        of={({ conversationId, name, newestSnapshotId: snapshotId }) => ({ conversationId, name, snapshotId })}
        estimatedHeight={estimatedHeight}
        onOpen={onOpen}
      >
        {(entry) => <EntryText {...entry} />}
      </LibraryRows>
      {entries.length < total && (
        <Note font="secondary" className={styles.count}>
          {t('compare:changesShown', { shown: format.number(entries.length), total: format.number(total) })}
        </Note>
      )}
    </>
  )
}
