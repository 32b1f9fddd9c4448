import { useTranslation } from 'react-i18next'
import type { AccountSample } from '../../../shared/schemas/account.ts'
import type { ProfileFields } from '../../../shared/schemas/profile.ts'
import { Age } from '../../i18n/age.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { useIsOlder } from '../../i18n/use-is-older.ts'
import { Figure } from '../../ui/figure.tsx'
import styles from './account.module.css'

/** Props of `BalanceFigures`. */
export interface BalanceFiguresProps {
  readonly latest: AccountSample | null
  readonly unit: ProfileFields['durationUnit']
}

// Two of main's five-minute rounds and a little: later than that, a read was missed.
const staleAfterMs = 11 * 60_000

function Source({ at }: { readonly at: number | null }) {
  const { t } = useTranslation(['account', 'common'])
  if (at === null) return <>{t('neverRead')}</>
  return (
    <>
      queryAccount · {t('common:updated')} <Age at={at} />
    </>
  )
}

interface BalanceProps {
  readonly caption: string
  readonly value: string | null
  readonly at: number | null
  readonly note?: string | null
}

function Balance({ caption, value, at, note = null }: BalanceProps) {
  const isStale = useIsOlder(at, staleAfterMs)
  const sub = (
    <>
      <Source at={at} />
      {note !== null && <span className={styles.note}>{note}</span>}
    </>
  )
  return <Figure caption={caption} value={value} sub={sub} stale={isStale} />
}

/** The two balances, each with source and age; the duration is a bare number unless the profile names its unit. */
export function BalanceFigures({ latest, unit }: BalanceFiguresProps) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const at = latest?.at ?? null
  const shown = (value: number | null): string | null => (value === null ? null : format.number(value))
  const duration = shown(latest?.durationLeft ?? null)
  return (
    <div className={styles.figures}>
      <Balance caption={t('creationsLeft')} value={shown(latest?.avatarCreationsLeft ?? null)} at={at} />
      <Balance
        caption={t('durationLeft')}
        value={duration === null || unit === 'unknown' ? duration : t(`duration.${unit}`, { value: duration })}
        at={at}
        note={unit === 'unknown' ? t('unitUnknown') : null}
      />
    </div>
  )
}
