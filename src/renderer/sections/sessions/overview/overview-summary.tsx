import { Trans, useTranslation } from 'react-i18next'
import type { LiveSum } from '../../../../shared/model/live-count.ts'
import { useLiveSum } from '../../../api/use-is-stale.ts'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import styles from './overview.module.css'
import type { OverviewRow } from './overview-rows.ts'

export interface OverviewSummaryProps {
  readonly rows: readonly OverviewRow[]
}

/** The sum with its scope. Stale counts are given in the past tense, and never added to live ones. */
function useSumText({ live, fresh, was, stale, all }: LiveSum): string {
  const { t } = useTranslation('sessions')
  const { number } = useFormat()
  const numbers = { live: number(live), fresh: number(fresh), was: number(was), stale: number(stale), all: number(all) }
  if (fresh === 0) return stale === 0 ? t('overview.noCount', numbers) : t('overview.was', numbers)
  return fresh === all ? t('overview.live', numbers) : t('overview.liveOfSome', numbers)
}

/** One line: live calls of all applications, how old the oldest of these counts is, and what was not read. */
export function OverviewSummary({ rows }: OverviewSummaryProps) {
  const { t } = useTranslation('sessions')
  const { number } = useFormat()
  const sum = useLiveSum(rows.map(({ count }) => count))
  const text = useSumText(sum)
  const { fresh, was, stale, unread, oldestAt } = sum
  return (
    <>
      <span className={fresh === 0 ? styles.failed : undefined}>{text}</span>
      {oldestAt !== null && (
        <>
          {' · '}
          <Trans t={t} i18nKey="overview.oldest" components={{ age: <Age at={oldestAt} /> }} />
        </>
      )}
      {fresh > 0 && stale > 0 && (
        <>
          {' · '}
          <span className={styles.failed}>{t('overview.stale', { stale: number(stale), was: number(was) })}</span>
        </>
      )}
      {unread > 0 && (fresh > 0 || stale > 0) && (
        <>
          {' · '}
          <span className={styles.failed}>{t('overview.notRead', { failed: number(unread) })}</span>
        </>
      )}
    </>
  )
}
