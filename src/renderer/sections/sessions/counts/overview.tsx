import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { ProfileView } from '../../../../shared/schemas/profile.ts'
import type { ApplicationCount } from '../../../../shared/schemas/session.ts'
import { read } from '../../../api/queries.ts'
import { useIsStale, useLiveSum } from '../../../api/use-is-stale.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { chooseApplication } from '../../../state/application-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note, Stack, Text } from '../../../ui/layout.tsx'
import { PlainButton } from '../../../ui/button.tsx'
import { applicationName } from '../applications.tsx'
import styles from './counts.module.css'
import { OverviewTable } from './overview-table.tsx'
import type { OverviewRow } from './overview-table.tsx'

function Count({ count, isChosen }: { readonly count: ApplicationCount; readonly isChosen: boolean }) {
  const { t } = useTranslation('sessions')
  const { number } = useFormat()
  const isStale = useIsStale(count)
  const { latest } = count
  if (latest === null) return <span>{count.hasFailed ? t('overview.failed') : '–'}</span>
  if (!isStale) return <Text font={isChosen ? 'label' : undefined}>{number(latest.total)}</Text>
  return (
    <span className={styles.stale}>
      {t('overview.wasOne', { number: number(latest.total) })} · <Age at={latest.at} />
    </span>
  )
}

interface RowsProps {
  readonly rows: readonly OverviewRow[]
}

function Sum({ rows }: RowsProps) {
  const { number } = useFormat()
  const { live, was, stale, unread } = useLiveSum(rows.map(({ count }) => count))
  return (
    <Text font="secondary" tone="soft">
      {number(live + was)}
      {stale + unread > 0 && <Text tone="warn">?</Text>}
    </Text>
  )
}

/**
 * One line: live calls of all applications, how old the oldest of these counts is, and what was not read. Stale counts
 * are given in the past tense, and never added to live ones.
 */
function Summary({ rows }: RowsProps) {
  const { t } = useTranslation('sessions')
  const { number } = useFormat()
  const { live, fresh, was, stale, all, unread, oldestAt } = useLiveSum(rows.map(({ count }) => count))
  const text = { live: number(live), fresh: number(fresh), was: number(was), stale: number(stale), all: number(all) }
  const sum = t(fresh > 0 ? 'overview.live' : stale > 0 ? 'overview.stale' : 'neverRead', text)
  const doubts = [
    fresh > 0 && stale > 0 && t('overview.stale', text),
    unread > 0 && (fresh > 0 || stale > 0) && t('overview.notRead', { failed: number(unread) }),
  ].filter((doubt) => doubt !== false)
  return (
    <Note>
      {fresh === 0 ? <Text tone="bad">{sum}</Text> : sum}
      {oldestAt !== null && (
        <>
          {' · '}
          <Trans t={t} i18nKey="overview.oldest" components={{ age: <Age at={oldestAt} /> }} />
        </>
      )}
      {doubts.map((doubt) => (
        <span key={doubt}>
          {' · '}
          <Text tone="bad">{doubt}</Text>
        </span>
      ))}
    </Note>
  )
}

// As many as the strip has lines for, beside the sum.
const shownAtMost = 3

/** The first ones, and the chosen one in place of the last of them. */
function shownRows(rows: readonly OverviewRow[], chosen: AppId): readonly OverviewRow[] {
  const first = rows.slice(0, shownAtMost)
  const open = rows.find(({ count }) => count.appId === chosen)
  return open === undefined || first.includes(open) ? first : [...first.slice(0, -1), open]
}

/** The counts of a profile's applications, a few at a glance and all in a dialog; nothing where there is only one. */
export function Overview({ view, chosen }: { readonly view: ProfileView; readonly chosen: AppId }) {
  const { t } = useTranslation('sessions')
  const { number } = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const { id, applications } = view.profile
  const counts = useQuery({ ...read('session.overview', {}), enabled: applications.length > 1 })
  if (applications.length < 2) return null
  if (counts.isError) return <QueryFailure query={counts} about={t('readFailed')} />
  const byId = new Map(counts.data?.map((count) => [count.appId, count]))
  // As the profile lists them; one that main does not know yet has no count.
  const rows = applications.map((application) => {
    const { appId } = application
    return { application, count: byId.get(appId) ?? { appId, latest: null, hasFailed: false, intervalMs: 0 } }
  })
  const choose = (appId: AppId): void => {
    chooseApplication(id, appId)
    setIsOpen(false)
  }
  return (
    <Stack role="group" aria-label={t('overview.title')} className={styles.applications}>
      {shownRows(rows, chosen).map(({ application, count }) => (
        <PlainButton
          key={count.appId}
          aria-current={count.appId === chosen ? 'true' : undefined}
          onClick={() => choose(count.appId)}
        >
          <Text truncate>{applicationName(application)}</Text>
          <Count count={count} isChosen={count.appId === chosen} />
        </PlainButton>
      ))}
      <PlainButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Text font="secondary" tone="soft">
          {t('overview.number', { number: number(rows.length) })}
        </Text>
        <Sum rows={rows} />
      </PlainButton>
      {isOpen && (
        <Dialog title={t('overview.title')} size="wide" onClose={() => setIsOpen(false)}>
          <Summary rows={rows} />
          <OverviewTable rows={rows} chosen={chosen} onChoose={choose} />
        </Dialog>
      )}
    </Stack>
  )
}
