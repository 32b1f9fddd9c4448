import { useQuery } from '@tanstack/react-query'
import { Activity, AudioLines, CircleUser, MessagesSquare, Settings, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Trans } from 'react-i18next'
import type { Section } from '../../shared/schemas/app.ts'
import { useTotalCapacity } from '../alerts/use-rules.ts'
import { read } from '../api/queries.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { useAreBalancesStale, useLiveSum } from '../api/use-is-stale.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { go, useSection } from '../state/location-store.ts'
import { useIsEndSeen } from '../state/results-store.ts'
import { useJobCounts } from '../state/use-jobs.ts'
import { Text } from '../ui/layout.tsx'
import styles from './app.module.css'

/** The finished avatars of the running batch, until somebody has seen its end, and all avatars that need a decision. */
function JobCount() {
  const { t, format } = useTexts('app')
  const jobs = useJobCounts()
  const progress = useQuery(read('queue.read', {})).data?.progress ?? null
  const isSeen = useIsEndSeen(progress)
  if (jobs === undefined || jobs.total === 0) return null
  const decisions = jobs.counts.unknown
  return (
    <>
      {progress !== null && !isSeen && `${format.number(progress.finished)} / ${format.number(progress.total)}`}{' '}
      {decisions > 0 && (
        <span className={styles.decisions} role="img" aria-label={t('meanwhile.unknown', { count: decisions })}>
          {format.number(decisions)}
        </span>
      )}
    </>
  )
}

function SavedCount() {
  const { format } = useTexts('common')
  const count = useQuery(read('library.overview', {})).data?.counts.all ?? 0
  return count > 0 && format.number(count)
}

/**
 * Live calls of all applications, with their total capacity when every application has one. A stale or unknown count
 * puts a question mark behind the sum.
 */
function LiveCount() {
  const { t, format } = useTexts('app')
  const { applications = [] } = useOpenProfile()?.profile ?? {}
  const { data: counts = [] } = useQuery({ ...read('session.overview', {}), enabled: applications.length > 0 })
  const capacity = useTotalCapacity(applications.map(({ appId }) => appId))
  const listed = new Set(applications.map(({ appId }) => appId))
  // An application that was removed from the profile is no longer read.
  const { live, fresh, was, stale, unread } = useLiveSum(counts.filter(({ appId }) => listed.has(appId)))
  if (fresh === 0) {
    return stale > 0 && <Text tone="warn">{t('wasLive', { was: format.number(was) })}</Text>
  }
  const isSure = stale + unread === 0
  const values = { live: format.number(live + was), capacity: format.number(capacity ?? 0) }
  const components = { mark: isSure ? <></> : <Text tone="warn">?</Text> }
  return (
    <span>
      <Trans t={t} i18nKey={capacity === null ? 'live' : 'liveOf'} values={values} components={components} />
    </span>
  )
}

function LeftCount() {
  const { t, format } = useTexts('app')
  const { latest = null, failure = null } = useQuery(read('account.figures', {})).data ?? {}
  const isStale = useAreBalancesStale({ latest, failure })
  const count = latest?.avatarCreationsLeft ?? null
  if (count === null) return null
  return (
    <Text tone={isStale ? 'warn' : undefined} data-stale={isStale || undefined}>
      {t('left', { count, formatted: format.number(count) })}
    </Text>
  )
}

/** The counts come from data that is already known. */
const links: readonly (readonly [section: Section, icon: typeof Settings, count?: () => ReactNode])[] = [
  ['avatars', CircleUser, JobCount],
  ['conversations', MessagesSquare, SavedCount],
  ['sessions', AudioLines, LiveCount],
  ['account', Wallet, LeftCount],
  ['activity', Activity],
  ['settings', Settings],
]

export function NavigationLinks() {
  const { t } = useTexts('app')
  const section = useSection()
  const hasProfile = useOpenProfile() !== null
  return (
    <>
      {links.map(([name, Icon, Count]) => (
        <a
          key={name}
          href={`#${name}`}
          aria-current={name === section ? 'page' : undefined}
          aria-describedby={`count-${name}`}
          className={styles.link}
          draggable={false}
          onClick={(event) => {
            event.preventDefault()
            go({ section: name })
          }}
        >
          <Icon aria-hidden />
          {t(`section.${name}`)}
          <span id={`count-${name}`} className={styles.count} aria-hidden>
            {hasProfile && Count !== undefined && <Count />}
          </span>
        </a>
      ))}
    </>
  )
}
