import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, FileText, ListPlus, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import type { InputOf } from '../../../../shared/contract.ts'
import { limits } from '../../../../shared/model/limits.ts'
import type { Concurrency, ListReading, Series } from '../../../../shared/schemas/session.ts'
import { shortId } from '../../../../shared/model/short-id.ts'
import { read } from '../../../api/queries.ts'
import type { Task } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go } from '../../../state/location-store.ts'
import { chooseSeriesRange, useSeriesRange } from '../../../state/view-preferences-store.ts'
import { useExport } from '../../../state/use-export.ts'
import { Button, CollapsingButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Note, Row, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StatusText } from '../../../ui/status-line.tsx'
import { ChartTable } from '../../../ui/time-chart/chart-table.tsx'
import { RangeSwitch, useAnnotations } from '../../../ui/time-chart/time-chart.tsx'
import { CountChart, useCountLines, useSeriesText } from './count-chart.tsx'
import styles from './counts.module.css'

// The service's own name of the operation, which operators use with the vendor.
const operation = 'getconcurrentList'

/** Names the time of the compared number, because the count on screen can be newer. */
export function useComparisonText(): (list: ListReading) => string {
  const { t, format } = useTexts('sessions')
  return ({ agreement, differences, numberAt }) => {
    const time = format.time(numberAt)
    if (agreement === 'other-shape') return t('list.other-shape')
    if (agreement === 'agrees') return t('list.agreed', { time })
    const differenceTexts = differences.map(({ figure, number, list }) =>
      t('list.difference', { figure: t(figure), number: number ?? '–', list: list ?? '–' }),
    )
    return t('list.differed', { time, differences: format.list(differenceTexts) })
  }
}

const tones = { differs: 'warn', 'other-shape': 'info' } as const

/** The list's total where it is known: main hands out the list itself only when it has a different form. */
function listTotal({ agreement, differences, numberAt }: ListReading, latest: Concurrency['latest']): string | null {
  const difference = differences.find(({ figure }) => figure === 'total')
  if (difference !== undefined) return difference.list
  return agreement !== 'other-shape' && numberAt === latest?.at ? String(latest.total) : null
}

function Totals({ latest, list }: Pick<Concurrency, 'latest' | 'list'>) {
  const { t, format } = useTexts(['sessions', 'common'])
  const value = (read: { readonly total: string | null; readonly at: number } | null) => (
    <>
      {read !== null && read.total !== null && `${format.number(Number(read.total))} · `}
      <Text tone="soft">
        {read === null ? t('common:neverRead') : t('list.readAt', { time: format.time(read.at) })}
      </Text>
    </>
  )
  return (
    <div className={styles.result}>
      <DescriptionList
        items={[
          { label: t('list.counter'), value: value(latest && { total: String(latest.total), at: latest.at }) },
          { label: t('list.list'), value: value(list && { total: listTotal(list, latest), at: list.at }) },
        ]}
      />
    </div>
  )
}

function Reading({ list }: { readonly list: ListReading }) {
  const { t } = useTexts(['sessions', 'inbox'])
  const text = useComparisonText()(list)
  const { agreement, dataText, candidates } = list
  const unknown = candidates.filter(({ isKnown }) => !isKnown)
  return (
    <>
      {/* Agreement is shown in a soft tone, because it is nearly always the case. */}
      <div role="status" className={cx(styles.result, styles[agreement])}>
        {agreement === 'agrees' ? (
          <Text tone="soft">{text}</Text>
        ) : (
          <StatusText tone={tones[agreement]}>{text}</StatusText>
        )}
      </div>
      {dataText !== null && (
        <>
          <Row gap={2} justify="between" className={styles.answer}>
            <Row gap={2}>
              <h3>{t('list.answer')}</h3>
              <Text as="code" tone="soft">
                {operation}
              </Text>
            </Row>
            <CopyButton text={dataText} valueName={t('list.copyWhat')} />
          </Row>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable by keyboard */}
          <pre className={styles.came} role="region" aria-label={operation} tabIndex={0}>
            {dataText}
          </pre>
          {dataText.length >= limits.shownAnswer && <Note>{t('list.truncated')}</Note>}
        </>
      )}
      {candidates.length > 0 && (
        <Row tone="soft" className={styles.result}>
          {unknown.length === 0 ? (
            t('list.allKnown')
          ) : (
            <Button size="small" Icon={ListPlus} onClick={() => go({ section: 'sessions', ask: 'add', from: 'list' })}>
              {t('inbox:add.add', { count: unknown.length })}
            </Button>
          )}
        </Row>
      )}
    </>
  )
}

interface HistoryTabProps {
  readonly concurrency: Concurrency
  readonly refresh: Task<InputOf<'session.refresh'>, unknown>
}

/** The service's session list beside its counter: whether they agree, where they differ, or the answer verbatim. */
function SessionList({ concurrency: { appId, latest, list, listFailure }, refresh }: HistoryTabProps) {
  const { t } = useTexts(['sessions', 'common'])
  return (
    <Panel
      region
      title={t('list.title')}
      padded={false}
      actions={
        <Button
          aria-label={t('list.refresh')}
          Icon={RefreshCw}
          busy={refresh.isPending}
          onClick={() => refresh.mutate({ appId })}
        >
          {t('common:refresh')}
        </Button>
      }
    >
      <div>
        <Totals latest={latest} list={list} />
        {list !== null && <Reading list={list} />}
        <ErrorNotice failure={listFailure?.failure} live="status" />
      </div>
    </Panel>
  )
}

function Readings({ series, label }: { readonly series: Series; readonly label: string }) {
  const { t, format } = useTexts('sessions')
  const lines = useCountLines(series)
  const annotations = useAnnotations(series.annotations)
  const events = useMemo(() => {
    const textOf = ({ label, sessionId }: Series['closes'][number]): string =>
      t('closeOf', { name: label === '' ? shortId(sessionId) : label })
    const closes = series.closes.map((close) => ({ at: close.at, text: textOf(close) }))
    return [...annotations, ...closes].toSorted((one, other) => one.at - other.at)
  }, [annotations, series.closes, t])
  return (
    <Panel
      title={t('readings')}
      sub={series.stepMs !== null && t('readingsEvery', { duration: format.duration(series.stepMs) })}
      padded={false}
    >
      <ChartTable
        label={label}
        from={series.from}
        to={series.to}
        lines={lines}
        annotations={events}
        format={format.number}
      />
    </Panel>
  )
}

/** The counts that this computer has seen. While a new range is read, the previous range stays, under its own title. */
export function HistoryTab(props: HistoryTabProps) {
  const { concurrency } = props
  const { t } = useTexts(['sessions', 'common'])
  const range = useSeriesRange()
  const { appId } = concurrency
  const textOf = useSeriesText(concurrency)
  const query = useQuery({ ...read('session.series', { appId, range }), placeholderData: keepPreviousData })
  const exported = useExport('session.exportSeries')
  const peaks = useExport('session.exportPeaks')
  const series = query.data
  const text = series && textOf(series)
  return (
    <>
      <Panel
        title={t(`range.${series?.range ?? range}`)}
        sub={text?.facts}
        actions={
          <>
            <RangeSwitch range={range} onChange={chooseSeriesRange} />
            <CollapsingButton
              name={t('common:exportCsv')}
              Icon={Download}
              busy={exported.isPending}
              onClick={() => exported.mutate({ appId, range })}
            />
            <CollapsingButton
              name={t('peaks.save')}
              Icon={FileText}
              busy={peaks.isPending}
              onClick={() => peaks.mutate({ appId })}
            />
            <ErrorNotice error={exported.error ?? peaks.error} about={t('common:exportFailed')} live="status" />
          </>
        }
      >
        <QueryFailure query={query} about={t('readFailed')} />
        {series && text ? (
          <CountChart series={series} label={text.label} size="normal" />
        ) : (
          <div className={styles.place} aria-busy={query.isPending} />
        )}
      </Panel>
      <div className={styles.columns}>
        {series && text && <Readings series={series} label={text.label} />}
        <SessionList {...props} />
      </div>
    </>
  )
}
