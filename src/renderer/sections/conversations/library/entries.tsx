import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { LibraryEntry, LibraryHit } from '../../../../shared/schemas/library.ts'
import { call } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { startComparison } from '../../../state/comparison-store.ts'
import { showEntries, useLibraryQuery } from '../../../state/conversation-store.ts'
import { useCopyItems } from '../../../state/use-copy-items.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import type { MenuItem } from '../../../ui/menu-popup.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { rowMenu } from '../../../ui/row-menu.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useShortFailureText } from './failure-text.ts'
import { useShownSummary } from './shown-conversation.ts'
import type { Target } from './shown-conversation.ts'
import { RowName, VirtualRowList } from './virtual-row-list.tsx'
import type { RowAttributes } from './virtual-row-list.tsx'
import styles from './library.module.css'

interface EntryRowProps {
  readonly profileId: ProfileId
  readonly entry: LibraryEntry
  readonly isCurrent: boolean
  readonly row: RowAttributes
  readonly onOpen: () => void
}

// More would leave no room for the name.
const maxTags = 3

function Tags({ entry: { tags } }: Pick<EntryRowProps, 'entry'>) {
  if (tags.length === 0) return null
  const more = tags.length - maxTags
  return (
    <Row as="span" align="stretch" font="secondary" tone="soft" className={styles.tags}>
      {tags.slice(0, maxTags).map((tag) => (
        <bdi key={tag} className={styles.tag}>
          {tag}
        </bdi>
      ))}
      {more > 0 && <span>+{more}</span>}
    </Row>
  )
}

function Marks({ entry: { isFavourite, lastFailure } }: Pick<EntryRowProps, 'entry'>) {
  const { t } = useTranslation('library')
  const why = useShortFailureText()
  const failed = lastFailure === null ? null : t('rowFailed', { why: why(lastFailure) })
  return (
    <>
      {failed !== null && (
        <Stack as="span" tone="bad" title={failed}>
          <CircleAlert role="img" aria-label={failed} />
        </Stack>
      )}
      {isFavourite && <Star role="img" aria-label={t('favourite')} className={styles.star} />}
    </>
  )
}

/** What differs between the snapshot last viewed and the newest, which is viewed by that. */
function ShowChanges({ profileId, entry, row }: Pick<EntryRowProps, 'profileId' | 'entry' | 'row'>) {
  const { t } = useTranslation('library')
  const { mutate } = useCommand('library.markSeen')
  const { seenSnapshotId: seen, newestSnapshotId: newest } = entry
  if (!entry.isChanged || seen === null || newest === null) return null
  return (
    <PlainButton
      className={styles.changed}
      tabIndex={row.tabIndex}
      title={t('changedHint')}
      onClick={() => {
        startComparison(profileId, {
          left: { kind: 'snapshot', snapshotId: seen },
          right: { kind: 'snapshot', snapshotId: newest },
        })
        mutate({ snapshotId: newest })
      }}
    >
      {t('changed')}
    </PlainButton>
  )
}

/** What of a conversation is wanted elsewhere; its JSON and its command line are those of the snapshot, if it was read. */
export function useConversationMenu({
  conversationId,
  snapshotId,
}: Pick<LibraryHit, 'conversationId' | 'snapshotId'>): () => readonly MenuItem[] {
  const { t } = useTranslation('conversations')
  const copy = useCopyItems()
  return () => [
    copy.value(t('conversationIdentifier'), conversationId),
    ...(snapshotId === null
      ? []
      : [
          copy.json(
            async ({ profileId }) =>
              (await call('conversation.rawText', { snapshotId, form: 'pretty' }, profileId)).text,
          ),
          copy.curl(async ({ profileId }) => (await call('conversation.curl', { snapshotId }, profileId)).text),
        ]),
  ]
}

/** One conversation of the library: a button that opens its newest snapshot, or fetches it for the first time. */
function EntryRow({ profileId, entry, isCurrent, row, onOpen }: EntryRowProps) {
  const { t } = useTranslation('library')
  const { conversationId, name, readAt, isChanged, newestSnapshotId } = entry
  const menu = useConversationMenu({ conversationId, snapshotId: newestSnapshotId })
  return (
    <>
      <PlainButton
        {...row}
        className={styles.row}
        data-changed={isChanged || undefined}
        aria-current={isCurrent ? 'true' : undefined}
        title={conversationId}
        onContextMenu={rowMenu(menu)}
        onClick={onOpen}
      >
        <RowName name={name} conversationId={conversationId} />
        <Tags entry={entry} />
        <Row as="span" tone="soft" className={styles.end}>
          <Marks entry={entry} />
          {!isChanged && (newestSnapshotId === null || readAt === null ? t('notRead') : <Age at={readAt} />)}
        </Row>
      </PlainButton>
      <ShowChanges profileId={profileId} entry={entry} row={row} />
    </>
  )
}

interface EntriesProps {
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
  const showAll = (): void => showEntries(profileId, { show: 'all', tag: null })
  const action = what === 'all' ? { label: t('add.open'), do: onAdd } : { label: t('showAll'), do: showAll }
  return (
    <EmptyState title={t(`empty.${what}`)} action={<Button onClick={action.do}>{action.label}</Button>}>
      {t(`empty.${what}Hint`)}
    </EmptyState>
  )
}

function FetchUnread({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const { mutate, isPending, error } = useCommand('library.import')
  const count = entries.length
  return (
    <Stack gap={2} className={styles.above}>
      <Button
        size="small"
        busy={isPending}
        onClick={() => mutate({ conversationIds: entries.map(({ conversationId }) => conversationId) })}
      >
        {t('readUnread', { count, formatted: format.number(count) })}
      </Button>
      <ErrorNotice error={error} about={t('commandFailed')} />
    </Stack>
  )
}

/** The conversations of the library that match, the last fetched first. */
export function Entries({ profileId, onOpen, onAdd }: EntriesProps) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const query = useLibraryQuery(profileId)
  const listed = useQuery({ ...read('library.list', query), placeholderData: keepPreviousData })
  const current = useShownSummary(profileId)?.conversationId
  if (listed.isPending) return <Skeleton label={t('loading')} lines={6} />
  if (listed.isError) return <QueryFailure query={listed} about={t('readFailed')} />
  const { entries, total } = listed.data
  if (entries.length === 0) return <Nothing profileId={profileId} onAdd={onAdd} />
  return (
    <>
      {query.show === 'unread' && <FetchUnread entries={entries} />}
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
            onOpen={() => onOpen({ conversationId: entry.conversationId, snapshotId: entry.newestSnapshotId })}
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
