import { useTranslation } from 'react-i18next'
import type { AccountSample } from '../../../shared/schemas/account.ts'
import { Age } from '../../i18n/age.tsx'
import { useIsOlder } from '../../i18n/use-is-older.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stat } from '../../ui/stat.tsx'
import styles from './account.module.css'
import { useAmounts } from './amounts.ts'
import type { Amounts, DurationUnit } from './amounts.ts'

export interface BalanceStatsProps {
  readonly latest: AccountSample | null
  readonly unit: DurationUnit
}

// Two of main's five-minute rounds and a little: later than that, a read was missed.
const staleAfterMs = 11 * 60_000

interface SourceProps {
  readonly at: number | null
  readonly isStale: boolean
}

function Source({ at, isStale }: SourceProps) {
  const { t } = useTranslation(['account', 'common'])
  if (at === null) return <>{t('neverRead')}</>
  return (
    <>
      {t('common:updated')} <Age at={at} />
      {isStale && (
        <>
          {' '}
          <Badge tone="warn">{t('stale')}</Badge>
        </>
      )}
    </>
  )
}

interface BalanceProps {
  readonly caption: string
  readonly amount: number | null
  readonly amounts: Amounts
  readonly at: number | null
  /** A note under the amount; by default the amount in hours, where that adds something. */
  readonly note?: string | null
}

function Balance({ caption, amount, amounts, at, note = null }: BalanceProps) {
  const isStale = useIsOlder(at, staleAfterMs)
  const text = note ?? (amount === null ? null : amounts.inHours(amount))
  const sub = (
    <>
      {text !== null && <span className={styles.note}>{text}</span>}
      <Source at={at} isStale={isStale} />
    </>
  )
  return <Stat caption={caption} value={amount === null ? null : amounts.value(amount)} sub={sub} stale={isStale} />
}

/** The two balances, each with source and age; the duration is a bare number unless the profile names its unit. */
export function BalanceStats({ latest, unit }: BalanceStatsProps) {
  const { t } = useTranslation('account')
  const creations = useAmounts('creations', unit)
  const duration = useAmounts('duration', unit)
  const at = latest?.at ?? null
  return (
    <div className={styles.figures}>
      <Balance caption={t('creationsLeft')} amount={latest?.avatarCreationsLeft ?? null} amounts={creations} at={at} />
      <Balance
        caption={t('durationLeft')}
        amount={latest?.durationLeft ?? null}
        amounts={duration}
        at={at}
        note={unit === 'unknown' ? t('unitUnknown') : null}
      />
    </div>
  )
}
