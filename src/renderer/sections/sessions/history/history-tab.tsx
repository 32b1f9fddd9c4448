import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId, ProfileId } from '../../../../shared/ids.ts'
import type { Concurrency, Series, SeriesRange } from '../../../../shared/schemas/session.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { chooseSeriesRange, useSeriesRange } from '../../../state/sessions-view-store.ts'
import { showToast } from '../../../state/toast-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChartTable } from '../../../ui/time-chart/chart-table.tsx'
import { RangeSwitch, TimeChart, useAnnotations } from '../../../ui/time-chart/time-chart.tsx'
import { chartTimes } from '../../../ui/time-chart/times.ts'
import { spanWithReadings, useCountLines } from '../count-lines.ts'
import { useSeriesText } from '../series-text.ts'
import type { SeriesText } from '../series-text.ts'
import { useCountLimits } from '../use-capacity.ts'
import styles from './history.module.css'
import { SessionList } from './session-list.tsx'

interface ExportProps {
  readonly appId: AppId
  readonly range: SeriesRange
}

function ExportButton({ appId, range }: ExportProps) {
  const { t } = useTranslation('sessions')
  const { mutate, isPending, error } = useCommand('session.exportSeries')
  return (
    <>
      <Button
        icon={<Download aria-hidden />}
        busy={isPending}
        onClick={() =>
          mutate({ appId, range }, ({ fileName }) => {
            if (fileName !== null) showToast({ text: t('exported', { fileName }) })
          })
        }
      >
        {t('exportCsv')}
      </Button>
      <ErrorNotice error={error} about={t('exportFailed')} live="status" />
    </>
  )
}

interface DrawnProps {
  readonly series: Series
  /** null without a reading. */
  readonly text: SeriesText | null
}

function useChartLabel({ series, text }: DrawnProps): string {
  const { t } = useTranslation('sessions')
  const title = t(`range.${series.range}`)
  return text === null ? t('chart.empty', { title }) : t('chart.label', { title, text: text.live })
}

function Chart({ series, text }: DrawnProps) {
  const { number } = useFormat()
  return (
    <TimeChart
      {...spanWithReadings(series)}
      size="tall"
      hasTable={false}
      label={useChartLabel({ series, text })}
      lines={useCountLines(series)}
      annotations={useAnnotations(series.annotations)}
      limits={useCountLimits(series.appId)}
      format={number}
    />
  )
}

function Readings({ series, text }: DrawnProps) {
  const { t, i18n } = useTranslation('sessions')
  const { number, duration } = useFormat()
  const lines = useCountLines(series)
  const annotations = useAnnotations(series.annotations)
  const times = useMemo(() => chartTimes(i18n.language, series.to - series.from), [i18n.language, series])
  return (
    <Panel
      title={t('readings')}
      sub={series.stepMs !== null && t('readingsEvery', { duration: duration(series.stepMs) })}
      padded={false}
    >
      <ChartTable
        label={useChartLabel({ series, text })}
        lines={lines}
        annotations={annotations}
        times={times}
        format={number}
      />
    </Panel>
  )
}

function Counted({ profileId, concurrency }: { readonly profileId: ProfileId; readonly concurrency: Concurrency }) {
  const { t } = useTranslation('sessions')
  const range = useSeriesRange()
  const { appId } = concurrency
  const textOf = useSeriesText(concurrency)
  const query = useQuery({ ...read('session.series', { appId, range }), placeholderData: keepPreviousData })
  const series = query.data
  const text = series === undefined ? null : textOf(series)
  const drawn = series && { series, text }
  return (
    <>
      <Panel
        title={t(`range.${series?.range ?? range}`)}
        sub={series && (text?.facts ?? t('chart.none'))}
        actions={
          <>
            <RangeSwitch range={range} onChange={chooseSeriesRange} />
            <ExportButton appId={appId} range={range} />
          </>
        }
      >
        <QueryFailure query={query} about={t('chart.failed')} />
        {drawn === undefined ? <div className={styles.place} aria-busy={query.isPending} /> : <Chart {...drawn} />}
      </Panel>
      <div className={styles.columns}>
        {drawn !== undefined && <Readings {...drawn} />}
        <SessionList profileId={profileId} concurrency={concurrency} />
      </div>
    </>
  )
}

/**
 * The calls of an application over the hour, day, week or month, as far as this computer has seen them, and the session
 * list beside the counter. While another range is read the former stays, under its own title.
 */
export function HistoryTab({ profileId, appId }: { readonly profileId: ProfileId; readonly appId: AppId }) {
  const { t } = useTranslation('sessions')
  const counts = useQuery(read('session.figures', { appId }))
  if (counts.isPending) return <Skeleton label={t('reading')} lines={8} />
  if (counts.isError) return <QueryFailure query={counts} about={t('readFailed')} />
  return <Counted profileId={profileId} concurrency={counts.data} />
}
