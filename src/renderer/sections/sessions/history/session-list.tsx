import { ListPlus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import { limits } from '../../../../shared/model/limits.ts'
import type { Concurrency, ListReading } from '../../../../shared/schemas/session.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { RefreshFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { offerSessions } from '../../../state/inbox-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Panel } from '../../../ui/panel.tsx'
import { StatusText } from '../../../ui/status-line.tsx'
import styles from './history.module.css'

export interface SessionListProps {
  readonly profileId: ProfileId
  readonly concurrency: Concurrency
}

interface ReadingProps {
  readonly profileId: ProfileId
  readonly list: ListReading
  /** Time of the count on screen. */
  readonly countedAt: number | undefined
}

// The service's own name for it, which operators use towards the vendor.
const operation = 'getconcurrentList'

const tones = { differs: 'warn', 'other-shape': 'info' } as const

/** In the present only beside the number that was compared: the count above may be a later one. */
export function useComparisonResult(
  { agreement, differences, numberAt }: ListReading,
  countedAt: number | undefined,
): string {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  const isSame = numberAt === countedAt
  const time = format.time(numberAt)
  const none = t('list.none')
  if (agreement === 'other-shape') return t('list.other-shape')
  if (agreement === 'agrees') return isSame ? t('list.agrees') : t('list.agreed', { time })
  const each = differences.map(({ figure, number, list }) =>
    t('list.difference', { figure: t(figure), number: number ?? none, list: list ?? none }),
  )
  const said = format.list(each)
  return isSame ? t('list.differs', { differences: said }) : t('list.differed', { time, differences: said })
}

// That all is well is said softly: it is so nearly always.
function ComparisonResult({ list, countedAt }: Omit<ReadingProps, 'profileId'>) {
  const text = useComparisonResult(list, countedAt)
  const { agreement } = list
  return (
    <div role="status" className={cx(styles.result, styles[agreement])}>
      {agreement === 'agrees' ? text : <StatusText tone={tones[agreement]}>{text}</StatusText>}
    </div>
  )
}

/** The list's total where it is known: the list itself is handed out only when it has another form. */
function listTotal({ agreement, differences, numberAt }: ListReading, latest: Concurrency['latest']): string | null {
  const difference = differences.find(({ figure }) => figure === 'total')
  if (difference !== undefined) return difference.list
  return agreement !== 'other-shape' && numberAt === latest?.at ? String(latest.total) : null
}

function Totals({ latest, list }: Pick<Concurrency, 'latest' | 'list'>) {
  const { t } = useTranslation('sessions')
  const format = useFormat()
  const rows = [
    { label: t('list.counter'), read: latest && { total: String(latest.total), at: latest.at } },
    { label: t('list.list'), read: list && { total: listTotal(list, latest), at: list.at } },
  ]
  return (
    <dl className={styles.totals}>
      {rows.map(({ label, read }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {read !== null && read.total !== null && <>{format.number(Number(read.total))} · </>}
            <span>{read === null ? t('neverRead') : t('list.readAt', { time: format.time(read.at) })}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Ids({ profileId, list }: Omit<ReadingProps, 'countedAt'>) {
  const { t } = useTranslation('sessions')
  const [offered, setOffered] = useState<number | null>(null)
  const candidates = list.candidates.filter(({ isKnown }) => !isKnown)
  if (list.candidates.length === 0) return null
  if (candidates.length === 0)
    return <p className={styles.quiet}>{t('list.allKnown', { count: list.candidates.length })}</p>
  return (
    <>
      <Button
        size="small"
        icon={<ListPlus aria-hidden />}
        onClick={() => {
          offerSessions(profileId, candidates, { kind: 'list', name: null })
          setOffered(candidates.length)
        }}
      >
        {t('list.offer', { count: candidates.length })}
      </Button>
      <p role="status" className={styles.quiet}>
        {offered === null ? '' : t('list.offered', { count: offered })}
      </p>
    </>
  )
}

function AsItCame({ text }: { readonly text: string }) {
  const { t } = useTranslation('sessions')
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reached by key */}
      <pre className={styles.came} role="region" aria-label={t('list.asItCame')} tabIndex={0}>
        {text}
      </pre>
      {text.length >= limits.shownAnswer && <p className={styles.quiet}>{t('list.cut')}</p>}
    </>
  )
}

function Reading({ profileId, list, countedAt }: ReadingProps) {
  const { t } = useTranslation('sessions')
  const { dataText } = list
  return (
    <>
      <ComparisonResult list={list} countedAt={countedAt} />
      {dataText !== null && (
        <>
          <div className={styles.answer}>
            <h3>{t('list.answer')}</h3>
            <code>{operation}</code>
            <CopyButton text={dataText} what={t('list.copyWhat')} />
          </div>
          <AsItCame text={dataText} />
        </>
      )}
      <div className={styles.ids}>
        <Ids profileId={profileId} list={list} />
      </div>
    </>
  )
}

/** The service's session list beside its counter: that they agree, where they differ, or the answer verbatim. */
export function SessionList({ profileId, concurrency }: SessionListProps) {
  const { t } = useTranslation('sessions')
  const { appId, latest, list, listFailure } = concurrency
  const refresh = useCommand('session.refresh')
  return (
    <Panel
      region
      title={t('list.title')}
      padded={false}
      actions={
        <Button
          aria-label={t('list.refresh')}
          icon={<RefreshCw aria-hidden />}
          busy={refresh.isPending}
          onClick={() => refresh.mutate({ appId })}
        >
          {t('refresh')}
        </Button>
      }
    >
      <div>
        <Totals latest={latest} list={list} />
        {list !== null && <Reading profileId={profileId} list={list} countedAt={latest?.at} />}
        <ErrorNotice failure={listFailure?.failure} about={t('list.failed')} live="status" />
        <RefreshFailure error={refresh.error} about={t('readFailed')} />
      </div>
    </Panel>
  )
}
