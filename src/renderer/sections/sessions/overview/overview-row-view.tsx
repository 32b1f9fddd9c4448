import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApplicationCount } from '../../../../shared/schemas/session.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import styles from './overview.module.css'
import type { OverviewRow } from './overview-rows.ts'

export interface OverviewRowViewProps {
  readonly row: OverviewRow
  /** True for the application that the page is about. */
  readonly isChosen: boolean
  readonly onChoose: () => void
  /** Its place among rows of which some are drawn; null when all are. */
  readonly index: number | null
  readonly measure?: Ref<HTMLTableRowElement>
}

function Counted({ count, isStale }: { readonly count: ApplicationCount; readonly isStale: boolean }) {
  const { t } = useTranslation('sessions')
  const { latest } = count
  return (
    <span className={styles.read}>
      {latest !== null && <Age at={latest.at} />}
      {latest === null && !count.hasFailed && t('neverRead')}
      {isStale && <Badge tone="warn">{t('stale')}</Badge>}
      {count.hasFailed && <Badge tone="bad">{t('overview.failed')}</Badge>}
    </span>
  )
}

/** An application with its last count; a click anywhere on it chooses it. */
export function OverviewRowView({ row, isChosen, onChoose, index, measure }: OverviewRowViewProps) {
  const format = useFormat()
  const isStale = useIsStale(row.count)
  const { appId, label } = row.application
  const { latest } = row.count
  const number = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : format.number(value)
  return (
    <tr
      ref={measure}
      data-index={index ?? undefined}
      aria-rowindex={index === null ? undefined : index + 2}
      data-chosen={isChosen || undefined}
      data-stale={isStale || undefined}
      className={styles.row}
    >
      <td>
        <PlainButton className={styles.choice} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
          {label !== '' && <span className={styles.label}>{label}</span>} <code>{appId}</code>
        </PlainButton>
      </td>
      <td data-align="end">{number(latest?.total)}</td>
      <td data-align="end">{number(latest?.yours)}</td>
      <td>
        <Counted count={row.count} isStale={isStale} />
      </td>
    </tr>
  )
}
