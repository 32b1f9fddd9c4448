import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import type { Concurrency, ListReading } from '../../../shared/schemas/session.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { Age } from '../../i18n/age.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { offerSessions } from '../../state/session-candidates-store.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { StatusText } from '../../ui/status-line.tsx'
import styles from './list-comparison.module.css'

export interface ListComparisonProps {
  readonly profileId: ProfileId
  readonly concurrency: Concurrency
}

interface ReadingProps {
  readonly profileId: ProfileId
  readonly list: ListReading
  /** Time of the count on screen. */
  readonly countedAt: number | undefined
}

const tones = { differs: 'warn', 'other-shape': 'info' } as const

// As far as main hands it out.
const maxTextLength = 20_000

/** In the present only beside the number that was compared: the count above may be a later one. */
function useComparisonResult({ agreement, differences, numberAt }: ListReading, countedAt: number | undefined): string {
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
  const said = each.join('; ')
  return isSame ? t('list.differs', { differences: said }) : t('list.differed', { time, differences: said })
}

// That all is well is said softly: it is so nearly always.
function ComparisonResult({ list, countedAt }: Omit<ReadingProps, 'profileId'>) {
  const words = useComparisonResult(list, countedAt)
  const { agreement } = list
  return agreement === 'agrees' ? (
    <StateDot tone="good">{words}</StateDot>
  ) : (
    <StatusText tone={tones[agreement]}>{words}</StatusText>
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
        icon={<ListPlus size={14} aria-hidden />}
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
      {text.length >= maxTextLength && <p className={styles.quiet}>{t('list.cut')}</p>}
    </>
  )
}

function Reading({ profileId, list, countedAt }: ReadingProps) {
  const { t } = useTranslation('sessions')
  const { dataText } = list
  return (
    <>
      <div className={styles.line}>
        <div role="status">
          <ComparisonResult list={list} countedAt={countedAt} />
        </div>
        <span className={styles.age}>
          · <Age at={list.at} />
        </span>
        {dataText !== null && (
          <span className={styles.copy}>
            <CopyButton text={dataText} what={t('list.copyWhat')} hasLabel />
          </span>
        )}
      </div>
      {dataText !== null && <AsItCame text={dataText} />}
      <div className={styles.ids}>
        <Ids profileId={profileId} list={list} />
      </div>
    </>
  )
}

/** getconcurrentList compared with getconcurrentNumber: that it agrees, where it differs, or its answer verbatim. */
export function ListComparison({ profileId, concurrency }: ListComparisonProps) {
  const { t } = useTranslation('sessions')
  const { latest, list, listFailure, failure } = concurrency
  // A failure of both is shown above, once.
  const result = failure === null ? listFailure : null
  if (list === null && result === null) return null
  return (
    <section aria-label={t('list.title')} className={styles.comparison}>
      {list !== null && <Reading profileId={profileId} list={list} countedAt={latest?.at} />}
      {result !== null && <ErrorNotice failure={result.failure} about={t('list.failed')} live="status" />}
    </section>
  )
}
