import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { limits } from '../../../../shared/model/limits.ts'
import type { LibraryEntry, LibraryQuery } from '../../../../shared/schemas/library.ts'
import { call } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Unread } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useReadAll } from './read-all-store.ts'
import type { Target } from '../../../state/open-conversation.ts'
import { showEntries, useLibraryQuery } from '../../../state/view-preferences-store.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { LibraryRows } from './library-rows.tsx'
import { useReading } from './reading-progress.tsx'
import styles from './library.module.css'

interface EntriesProps {
  readonly onOpen: (target: Target) => void
  readonly onAdd: () => void
}

// More tags would leave no room for the name.
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

function EntryDetails({ row: { tags, isFavourite, readAt } }: { readonly row: LibraryEntry }) {
  const { t } = useTexts('library')
  return (
    <>
      <Tags tags={tags} />
      <Row as="span" gap={1} tone="soft" className={styles.end}>
        {isFavourite && <Star size={12} role="img" aria-label={t('tools.favourite')} />}
        {readAt === null ? t('notRead') : <Age at={readAt} />}
      </Row>
    </>
  )
}

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

/** Reads every unread conversation of the list, whether it is shown or not. */
function ReadUnread({ total, tag }: { readonly total: number } & Pick<LibraryQuery, 'tag'>) {
  const { t, format } = useTexts('library')
  const { start } = useReading()
  const isReading = useReadAll()?.status === 'reading'
  const count = Math.min(total, limits.libraryRows)
  const listing = useProfileTask({
    run: (_input: null, { profileId }) => call('library.list', { show: 'unread', tag, limit: count }, profileId),
    onAnswer: ({ rows }) => start(rows.map(({ conversationId }) => conversationId)),
  })
  return (
    <Stack gap={2} className={styles.count}>
      <Button size="small" busy={isReading || listing.isPending} onClick={() => listing.mutate(null)}>
        {t('readUnread', { formatted: format.number(count) })}
      </Button>
      <ErrorNotice error={listing.error} about={t('readFailed')} />
    </Stack>
  )
}

const rowsPerStep = limits.rowsAtOnce

export function Entries({ onOpen, onAdd }: EntriesProps) {
  const { t } = useTexts('library')
  const query = useLibraryQuery()
  const [extended, setExtended] = useState<{ readonly query: typeof query; readonly limit: number }>({
    query,
    limit: rowsPerStep,
  })
  const limit = extended.query === query ? extended.limit : rowsPerStep
  const listed = useQuery({ ...read('library.list', { ...query, limit }), placeholderData: keepPreviousData })
  if (!listed.isSuccess) return <Unread query={listed} lines={6} about={t('readFailed')} />
  const { rows, total } = listed.data
  if (rows.length === 0) return <Nothing onAdd={onAdd} />
  // The rows of the previous filter stay until the new rows are read; its numbers disappear immediately.
  const isOfPreviousFilter = listed.isPlaceholderData && limit === rowsPerStep
  return (
    <>
      {query.show === 'unread' && !isOfPreviousFilter && <ReadUnread total={total} tag={query.tag} />}
      {/* A different filter starts at the top. */}
      <div key={`${query.show} ${query.tag ?? ''}`} className={styles.box}>
        <LibraryRows label={t('list')} rows={rows} Details={EntryDetails} onOpen={onOpen} />
        {!isOfPreviousFilter && (
          <ShowMore
            shown={rows.length}
            total={total}
            onMore={() => setExtended({ query, limit: rows.length + rowsPerStep })}
          />
        )}
      </div>
    </>
  )
}
