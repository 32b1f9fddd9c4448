import { useState } from 'react'
import type { FocusEvent, PointerEvent } from 'react'
import type { AppId } from '../../../../shared/ids.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import type { ApplicationCount } from '../../../../shared/schemas/session.ts'
import { useCapacity } from '../../../alerts/use-rules.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { PlainButton } from '../../../ui/button.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { applicationName } from '../applications.tsx'
import styles from './counts.module.css'

export interface OverviewRow {
  readonly application: Application
  readonly count: ApplicationCount
}

interface Filter {
  readonly search: string
  readonly order: 'total' | 'name'
}

/**
 * The filtered and sorted rows. By total, rows without a count come last, and equal rows keep the order of the profile.
 */
function filtered(rows: readonly OverviewRow[], { search, order }: Filter, language: string): readonly OverviewRow[] {
  const requested = search.trim().toLowerCase()
  const totalOf = ({ count }: OverviewRow): number => count.latest?.total ?? -1
  const { compare } = new Intl.Collator(language, { numeric: true })
  return rows
    .filter(({ application: { appId, label } }) =>
      [appId, label].some((text) => text.toLowerCase().includes(requested)),
    )
    .sort((a, b) =>
      order === 'total'
        ? totalOf(b) - totalOf(a)
        : compare(applicationName(a.application), applicationName(b.application)),
    )
}

/** The rows in a frozen order; rows that appeared later come last. */
function inOrder(rows: readonly OverviewRow[], appIds: readonly AppId[]): readonly OverviewRow[] {
  const indexes = new Map(appIds.map((appId, index) => [appId, index]))
  const indexOf = ({ count }: OverviewRow): number => indexes.get(count.appId) ?? appIds.length
  return rows.toSorted((a, b) => indexOf(a) - indexOf(b))
}

/** Freezes the order under pointer and focus: if rows moved, a click could choose the wrong row. */
function useStableOrder(rows: readonly OverviewRow[]) {
  // The order at the moment when pointer or focus entered; null while neither is inside.
  const [frozenOrder, setFrozenOrder] = useState<readonly AppId[] | null>(null)
  const hold = (): void => setFrozenOrder((before) => before ?? rows.map(({ count }) => count.appId))
  return {
    shown: frozenOrder === null ? rows : inOrder(rows, frozenOrder),
    handlers: {
      onPointerEnter: hold,
      onFocus: hold,
      onPointerLeave: ({ currentTarget }: PointerEvent): void => {
        if (!currentTarget.contains(document.activeElement)) setFrozenOrder(null)
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent): void => {
        // A move from row to row does not leave the table.
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) setFrozenOrder(null)
      },
    },
  }
}

function Count({ count, value }: Pick<OverviewRow, 'count'> & { readonly value: number | null | undefined }) {
  const { format } = useTexts('sessions')
  const isStale = useIsStale(count)
  return (
    <Text font="label" tone={isStale ? 'faint' : undefined} tabular>
      {typeof value === 'number' ? format.number(value) : '–'}
    </Text>
  )
}

function Capacity({ count: { appId } }: Pick<OverviewRow, 'count'>) {
  const { format } = useTexts('common')
  const capacity = useCapacity(appId)
  return <Text tabular>{capacity === null ? '–' : format.number(capacity)}</Text>
}

function ReadAt({ count }: Pick<OverviewRow, 'count'>) {
  const { t } = useTexts(['sessions', 'common'])
  const isStale = useIsStale(count)
  const { latest, hasFailed } = count
  return (
    <Row as="span" gap={2} font="secondary" tone="soft">
      {latest === null ? !hasFailed && t('common:neverRead') : <Age at={latest.at} />}
      {isStale && <Badge tone="warn">{t('common:stale')}</Badge>}
      {hasFailed && <Badge tone="bad">{t('overview.failed')}</Badge>}
    </Row>
  )
}

// Fewer rows can be read at a glance.
const filteredFrom = 11
const maxSearchLength = 200

interface OverviewTableProps {
  /** In the order of the profile. */
  readonly rows: readonly OverviewRow[]
  readonly chosen: AppId
  readonly onChoose: (appId: AppId) => void
}

export function OverviewTable({ rows, chosen, onChoose }: OverviewTableProps) {
  const { t, language } = useTexts('sessions')
  const [filter, setFilter] = useState<Filter>({ search: '', order: 'total' })
  const hasFilter = rows.length >= filteredFrom
  const live = filtered(rows, hasFilter ? filter : { ...filter, search: '' }, language)
  const { shown, handlers } = useStableOrder(live)
  return (
    <Stack gap={2} bounded className={styles.counts}>
      <Row wrap className={styles.tools}>
        {hasFilter && (
          <SearchBox
            label={t('overview.filter')}
            maxLength={maxSearchLength}
            value={filter.search}
            onType={(search) => setFilter({ ...filter, search })}
          />
        )}
        <Select
          aria-label={t('overview.sort')}
          options={(['total', 'name'] as const).map((value) => ({ value, label: t(`overview.by.${value}`) }))}
          value={filter.order}
          onChange={(order) => setFilter({ ...filter, order })}
        />
        {shown.some((row, index) => row !== live[index]) && (
          <Text font="secondary" tone="soft">
            {t('overview.stands')}
          </Text>
        )}
      </Row>
      {shown.length === 0 ? (
        <Note className={styles.tools}>{t('noMatch')}</Note>
      ) : (
        <div {...handlers}>
          <DataTable
            label={t('overview.title')}
            columns={[
              {
                key: 'application',
                label: t('application'),
                width: 'minmax(0, 1fr)',
                cell: ({ application: { appId, label } }) => (
                  <PlainButton
                    className={styles.choice}
                    aria-current={appId === chosen ? 'true' : undefined}
                    onClick={() => onChoose(appId)}
                  >
                    {label !== '' && <Text truncate>{label}</Text>}{' '}
                    <Text as="code" truncate tone={label === '' ? undefined : 'soft'}>
                      {appId}
                    </Text>
                  </PlainButton>
                ),
              },
              {
                key: 'total',
                label: t('overview.column.total'),
                align: 'end',
                width: '72px',
                cell: ({ count }) => <Count count={count} value={count.latest?.total} />,
              },
              {
                key: 'yours',
                label: t('overview.column.yours'),
                align: 'end',
                width: '72px',
                cell: ({ count }) => <Count count={count} value={count.latest?.yours} />,
              },
              {
                key: 'capacity',
                label: t('overview.column.capacity'),
                align: 'end',
                width: '72px',
                cell: ({ count }) => <Capacity count={count} />,
              },
              {
                key: 'read',
                label: t('overview.column.read'),
                width: '208px',
                isNamed: () => false,
                cell: ({ count }) => <ReadAt count={count} />,
              },
            ]}
            rows={shown}
            keyOf={({ count }) => count.appId}
            rowHeight="field"
            rowProps={({ count: { appId } }) => ({ isOpen: appId === chosen, onOpen: () => onChoose(appId) })}
          />
        </div>
      )}
    </Stack>
  )
}
