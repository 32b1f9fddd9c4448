import { useTranslation } from 'react-i18next'
import type { LibraryHit } from '../../../../shared/schemas/library.ts'
import { ShownCharacters } from '../values/shown-text.tsx'
import type { RowAttributes } from './virtual-row-list.tsx'
import { RowIds, RowName } from './row-parts.tsx'
import styles from './rows.module.css'
import { PlainButton } from '../../../ui/plain-button.tsx'

export interface HitRowProps {
  readonly hit: LibraryHit
  readonly isCurrent: boolean
  readonly row: RowAttributes
  readonly onOpen: (hit: LibraryHit) => void
}

/** One search result: a conversation, with the matches and the text around them. */
export function HitRow({ hit, isCurrent, row, onOpen }: HitRowProps) {
  const { t } = useTranslation('library')
  const { name, conversationId, fetchedAt, isOld, place, before, match, after } = hit
  return (
    <PlainButton
      {...row}
      className={styles.row}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => {
        onOpen(hit)
      }}
    >
      <span className={styles.line}>
        <RowName name={name} unnamed={t('unnamed')} />
        {isOld && <span className={styles.old}>{t('olderSnapshot')}</span>}
      </span>
      <RowIds conversationId={conversationId} fetchedAt={fetchedAt} />
      <span className={styles.place}>{t(`place.${place}`)}</span>
      <bdi className={styles.excerpt}>
        <ShownCharacters text={before} />
        <mark>
          <ShownCharacters text={match} />
        </mark>
        <ShownCharacters text={after} />
      </bdi>
    </PlainButton>
  )
}
