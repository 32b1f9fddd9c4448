import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { ApplicationCount } from '../../../../shared/schemas/session.ts'
import type { ProfileView } from '../../../../shared/schemas/profile.ts'
import { read } from '../../../api/queries.ts'
import { useIsStale, useLiveSum } from '../../../api/use-is-stale.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { chooseApplication } from '../../../state/application-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { applicationName } from '../application-name.ts'
import { OverviewCounts } from '../overview/overview-counts.tsx'
import { rowsOf } from '../overview/overview-rows.ts'
import type { OverviewRow } from '../overview/overview-rows.ts'
import { OverviewSummary } from '../overview/overview-summary.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from './live-strip.module.css'

// As many as the strip has lines for, beside the sum.
const shownAtMost = 3

/** The first ones, and the chosen one in place of the last of them. */
function shownRows(rows: readonly OverviewRow[], chosen: AppId): readonly OverviewRow[] {
  const first = rows.slice(0, shownAtMost)
  const open = rows.find(({ count }) => count.appId === chosen)
  return open === undefined || first.includes(open) ? first : [...first.slice(0, -1), open]
}

function Count({ count }: { readonly count: ApplicationCount }) {
  const { t } = useTranslation('sessions')
  const { number } = useFormat()
  const isStale = useIsStale(count)
  const { latest } = count
  if (latest === null) return <span>{count.hasFailed ? t('overview.failed') : '–'}</span>
  if (!isStale) return <b>{number(latest.total)}</b>
  return (
    <span className={styles.stale}>
      {t('overview.wasOne', { number: number(latest.total) })} · <Age at={latest.at} />
    </span>
  )
}

function Sum({ rows }: { readonly rows: readonly OverviewRow[] }) {
  const { number } = useFormat()
  const { live, was, stale, unread } = useLiveSum(rows.map(({ count }) => count))
  return (
    <span>
      {number(live + was)}
      {stale + unread > 0 && <Text tone="warn">?</Text>}
    </span>
  )
}

interface ChoiceProps {
  readonly view: ProfileView
  readonly chosen: AppId
}

/** The counts of a profile's applications, a few at a glance and all in a dialog; nothing where there is only one. */
export function Applications({ view, chosen }: ChoiceProps) {
  const { t } = useTranslation('sessions')
  const [isOpen, setIsOpen] = useState(false)
  const { id, applications } = view.profile
  const counts = useQuery({ ...read('session.overview', {}), enabled: applications.length > 1 })
  if (applications.length < 2) return null
  if (counts.isError) return <QueryFailure query={counts} about={t('overview.readFailed')} />
  const rows = rowsOf(applications, counts.data ?? [])
  const choose = (appId: AppId): void => {
    chooseApplication(id, appId)
    setIsOpen(false)
  }
  return (
    <div role="group" aria-label={t('overview.title')} className={styles.applications}>
      {shownRows(rows, chosen).map(({ application, count }) => (
        <PlainButton
          key={count.appId}
          aria-current={count.appId === chosen ? 'true' : undefined}
          className={styles.application}
          onClick={() => choose(count.appId)}
        >
          <span>{applicationName(application)}</span>
          <Count count={count} />
        </PlainButton>
      ))}
      <PlainButton aria-haspopup="dialog" className={styles.all} onClick={() => setIsOpen(true)}>
        <span>{t('overview.number', { count: rows.length })}</span>
        <Sum rows={rows} />
      </PlainButton>
      {isOpen && (
        <Dialog title={t('overview.title')} size="wide" onClose={() => setIsOpen(false)}>
          <Text as="p" tone="soft">
            <OverviewSummary rows={rows} />
          </Text>
          <OverviewCounts rows={rows} chosen={chosen} onChoose={choose} />
        </Dialog>
      )}
    </div>
  )
}
