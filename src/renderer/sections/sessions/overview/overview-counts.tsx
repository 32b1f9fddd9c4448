import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './overview.module.css'
import { chosenRows, inOrder } from './overview-rows.ts'
import type { OverviewChoice, OverviewOrder } from './overview-rows.ts'
import { OverviewTable } from './overview-table.tsx'
import type { OverviewTableProps } from './overview-table.tsx'
import { useStableOrder } from './use-stable-order.ts'

type OverviewFilter = Pick<OverviewChoice, 'search' | 'order'>

interface ToolsProps {
  readonly filter: OverviewFilter
  readonly hasFilter: boolean
  readonly isHeld: boolean
  readonly onChange: (change: Partial<OverviewFilter>) => void
}

// As many as are read at a glance.
const filteredFrom = 11
const maxSearchLength = 200

function Tools({ filter: requested, hasFilter, isHeld, onChange }: ToolsProps) {
  const { t } = useTranslation('sessions')
  return (
    <Row wrap className={styles.tools}>
      {hasFilter && (
        <TextInput
          type="search"
          aria-label={t('overview.filter')}
          placeholder={t('overview.filterHint')}
          maxLength={maxSearchLength}
          value={requested.search}
          onChange={(event) => onChange({ search: event.currentTarget.value })}
        />
      )}
      <Select<OverviewOrder>
        aria-label={t('overview.sort')}
        options={[
          { value: 'total', label: t('overview.byTotal') },
          { value: 'name', label: t('overview.byName') },
        ]}
        value={requested.order}
        onChange={(order) => onChange({ order })}
      />
      {isHeld && (
        <Text font="secondary" tone="soft">
          {t('overview.stands')}
        </Text>
      )}
    </Row>
  )
}

/** The counts of all applications, filtered and sorted. `rows` come as the profile lists them. */
export function OverviewCounts({ rows, chosen, onChoose }: OverviewTableProps) {
  const { t, i18n } = useTranslation('sessions')
  const [requested, setWanted] = useState<OverviewFilter>({ search: '', order: 'total' })
  const hasFilter = rows.length >= filteredFrom
  const collator = new Intl.Collator(i18n.language, { numeric: true })
  const live = chosenRows(rows, { ...requested, search: hasFilter ? requested.search : '', collator })
  const { held, handlers } = useStableOrder(live.map(({ count }) => count.appId))
  const shown = held === null ? live : inOrder(live, held)
  const isHeld = shown.some((row, place) => row !== live[place])
  return (
    <div className={styles.counts}>
      <Tools
        filter={requested}
        hasFilter={hasFilter}
        isHeld={isHeld}
        onChange={(change) => setWanted({ ...requested, ...change })}
      />
      {shown.length === 0 ? (
        <p className={styles.none}>{t('overview.noMatch')}</p>
      ) : (
        <div {...handlers}>
          <OverviewTable rows={shown} chosen={chosen} onChoose={onChoose} />
        </div>
      )}
    </div>
  )
}
