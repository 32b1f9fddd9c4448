import { CircleAlert, Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { LibraryEntry } from '../../../../shared/schemas/library.ts'
import { useShortFailureText } from './failure-text.ts'
import type { RowAttributes } from './virtual-row-list.tsx'
import { RowIds, RowName } from './row-parts.tsx'
import styles from './rows.module.css'
import { PlainButton } from '../../../ui/plain-button.tsx'

export interface EntryRowProps {
  readonly entry: LibraryEntry
  readonly isCurrent: boolean
  readonly row: RowAttributes
  readonly onOpen: (entry: LibraryEntry) => void
}

// More would make a row of one conversation higher than three others.
const maxTags = 3

function Marks({ entry: { isChanged, isFavourite } }: Pick<EntryRowProps, 'entry'>) {
  const { t } = useTranslation('library')
  return (
    <span className={styles.marks}>
      {isChanged && <span className={styles.changed} role="img" aria-label={t('changed')} title={t('changed')} />}
      {isFavourite && <Star role="img" aria-label={t('favourite')} className={styles.star} />}
    </span>
  )
}

function Tags({ entry: { tags } }: Pick<EntryRowProps, 'entry'>) {
  if (tags.length === 0) return null
  const more = tags.length - maxTags
  return (
    <span className={styles.tags}>
      {tags.slice(0, maxTags).map((tag) => (
        <bdi key={tag} className={styles.tag}>
          {tag}
        </bdi>
      ))}
      {more > 0 && <span>+{more}</span>}
    </span>
  )
}

/** One conversation of the library: a button that opens its newest snapshot, or fetches it for the first time. */
export function EntryRow({ entry, isCurrent, row, onOpen }: EntryRowProps) {
  const { t } = useTranslation('library')
  const why = useShortFailureText()
  return (
    <PlainButton
      {...row}
      className={styles.row}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => {
        onOpen(entry)
      }}
    >
      <span className={styles.line}>
        <RowName name={entry.name} unnamed={t(entry.newestSnapshotId === null ? 'notRead' : 'unnamed')} />
        <Marks entry={entry} />
      </span>
      <RowIds conversationId={entry.conversationId} fetchedAt={entry.newestSnapshotId === null ? null : entry.readAt} />
      <Tags entry={entry} />
      {entry.lastFailure !== null && (
        <span className={styles.failure}>
          <CircleAlert aria-hidden />
          {t('rowFailed', { why: why(entry.lastFailure) })}
        </span>
      )}
    </PlainButton>
  )
}
