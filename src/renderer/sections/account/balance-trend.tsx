import { useTranslation } from 'react-i18next'
import type { AccountSample } from '../../../shared/schemas/account.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Panel } from '../../ui/panel.tsx'
import { StepChart } from '../../ui/step-chart.tsx'
import styles from './account.module.css'

/** Props of `BalanceTrend`; samples oldest first. */
export interface BalanceTrendProps {
  readonly history: readonly AccountSample[]
}

interface Known {
  readonly at: number
  readonly value: number
}

// Balances are read every five minutes; a longer silence is drawn as a gap.
const gapMs = 12 * 60_000

function creations(history: readonly AccountSample[]): readonly Known[] {
  return history.flatMap(({ at, avatarCreationsLeft: value }) => (value === null ? [] : [{ at, value }]))
}

/** How the avatar creations went down (or came back), as far as this computer has seen. */
export function BalanceTrend({ history }: BalanceTrendProps) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const points = creations(history)
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || first.at === last.at) {
    return (
      <Panel title={t('trend')}>
        <p className={styles.quiet}>{t('trendLater')}</p>
      </Panel>
    )
  }
  return (
    <Panel title={t('trend')} sub={t('trendSub', { from: format.number(first.value), to: format.number(last.value) })}>
      <div className={styles.chart}>
        <StepChart
          label={t('trendLabel', {
            count: points.length,
            from: format.number(first.value),
            fromTime: format.dateTime(first.at),
            to: format.number(last.value),
            toTime: format.dateTime(last.at),
          })}
          lines={[{ points, tone: 'accent' }]}
          from={first.at}
          to={last.at}
          gapMs={gapMs}
          ends={[format.dateTime(first.at), format.dateTime(last.at)]}
        />
      </div>
    </Panel>
  )
}
