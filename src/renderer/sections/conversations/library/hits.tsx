import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryHit } from '../../../../shared/schemas/library.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Note, Row, Text } from '../../../ui/layout.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import type { Target } from '../../../state/open-conversation.ts'
import { ShownCharacters } from '../values/shown-text.tsx'
import { LibraryRows } from './library-rows.tsx'
import styles from './library.module.css'

function HitDetails({ row: { fetchedAt, isOld, place, before, match, after } }: { readonly row: LibraryHit }) {
  const { t } = useTexts(['library', 'conversations'])
  return (
    <>
      <Row as="span" gap={1} tone="soft" className={styles.end}>
        {isOld && <Text tone="warn">{t('conversations:older')}</Text>}
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
    </>
  )
}

interface HitsProps {
  /** Trimmed and not empty. */
  readonly search: string
  readonly onOpen: (target: Target) => void
}

// For each hit, main reads a whole text.
const rowsPerStep = 100

/** The first hits; the list and Enter in the search box share the answer. */
export const firstHits = (search: string) => read('library.search', { search, limit: rowsPerStep })

/** Must be mounted again for a different text: rows of the previous text would open conversations that do not match. */
export function Hits({ search, onOpen }: HitsProps) {
  const { t, format } = useTexts('library')
  const [limit, setLimit] = useState(rowsPerStep)
  const found = useQuery({ ...read('library.search', { search, limit }), placeholderData: keepPreviousData })
  if (found.isError) return <QueryFailure query={found} about={t('searchFailed')} />
  const { rows = [], total = 0 } = found.data ?? {}
  return (
    <>
      <Note role="status" font="secondary" className={styles.count}>
        {found.isPending ? t('searching') : t('hits', { formatted: format.number(total) })}
      </Note>
      {found.isSuccess && rows.length === 0 && <EmptyState title={t('noHits')} />}
      {rows.length > 0 && (
        <div className={styles.box}>
          <LibraryRows label={t('hitList')} rows={rows} Details={HitDetails} onOpen={onOpen} />
          <ShowMore
            shown={rows.length}
            total={total}
            step={rowsPerStep}
            onMore={() => setLimit(rows.length + rowsPerStep)}
          />
        </div>
      )}
    </>
  )
}
