import { useTranslation } from 'react-i18next'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import styles from './overview.module.css'
import { sumOf } from './overview-rows.ts'
import type { OverviewRow } from './overview-rows.ts'

/** Props of `OverviewSummary`. */
export interface OverviewSummaryProps {
  readonly rows: readonly OverviewRow[]
}

/** One line: live calls of all applications, how old the oldest of these counts is, and what was not read. */
export function OverviewSummary({ rows }: OverviewSummaryProps) {
  const { t } = useTranslation('sessions')
  const { number } = useFormat()
  const { live, counted, failed, oldestAt } = sumOf(rows)
  const numbers = { live: number(live), counted: number(counted), all: number(rows.length) }
  const words = counted === rows.length ? t('overview.live', numbers) : t('overview.liveOfSome', numbers)
  return (
    <>
      {oldestAt === null ? (
        t('overview.noCount', numbers)
      ) : (
        <>
          {words} · {t('overview.oldest')} <Age at={oldestAt} />
        </>
      )}
      {failed > 0 && (
        <>
          {' · '}
          <span className={styles.failed}>{t('overview.notRead', { failed: number(failed) })}</span>
        </>
      )}
    </>
  )
}
