import { Trans, useTranslation } from 'react-i18next'
import type { Account, Burn } from '../../../shared/schemas/account.ts'
import { Age } from '../../i18n/age.tsx'
import { useIsOlder } from '../../i18n/use-is-older.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat } from '../../ui/stat.tsx'
import styles from './account.module.css'
import { useAmounts } from './amounts.ts'
import type { BalanceName, DurationUnit } from './amounts.ts'
import { BalanceAlert } from './balance-alert.tsx'
import { Usage } from './usage.tsx'

export interface BalanceStatsProps {
  readonly account: Account
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
      <Trans t={t} i18nKey="common:updated" components={{ age: <Age at={at} /> }} />
      {isStale && (
        <>
          {' '}
          <Badge tone="warn">{t('stale')}</Badge>
        </>
      )}
    </>
  )
}

interface BalanceProps extends Pick<BalanceStatsProps, 'unit'> {
  readonly balance: BalanceName
  readonly amount: number | null
  readonly at: number | null
  readonly burn: Burn
}

function Balance({ balance, amount, at, burn, unit }: BalanceProps) {
  const { t } = useTranslation('account')
  const amounts = useAmounts(balance, unit)
  const isStale = useIsOlder(at, staleAfterMs)
  const isBare = balance === 'duration' && unit === 'unknown'
  const note = isBare ? t('unitNotStated') : amount === null ? null : amounts.inHours(amount)
  return (
    <div className={styles.balance}>
      <Stat
        isFlat
        caption={t(`${balance}Left`)}
        value={amount === null ? null : amounts.value(amount)}
        stale={isStale}
        sub={
          <>
            <Source at={at} isStale={isStale} />
            {note !== null && (
              <span className={styles.note} title={isBare ? t('unitUnknown') : undefined}>
                {note}
              </span>
            )}
          </>
        }
      />
      <Usage balance={balance} amounts={amounts} left={amount} burn={burn} />
      <BalanceAlert balance={balance} />
    </div>
  )
}

/** The two balances, each with its age, how long it lasts and its alert; the duration is a bare number unless the profile names its unit. */
export function BalanceStats({ account: { latest, creationsBurn, durationBurn }, unit }: BalanceStatsProps) {
  const at = latest?.at ?? null
  return (
    <Panel padded={false}>
      <Balance
        balance="creations"
        amount={latest?.avatarCreationsLeft ?? null}
        burn={creationsBurn}
        {...{ at, unit }}
      />
      <Balance balance="duration" amount={latest?.durationLeft ?? null} burn={durationBurn} {...{ at, unit }} />
    </Panel>
  )
}
