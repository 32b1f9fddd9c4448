import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Concurrency } from '../../../../shared/schemas/session.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { TimeChart } from '../../../ui/time-chart/time-chart.tsx'
import { spanWithReadings, useCountLines } from '../count-lines.ts'
import { useSeriesText } from '../series-text.ts'
import { useCountLimits } from '../use-capacity.ts'
import styles from './live-strip.module.css'

const noAnnotations: readonly never[] = []

/** The last hour as one line beside the figures. */
export function LastHour({ concurrency }: { readonly concurrency: Concurrency }) {
  const { t } = useTranslation('sessions')
  const { number } = useFormat()
  const textOf = useSeriesText(concurrency)
  const query = useQuery(read('session.series', { appId: concurrency.appId, range: 'hour' }))
  const series = query.data
  const limits = useCountLimits(concurrency.appId)
  const lines = useCountLines(series)
  if (series === undefined) {
    return (
      <div className={styles.hour} aria-busy={query.isPending}>
        <QueryFailure query={query} about={t('chart.failed')} />
      </div>
    )
  }
  const text = textOf(series)?.live ?? null
  const title = t('range.hour')
  return (
    <div className={styles.hour}>
      <TimeChart
        {...spanWithReadings(series)}
        size="small"
        label={text === null ? t('chart.empty', { title }) : t('chart.label', { title, text })}
        lines={lines.slice(0, 1)}
        annotations={noAnnotations}
        limits={limits}
        format={number}
      />
    </div>
  )
}
