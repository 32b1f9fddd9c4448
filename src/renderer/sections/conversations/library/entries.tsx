import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, Star } from 'lucide-react'
import type { ReactNode } from 'react'
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
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import type { MenuItem } from '../../../ui/menu-popup.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { rowMenu } from '../../../ui/row-menu.ts'
import { shortId } from '../../../ui/short-id.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useShortFailureText } from '../field-text.ts'
import { useShownSummary } from '../shown-conversation.ts'
import type { Target } from '../shown-conversation.ts'
import { ShownText } from '../values/shown-text.tsx'
import { VirtualRowList } from './virtual-row-list.tsx'
import type { RowAttributes } from './virtual-row-list.tsx'
import styles from './library.module.css'

interface OfRowProps {
  readonly row: RowAttributes
  readonly isCurrent: boolean
  readonly onOpen: (target: Target) => void
}

interface LibraryRowProps extends OfRowProps {
  /** Its name, and its newest snapshot, if it was read. */
  readonly of: Pick<LibraryHit, 'conversationId' | 'name' | 'snapshotId'>
  readonly isChanged?: boolean
  readonly children: ReactNode
}

/** One conversation of the library: a button that opens its newest snapshot, or fetches it for the first time. */
export function LibraryRow({ of, row, isCurrent, isChanged = false, onOpen, children }: LibraryRowProps) {
  const { t } = useTranslation('conversations')
  const { conversationId, name, snapshotId } = of
  const copy = useCopyItems()
  const id = copy.value(t('conversationIdentifier'), conversationId)
  const menu = (): readonly MenuItem[] =>
    snapshotId === null
      ? [id]
      : [
          id,
          copy.json(
            async ({ profileId }) =>
              (await call('conversation.rawText', { snapshotId, form: 'pretty' }, profileId)).text,
          ),
          copy.curl(async ({ profileId }) => (await call('conversation.curl', { snapshotId }, profileId)).text),
        ]
  return (
    <PlainButton
      {...row}
      className={styles.row}
      data-changed={isChanged || undefined}
      aria-current={isCurrent ? 'true' : undefined}
      title={conversationId}
      onContextMenu={rowMenu(menu)}
      onClick={() => onOpen(of)}
    >
      <Text truncate>
        {name === null || name === '' ? (
          <Text as="code" font="id" aria-hidden>
            {shortId(conversationId)}
          </Text>
        ) : (
          <ShownText text={name} />
        )}
      </Text>
      {/* Screen readers hear the whole id too. */}
      <span className="visually-hidden">{conversationId}</span>
      {children}
    </PlainButton>
  )
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

function Marks({ isFavourite, lastFailure }: Pick<LibraryEntry, 'isFavourite' | 'lastFailure'>) {
  const { t } = useTranslation('library')
  const why = useShortFailureText()
  const failed = lastFailure === null ? null : t('rowFailed', { why: why(lastFailure) })
  return (
    <>
      {failed !== null && (
        <Stack as="span" tone="bad" title={failed}>
          <CircleAlert size={12} role="img" aria-label={failed} />
        </Stack>
      )}
      {isFavourite && <Star size={12} role="img" aria-label={t('tools.favourite')} />}
    </>
  )
}

/** What differs between the snapshot last viewed and the newest, which is viewed by that. */
function ShowChanges({
  profileId,
  entry: { isChanged, seenSnapshotId: seen, newestSnapshotId: newest },
  tabIndex,
}: Pick<EntriesProps, 'profileId'> & Pick<RowAttributes, 'tabIndex'> & { readonly entry: LibraryEntry }) {
  const { t } = useTranslation('library')
  const { mutate } = useCommand('library.markSeen')
  if (!isChanged || seen === null || newest === null) return null
  return (
    <span className={styles.changed}>
      <Button
        size="small"
        tone="quiet"
        tabIndex={tabIndex}
        title={t('changedHint')}
        onClick={() => {
          startComparison(profileId, {
            left: { kind: 'snapshot', snapshotId: seen },
            right: { kind: 'snapshot', snapshotId: newest },
          })
          mutate({ snapshotId: newest })
        }}
      >
        <Text tone="warn">{t('changed')}</Text>
      </Button>
    </span>
  )
}

function EntryRow({
  profileId,
  entry,
  ...place
}: OfRowProps & Pick<EntriesProps, 'profileId'> & { readonly entry: LibraryEntry }) {
  const { t } = useTranslation('library')
  const { readAt, isChanged, newestSnapshotId: snapshotId } = entry
  return (
    <>
      <LibraryRow of={{ ...entry, snapshotId }} isChanged={isChanged} {...place}>
        <Tags tags={entry.tags} />
        <Row as="span" gap={1} tone="soft" className={styles.end}>
          <Marks {...entry} />
          {!isChanged && (snapshotId === null || readAt === null ? t('notRead') : <Age at={readAt} />)}
        </Row>
      </LibraryRow>
      <ShowChanges profileId={profileId} entry={entry} tabIndex={place.row.tabIndex} />
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
  const { t } = useTranslation(['library', 'conversations'])
  const { show, tag } = useLibraryQuery(profileId)
  if (show === 'all' && tag === null) {
    return (
      <EmptyState title={t('empty')} action={<Button onClick={onAdd}>{t('add.open')}</Button>}>
        {t('emptyHint.all')}
      </EmptyState>
    )
  }
  const showAll = (): void => showEntries(profileId, { show: 'all', tag: null })
  return (
    <EmptyState title={t('noHits')} action={<Button onClick={showAll}>{t('conversations:value.showAll')}</Button>}>
      {tag === null && (show === 'favourites' || show === 'watched') && t(`emptyHint.${show}`)}
    </EmptyState>
  )
}

function FetchUnread({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const { mutate, isPending, error } = useCommand('library.import')
  return (
    <Stack gap={2} className={styles.count}>
      <Button
        size="small"
        busy={isPending}
        onClick={() => mutate({ conversationIds: entries.map(({ conversationId }) => conversationId) })}
      >
        {t('readUnread', { formatted: format.number(entries.length) })}
      </Button>
      <ErrorNotice error={error} about={t('planned.failed')} />
    </Stack>
  )
}

/** The conversations of the library that match, the last fetched first. */
export function Entries({ profileId, onOpen, onAdd }: EntriesProps) {
  const { t } = useTranslation(['library', 'common', 'compare'])
  const format = useFormat()
  const query = useLibraryQuery(profileId)
  const listed = useQuery({ ...read('library.list', query), placeholderData: keepPreviousData })
  const current = useShownSummary(profileId)?.conversationId
  if (listed.isPending) return <Skeleton label={t('common:loading')} lines={6} />
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
            onOpen={onOpen}
          />
        )}
      </VirtualRowList>
      {entries.length < total && (
        <Text as="p" font="secondary" tone="soft" className={styles.count}>
          {t('compare:changesShown', { shown: format.number(entries.length), total: format.number(total) })}
        </Text>
      )}
    </>
  )
}
