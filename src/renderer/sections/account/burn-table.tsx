import { BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { burnWindowsMs, minShare } from '../../../shared/model/burn.ts'
import type { Account, Burn, BurnRate } from '../../../shared/schemas/account.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { goToSessions } from '../../state/sessions-tab-store.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import styles from './account.module.css'
import { useAmounts } from './amounts.ts'
import type { Amounts, BalanceName, DurationUnit } from './amounts.ts'
import { useTimeLeft } from './time-left.ts'

export interface BurnTableProps {
  readonly account: Account
  readonly unit: DurationUnit
}

const windows: readonly (keyof Burn)[] = ['hour', 'day']

// A balance that seems to rise is not spent.
const spent = (pace: number): number => Math.max(0, pace)

interface BurnNoteProps {
  readonly rate: BurnRate | null
  readonly window: keyof Burn
  readonly amounts: Amounts
}

/** Of how many readings a pace is made and how sure it is, or what it takes to have one. */
function BurnNote({ rate, window, amounts }: BurnNoteProps) {
  const { t } = useTranslation('account')
  const format = useFormat()
  if (rate === null) return t('burn.needs', { span: format.duration(burnWindowsMs[window] * minShare) })
  const low = amounts.estimate(spent(rate.low))
  const high = amounts.estimate(spent(rate.high))
  const read = t('burn.readings', { count: rate.readings, span: format.duration(rate.spanMs) })
  return low === high ? read : t('burn.range', { low, high, read })
}

interface CellProps extends BurnNoteProps {
  readonly left: number | null
}

function Cell({ left, rate, window, amounts }: CellProps) {
  const lasting = useTimeLeft()
  return (
    <div className={styles.burn}>
      {rate !== null && <span className={styles.pace}>{amounts.perHour(spent(rate.perHour))}</span>}
      <span>{lasting(left, rate, window)}</span>
      <span className={styles.note}>
        <BurnNote rate={rate} window={window} amounts={amounts} />
      </span>
    </div>
  )
}

interface RowProps {
  readonly balance: BalanceName
  readonly unit: DurationUnit
  readonly left: number | null
  readonly burn: Burn
}

function Row({ balance, unit, left, burn }: RowProps) {
  const { t } = useTranslation('account')
  const amounts = useAmounts(balance, unit)
  return (
    <tr className={styles.burnRow}>
      <th scope="row">
        {t(`balance.${balance}`)}
        {balance === 'duration' && unit === 'unknown' && <span className={styles.note}>{t('unitNotStated')}</span>}
      </th>
      {windows.map((window) => (
        <td key={window}>
          <Cell left={left} rate={burn[window]} window={window} amounts={amounts} />
        </td>
      ))}
    </tr>
  )
}

/** How fast both balances went down in the last hour and in the last 24 hours, and how long each lasts at that pace. */
export function BurnTable({ account, unit }: BurnTableProps) {
  const { t } = useTranslation('account')
  const { latest, creationsBurn, durationBurn } = account
  return (
    <Panel
      region
      title={t('burn.title')}
      sub={t('burn.sub')}
      padded={false}
      actions={
        <Button
          size="small"
          icon={<BellRing size={14} aria-hidden />}
          onClick={() => {
            goToSessions('rules')
          }}
        >
          {t('burn.toAlerts')}
        </Button>
      }
    >
      <Table
        label={t('burn.title')}
        columns={[
          { key: 'balance', label: '', hiddenLabel: t('burn.balance'), width: '22%' },
          ...windows.map((window) => ({ key: window, label: t(`burn.${window}`), width: '39%' })),
        ]}
      >
        <Row balance="creations" unit={unit} left={latest?.avatarCreationsLeft ?? null} burn={creationsBurn} />
        <Row balance="duration" unit={unit} left={latest?.durationLeft ?? null} burn={durationBurn} />
      </Table>
    </Panel>
  )
}
