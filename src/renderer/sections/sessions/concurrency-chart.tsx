import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../shared/ids.ts'
import type { Concurrency, Series, SeriesRange } from '../../../shared/schemas/session.ts'
import { failureOf } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { chooseSeriesRange, useSeriesRange } from '../../state/series-range-store.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import type { TimeLine } from '../../ui/time-chart/chart-types.ts'
import { RangeSwitch } from '../../ui/time-chart/range-switch.tsx'
import { TimeChart } from '../../ui/time-chart/time-chart.tsx'
import { useAnnotations } from '../../ui/time-chart/use-annotations.ts'
import { useSeriesText } from './series-text.ts'
import styles from './sessions.module.css'

export interface ConcurrencyChartProps {
  readonly concurrency: Concurrency
}

function linesOf(series: Series, names: Readonly<Record<'total' | 'yours', string>>): readonly TimeLine[] {
  const { at, holdsUntil, totalLast, totalMin, totalMax, yoursLast, stepMs } = series
  const isStepped = stepMs !== null
  return [
    {
      ...{ name: names.total, tone: 'accent', at, value: totalLast, holdsUntil },
      ...(isStepped ? { low: totalMin, high: totalMax } : {}),
    },
    { name: names.yours, tone: 'soft', at, value: yoursLast, holdsUntil },
  ]
}

function useLines(series: Series): readonly TimeLine[] {
  const { t } = useTranslation('sessions')
  const total = t('total')
  const yours = t('yours')
  return useMemo(() => linesOf(series, { total, yours }), [series, total, yours])
}

interface ExportProps {
  readonly appId: AppId
  readonly range: SeriesRange
}

function useExport({ appId, range }: ExportProps) {
  const { t } = useTranslation('sessions')
  const run = useCommand('session.exportSeries')
  const fileName = run.data?.fileName ?? null
  return {
    button: (
      <Button
        size="small"
        icon={<Download size={14} aria-hidden />}
        busy={run.isPending}
        onClick={() => {
          run.mutate({ appId, range })
        }}
      >
        {t('exportCsv')}
      </Button>
    ),
    outcome: (
      <>
        <StatusLine tone="good">{fileName === null ? '' : t('exported', { fileName })}</StatusLine>
        {run.error !== null && <ErrorNotice failure={failureOf(run.error)} about={t('exportFailed')} live="status" />}
      </>
    ),
  }
}

interface DrawnProps {
  readonly series: Series
  readonly seriesText: string | null
}

function Drawn({ series, seriesText: text }: DrawnProps) {
  const { t } = useTranslation('sessions')
  const { number } = useFormat()
  const lines = useLines(series)
  const annotations = useAnnotations(series.annotations)
  const csv = useExport({ appId: series.appId, range: series.range })
  const title = t(`range.${series.range}`)
  return (
    <>
      <TimeChart
        summary={text ?? t('chart.none')}
        label={text === null ? t('chart.empty', { title }) : t('chart.label', { title, text })}
        lines={lines}
        annotations={annotations}
        from={series.from}
        to={series.to}
        format={number}
        actions={csv.button}
      />
      <div className={styles.told}>{csv.outcome}</div>
    </>
  )
}

/**
 * The calls of an application over the hour, day, week or month, as far as this computer has seen them. While another
 * range is read the former stays, under its own title.
 */
export function ConcurrencyChart({ concurrency }: ConcurrencyChartProps) {
  const { t } = useTranslation('sessions')
  const range = useSeriesRange()
  const wordsOf = useSeriesText(concurrency)
  const query = useQuery({
    ...read('session.series', { appId: concurrency.appId, range }),
    placeholderData: keepPreviousData,
  })
  const series = query.data
  const text = series === undefined ? null : wordsOf(series)
  return (
    <Panel
      title={t(`range.${series?.range ?? range}`)}

      actions={<RangeSwitch range={range} onChange={chooseSeriesRange} />}
    >
      <QueryFailure query={query} about={t('chart.failed')} />
      {series === undefined ? (
        <div className={styles.chartPlace} aria-busy={query.isPending} />
      ) : (
        <Drawn series={series} seriesText={text} />
      )}
    </Panel>
  )
}
