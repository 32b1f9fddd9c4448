import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { LibraryList, LibraryQuery } from '../../../../shared/schemas/library.ts'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { showEntries, useLibraryQuery } from '../../../state/library-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EntryRow } from './entry-row.tsx'
import { Stack } from '../../../ui/layout.tsx'
import styles from './library.module.css'
import type { Target } from './open-entry.ts'
import { VirtualRowList } from './virtual-row-list.tsx'
import { useEntries } from './use-library.ts'
import { useShownConversation } from './use-shown-conversation.ts'

export interface EntriesProps {
  readonly profileId: ProfileId
  readonly onOpen: (target: Target) => void
  readonly onAdd: () => void
}

// As in the stylesheet.
const estimatedHeight = 40

function Nothing({ profileId, onAdd }: Pick<EntriesProps, 'profileId' | 'onAdd'>) {
  const { t } = useTranslation('library')
  const { show, tag } = useLibraryQuery(profileId)
  const what = tag === null ? show : 'tag'
  if (what === 'all') {
    return (
      <EmptyState title={t('empty.all')} action={<Button onClick={onAdd}>{t('add.open')}</Button>}>
        {t('empty.allHint')}
      </EmptyState>
    )
  }
  const showAll = (
    <Button
      onClick={() => {
        showEntries(profileId, { show: 'all', tag: null })
      }}
    >
      {t('showAll')}
    </Button>
  )
  return (
    <EmptyState title={t(`empty.${what}`)} action={showAll}>
      {t(`empty.${what}Hint`)}
    </EmptyState>
  )
}

function FetchUnread({ list, query }: { readonly list: LibraryList; readonly query: LibraryQuery }) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const { mutate, isPending, error } = useCommand('library.import')
  if (query.show !== 'unread') return null
  const count = list.entries.length
  return (
    <Stack gap={2} className={styles.above}>
      <Button
        size="small"
        busy={isPending}
        onClick={() => {
          mutate({ conversationIds: list.entries.map(({ conversationId }) => conversationId) })
        }}
      >
        {t('readUnread', { count, formatted: format.number(count) })}
      </Button>
      {error !== null && <ErrorNotice failure={failureOf(error)} about={t('commandFailed')} />}
    </Stack>
  )
}

/** The conversations of the library that match, the last fetched first. */
export function Entries({ profileId, onOpen, onAdd }: EntriesProps) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const query = useLibraryQuery(profileId)
  const listed = useEntries(query)
  const current = useShownConversation(profileId)
  if (listed.isPending) return <Skeleton label={t('loading')} lines={6} />
  if (listed.isError) return <QueryFailure query={listed} about={t('readFailed')} />
  const { entries, total } = listed.data
  if (entries.length === 0) return <Nothing profileId={profileId} onAdd={onAdd} />
  return (
    <>
      <FetchUnread list={listed.data} query={query} />
      <VirtualRowList
        // Another part of the library starts at its top.
        key={`${query.show} ${query.tag ?? ''}`}
        label={t('list')}
        items={entries}
        keyOf={({ conversationId }) => conversationId}
        estimatedHeight={estimatedHeight}
      >
        {(entry, row) => (
          <EntryRow
            profileId={profileId}
            entry={entry}
            isCurrent={entry.conversationId === current}
            row={row}
            onOpen={({ conversationId, newestSnapshotId }) => {
              onOpen({ conversationId, snapshotId: newestSnapshotId })
            }}
          />
        )}
      </VirtualRowList>
      {entries.length < total && (
        <p className={styles.words}>
          {t('shownOf', { shown: format.number(entries.length), total: format.number(total) })}
        </p>
      )}
    </>
  )
}
