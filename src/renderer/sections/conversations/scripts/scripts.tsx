import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../../shared/model/limits.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { useVirtualLines } from '../values/use-virtual-lines.ts'
import { ScriptList, isLongList } from './script-list.tsx'
import { scriptRows } from './script-rows.ts'
import { ScriptTypes } from './script-types.tsx'
import { itemsPage } from '../items/use-items.ts'
import { useScrollToItem } from '../items/use-scroll-to-item.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './scripts.module.css'

export interface ScriptsProps {
  readonly snapshotId: string
}

const estimatedHeight = { heading: 34, script: 74 }

/** A conversation’s scripts by type, with a search over all of them; only those on screen are fetched and drawn. */
export function Scripts({ snapshotId }: ScriptsProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const first = useQuery({
    ...read('conversation.items', { snapshotId, list: 'scriptDtoList', search, from: 0, count: itemsPage }),
    placeholderData: keepPreviousData,
  })
  const layout = useMemo(() => scriptRows(first.data ?? { kinds: [], matched: 0 }), [first.data])
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualLines({
    box,
    count: layout.count,
    estimatedHeight: (index) => estimatedHeight[layout.rowAt(index).kind],
  })
  useScrollToItem({
    snapshotId,
    list: 'scriptDtoList',
    isWhole: search === '',
    onSearchAll: () => {
      setTyped('')
    },
    onFound: (place) => {
      rows.scrollTo(layout.rowOf(place), 'center')
    },
  })
  if (first.isError) return <QueryFailure query={first} about={t('items.failed')} />
  if (first.isPending) return <Skeleton label={t('loading')} lines={4} />
  const { kinds, matched, total } = first.data
  return (
    <div className={styles.scripts}>
      <Row gap={3} wrap>
        <SearchBox
          label={t('scripts.search')}
          icon={<Search aria-hidden />}
          value={typed}
          onType={(next) => {
            setTyped(next.slice(0, limits.searchInConversations))
          }}
        />
        <Text role="status" font="secondary" tone="soft">
          {search !== '' &&
            t('scripts.found', { count: total, number: format.number(matched), total: format.number(total) })}
        </Text>
      </Row>
      <ScriptTypes
        kinds={kinds}
        onShow={(kind) => {
          rows.scrollTo(layout.headingOf(kind), 'start')
          // A long list scrolls in its box, which may be below the fold itself.
          if (isLongList(layout)) box.current?.scrollIntoView({ block: 'nearest' })
        }}
      />
      {matched === 0 ? (
        <p className={styles.none}>{t('scripts.none')}</p>
      ) : (
        <ScriptList box={box} snapshotId={snapshotId} search={search} rows={rows} layout={layout} />
      )}
    </div>
  )
}
