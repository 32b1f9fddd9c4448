import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { LibraryHit, LibrarySearch } from '../../../../shared/schemas/library.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import type { Target } from '../../../state/conversation-store.ts'
import { ShownCharacters } from '../values/shown-text.tsx'
import { LibraryRows } from './library-rows.tsx'
import styles from './library.module.css'

/** What of a hit stands in its row under the name: when it was read, and where the words are. */
function HitText({ hit: { fetchedAt, isOld, place, before, match, after } }: { readonly hit: LibraryHit }) {
  const { t } = useTranslation(['library', 'conversations'])
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
  readonly profileId: ProfileId
  /** Not empty, without space around it. */
  readonly search: string
  readonly onOpen: (target: Target) => void
}

// Name, id and two lines of text around the matches.
const estimatedHeight = 96

function Count({ found: { hits, total, isIndexing } }: { readonly found: LibrarySearch }) {
  const { t } = useTranslation(['library', 'compare'])
  const format = useFormat()
  return (
    <>
      {hits.length < total
        ? t('compare:changesShown', { shown: format.number(hits.length), total: format.number(total) })
        : t('hits', { formatted: format.number(total) })}
      {isIndexing && ` · ${t('indexing')}`}
    </>
  )
}

/** The results of a search over all snapshots, best first, one for each conversation. */
export function Hits({ profileId, search, onOpen }: HitsProps) {
  const { t } = useTranslation('library')
  const found = useQuery({ ...read('library.search', { search }), placeholderData: keepPreviousData })
  if (found.isError) return <QueryFailure query={found} about={t('searchFailed')} />
  const { data } = found
  return (
    <>
      <Text as="p" role="status" font="secondary" tone="soft" className={styles.count}>
        {data === undefined ? t('searching') : <Count found={data} />}
      </Text>
      {data?.hits.length === 0 && <EmptyState title={t('noHits')} />}
      {data !== undefined && data.hits.length > 0 && (
        <LibraryRows
          key={search}
          label={t('hitList')}
          items={data.hits}
          of={(hit) => hit}
          {...{ profileId, estimatedHeight, onOpen }}
        >
          {(hit) => <HitText hit={hit} />}
        </LibraryRows>
      )}
    </>
  )
}
