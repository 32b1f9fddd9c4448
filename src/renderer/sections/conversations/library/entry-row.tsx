import { CircleAlert, Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { LibraryEntry } from '../../../../shared/schemas/library.ts'
import { useCommand } from '../../../api/use-command.ts'
import { Age } from '../../../i18n/age.tsx'
import { call } from '../../../api/call.ts'
import { startComparison } from '../../../state/comparison-store.ts'
import { useCopyItems } from '../../../state/use-copy-items.tsx'
import type { MenuItem } from '../../../ui/menu-popup.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { rowMenu } from '../../../ui/row-menu.ts'
import { useShortFailureText } from './failure-text.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import styles from './library.module.css'
import { RowName } from './row-name.tsx'
import type { RowAttributes } from './virtual-row-list.tsx'

export interface EntryRowProps {
  readonly profileId: ProfileId
  readonly entry: LibraryEntry
  readonly isCurrent: boolean
  readonly row: RowAttributes
  readonly onOpen: (entry: LibraryEntry) => void
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

/** What of a conversation is wanted elsewhere; its JSON and its command line are those of the newest snapshot. */
function useEntryMenu(entry: LibraryEntry): () => readonly MenuItem[] {
  const { t } = useTranslation('conversations')
  const copy = useCopyItems()
  const { conversationId, newestSnapshotId: snapshotId } = entry
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
export function EntryRow({ profileId, entry, isCurrent, row, onOpen }: EntryRowProps) {
  const { t } = useTranslation('library')
  const { conversationId, name, readAt, isChanged, newestSnapshotId } = entry
  const menu = useEntryMenu(entry)
  return (
    <>
      <PlainButton
        {...row}
        className={styles.row}
        data-changed={isChanged || undefined}
        aria-current={isCurrent ? 'true' : undefined}
        title={conversationId}
        onContextMenu={rowMenu(menu)}
        onClick={() => {
          onOpen(entry)
        }}
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
