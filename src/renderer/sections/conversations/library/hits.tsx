import { useQuery } from '@tanstack/react-query'
import type { LibraryHit, LibrarySearch } from '../../../../shared/schemas/library.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Note, Row, Text } from '../../../ui/layout.tsx'
import type { Target } from '../../../state/open-conversation.ts'
import { ShownCharacters } from '../values/shown-text.tsx'
import { LibraryRows } from './library-rows.tsx'
import styles from './library.module.css'

function HitText({ hit: { fetchedAt, isOld, place, before, match, after } }: { readonly hit: LibraryHit }) {
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
  /** Not empty, without space around it. */
  readonly search: string
  readonly onOpen: (target: Target) => void
}

// Name, id and two lines of text around the matches.
const estimatedHeight = 96

const nothing: LibrarySearch = { hits: [], total: 0 }

export function Hits({ search, onOpen }: HitsProps) {
  const { t, format } = useTexts(['library', 'compare'])
  // Nothing of the previous text stands under the new text: a click would open what was not searched for.
  const found = useQuery(read('library.search', { search }))
  if (found.isError) return <QueryFailure query={found} about={t('searchFailed')} />
  const { data } = found
  const { hits, total } = data ?? nothing
  const count =
    hits.length < total
      ? t('compare:changesShown', { shown: format.number(hits.length), total: format.number(total) })
      : t('hits', { formatted: format.number(total) })
  return (
    <>
      <Note role="status" font="secondary" className={styles.count}>
        {data === undefined ? t('searching') : count}
      </Note>
      {data !== undefined && hits.length === 0 && <EmptyState title={t('noHits')} />}
      {hits.length > 0 && (
        <LibraryRows
          key={search}
          label={t('hitList')}
          items={hits}
          of={(hit) => hit}
          estimatedHeight={estimatedHeight}
          onOpen={onOpen}
        >
          {(hit) => <HitText hit={hit} />}
        </LibraryRows>
      )}
    </>
  )
}
