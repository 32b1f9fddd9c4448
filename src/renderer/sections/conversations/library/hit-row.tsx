import { useTranslation } from 'react-i18next'
import type { LibraryHit } from '../../../../shared/schemas/library.ts'
import { Age } from '../../../i18n/age.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { ShownCharacters } from '../values/shown-text.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './library.module.css'
import { RowName } from './row-name.tsx'
import type { RowAttributes } from './virtual-row-list.tsx'

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
      title={conversationId}
      onClick={() => {
        onOpen(hit)
      }}
    >
      <RowName name={name} conversationId={conversationId} />
      <Row as="span" tone="soft" className={styles.end}>
        {isOld && <Text tone="warn">{t('olderSnapshot')}</Text>}
        {fetchedAt === null ? t('notRead') : <Age at={fetchedAt} />}
      </Row>
      <Text font="secondary" tone="soft" className={styles.place}>
        {t(`place.${place}`)}
      </Text>
      <Text as="bdi" font="secondary" tone="soft" className={styles.excerpt}>
        <ShownCharacters text={before} />
        <mark>
          <ShownCharacters text={match} />
        </mark>
        <ShownCharacters text={after} />
      </Text>
    </PlainButton>
  )
}
