import { CircleAlert, Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { LibraryEntry } from '../../../../shared/schemas/library.ts'
import { Age } from '../../../i18n/age.tsx'
import { ShownText } from '../values/shown-text.tsx'
import { useFailureWord } from './failure-word.ts'
import styles from './rows.module.css'
import type { RowAttributes } from './row-list.tsx'

/** Props of `EntryRow`. */
export interface EntryRowProps {
  readonly entry: LibraryEntry
  readonly isCurrent: boolean
  readonly row: RowAttributes
  readonly onOpen: (entry: LibraryEntry) => void
}

// More would make a row of one conversation higher than three others.
const mostTags = 3

function Name({ entry: { name, newestSnapshotId } }: Pick<EntryRowProps, 'entry'>) {
  const { t } = useTranslation('library')
  if (name !== null && name !== '') {
    return (
      <span className={styles.name}>
        <ShownText text={name} />
      </span>
    )
  }
  return (
    <span className={styles.name} data-unnamed>
      {newestSnapshotId === null ? t('notRead') : t('unnamed')}
    </span>
  )
}

function Marks({ entry: { isChanged, isFavourite } }: Pick<EntryRowProps, 'entry'>) {
  const { t } = useTranslation('library')
  return (
    <span className={styles.marks}>
      {isChanged && <span className={styles.changed} role="img" aria-label={t('changed')} title={t('changed')} />}
      {isFavourite && <Star role="img" aria-label={t('favourite')} className={styles.star} />}
    </span>
  )
}

function When({ entry: { readAt, newestSnapshotId } }: Pick<EntryRowProps, 'entry'>) {
  const { t } = useTranslation('library')
  if (newestSnapshotId === null) return <span className={styles.lookUp}>{t('lookUp')}</span>
  return readAt === null ? null : (
    <span className={styles.when}>
      <Age at={readAt} />
    </span>
  )
}

function Tags({ entry: { tags } }: Pick<EntryRowProps, 'entry'>) {
  if (tags.length === 0) return null
  const more = tags.length - mostTags
  return (
    <span className={styles.tags}>
      {tags.slice(0, mostTags).map((tag) => (
        <bdi key={tag} className={styles.tag}>
          {tag}
        </bdi>
      ))}
      {more > 0 && <span>+{more}</span>}
    </span>
  )
}

/** One conversation of the library: a button that opens its newest look-up, or looks it up for the first time. */
export function EntryRow({ entry, isCurrent, row, onOpen }: EntryRowProps) {
  const { t } = useTranslation('library')
  const why = useFailureWord()
  return (
    <button
      {...row}
      type="button"
      className={styles.row}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => {
        onOpen(entry)
      }}
    >
      <span className={styles.line}>
        <Name entry={entry} />
        <Marks entry={entry} />
      </span>
      <span className={styles.line}>
        <code className={styles.id}>{entry.conversationId}</code>
        <When entry={entry} />
      </span>
      <Tags entry={entry} />
      {entry.lastFailure !== null && (
        <span className={styles.failure}>
          <CircleAlert aria-hidden />
          {t('rowFailed', { why: why(entry.lastFailure) })}
        </span>
      )}
    </button>
  )
}
