import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Concurrency } from '../../../shared/schemas/session.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Panel } from '../../ui/panel.tsx'
import { StepChart } from '../../ui/step-chart.tsx'
import styles from './sessions.module.css'

/** Props of `LastHour`. */
export interface LastHourProps {
  readonly concurrency: Concurrency
}

type Sample = Concurrency['lastHour'][number]

const hourMs = 3_600_000

// A read that was late by more than this (three slow reads) left something unseen.
const shortestGapMs = 45_000

function highest(samples: readonly Sample[]): Sample | null {
  return samples.reduce<Sample | null>(
    (best, sample) => (best === null || sample.total > best.total ? sample : best),
    null,
  )
}

/** The counts of the last hour as they were read: gaps are gaps. */
export function LastHour({ concurrency }: LastHourProps) {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  const { lastHour: samples, intervalMs, failure } = concurrency
  // The axis ends at the newest attempt to read; before the first one it ends when the page was opened.
  const [openedAt] = useState(() => Date.now())
  const to = Math.max(samples.at(-1)?.at ?? 0, failure?.at ?? 0) || openedAt
  const peak = highest(samples)
  const sub = peak === null ? undefined : t('peak', { count: peak.total, time: format.time(peak.at) })
  return (
    <Panel
      title={t('lastHour')}
      sub={sub}
      actions={
        <p className={styles.legend} aria-hidden>
          <span className={styles.totalKey}>{t('total')}</span>
          <span className={styles.yoursKey}>{t('yours')}</span>
        </p>
      }
    >
      <div className={styles.chart}>
        <StepChart
          label={peak === null ? t('chartEmpty') : t('chartLabel', { count: samples.length, peak: sub })}
          lines={[
            {
              points: samples.flatMap(({ at, yours }) => (yours === null ? [] : [{ at, value: yours }])),
              tone: 'soft',
            },
            { points: samples.map(({ at, total }) => ({ at, value: total })), tone: 'accent' },
          ]}
          from={to - hourMs}
          to={to}
          gapMs={Math.max(shortestGapMs, 3 * intervalMs)}
          ends={[format.time(to - hourMs), format.time(to)]}
        />
      </div>
    </Panel>
  )
}
