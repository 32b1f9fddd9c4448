import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId, ProfileId } from '../../../../shared/ids.ts'
import { commandCertainty } from '../../../../shared/model/command-certainty.ts'
import type { CloseAllResult } from '../../../../shared/schemas/session.ts'
import { read } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useClosedSession, useDismissedResults } from '../../../state/sessions-view-store.ts'
import type { ClosedSession } from '../../../state/sessions-view-store.ts'
import { Stack } from '../../../ui/layout.tsx'
import { shortId } from '../../../ui/short-id.tsx'
import styles from './closing.module.css'
import { closeStatusOf, CloseRunBar, ResponseDetails, ResultBar, useSaidText } from './result-bar.tsx'

const secondMs = 1_000

// How long after a close something was seen: at least a second, as a count says no more.
const secondsIn = (ms: number): number => Math.max(1, Math.round(ms / secondMs))

function useCountText(): (outcome: ClosedSession['outcome']) => string {
  const { t } = useTranslation(['closing', 'common'])
  return ({ at, countBefore, countAfter, counting }) => {
    if (countBefore === null) return t('count.unread')
    const before = countBefore.total
    // A count of the same second is no result: the close may only now reach it.
    if (counting && (countAfter === null || countAfter.total >= before)) return t('count.counting', { before })
    if (countAfter === null) return t('count.beforeOnly', { before })
    const after = countAfter.total
    const time = t('common:duration.seconds', { count: secondsIn(countAfter.at - at) })
    const text = t('count.fell', { before, after, time })
    return after < before ? text : [text, t('count.lags')].join(t('between'))
  }
}

const oneTones = { accepted: 'good', said: 'plain', declined: 'bad', unknown: 'ask', 'not-done': 'bad' } as const

const idOf = ({ outcome: { sessionId, at } }: ClosedSession): string => `${sessionId} ${String(at)}`

function OneBar({ profileId, closed }: { readonly profileId: ProfileId; readonly closed: ClosedSession }) {
  const { t } = useTranslation('closing')
  const countText = useCountText()
  const saidText = useSaidText()
  const { outcome, label } = closed
  const { sessionId, answer, failure, counting } = outcome
  const status = closeStatusOf(outcome)
  const name = label === '' ? shortId(sessionId) : label
  return (
    <ResultBar
      profileId={profileId}
      id={idOf(closed)}
      tone={counting && status === 'accepted' ? 'going' : oneTones[status]}
      title={t(`one.${status}`, { name, said: saidText(answer) })}
      text={status === 'not-done' ? '' : countText(outcome)}
      notice={failure !== null && <ErrorNotice failure={failure} about={sessionId} />}
      details={answer !== null && <ResponseDetails answer={answer} sessionId={sessionId} />}
    />
  )
}

const allTones = { watching: 'going', fell: 'good', 'still-live': 'ask', 'not-seen': 'ask' } as const

// The first place where more calls were counted than before: a close cannot do that.
function riseIn({ countBefore, seen }: CloseAllResult): { readonly from: number; readonly to: number } | null {
  const counts = [countBefore, ...seen.map(({ total }) => total)]
  const at = counts.findIndex((count, index) => index > 0 && count > (counts[index - 1] ?? count))
  const from = counts[at - 1]
  const to = counts[at]
  return from === undefined || to === undefined ? null : { from, to }
}

function useDrainText(): (closing: CloseAllResult) => string {
  const { t } = useTranslation(['closing', 'common'])
  return ({ countBefore: before, sentAt, seen, outcome }) => {
    const last = seen.at(-1)
    // What was counted before the watch was broken off is no result.
    if (last === undefined || outcome === 'not-seen')
      return t(outcome === 'watching' ? 'count.counting' : 'count.beforeOnly', { before })
    const { at, total: after } = last
    if (outcome === 'watching') return t('count.falling', { before, after })
    const time = t('common:duration.seconds', { count: secondsIn(at - sentAt) })
    return outcome === 'fell'
      ? t('count.fell', { before, after, time })
      : t('all.still-live', { before, now: after, time })
  }
}

function NextSteps({ closing }: { readonly closing: CloseAllResult }) {
  const { t } = useTranslation('closing')
  const rise = riseIn(closing)
  return (
    <>
      {rise !== null && <p>{t('all.rose', rise)}</p>}
      {closing.outcome === 'still-live' && (
        <ul aria-label={t('all.next')} className={styles.next}>
          <li>{t('all.nextRefresh')}</li>
          <li>{t('all.nextOne')}</li>
          <li>{t('all.nextAll')}</li>
        </ul>
      )}
      {closing.outcome === 'not-seen' && <p>{t('all.nextUnseen')}</p>}
    </>
  )
}

function AllBar({ closing }: { readonly closing: CloseAllResult }) {
  const { t } = useTranslation('closing')
  const text = useDrainText()
  const { profileId, id, answer, failure, outcome } = closing
  // Refused by the service or never sent. One whose outcome is unknown may have cut calls that nobody could count.
  if (failure !== null && commandCertainty(failure) === 'not-done') {
    return (
      <ResultBar
        profileId={profileId}
        id={id}
        tone="bad"
        title={t('all.title.notClosed')}
        notice={<ErrorNotice failure={failure} />}
      />
    )
  }
  return (
    <ResultBar
      profileId={profileId}
      id={id}
      tone={allTones[outcome]}
      title={t(`all.title.${failure !== null ? 'maybe' : outcome === 'fell' ? 'closed' : 'sent'}`)}
      text={text(closing)}
      notice={
        <>
          <ErrorNotice failure={failure} />
          <NextSteps closing={closing} />
        </>
      }
      details={answer !== null && <ResponseDetails answer={answer} />}
    />
  )
}

/**
 * Of the closes of this profile and application since the program was started, of each kind the newest: the newest of
 * them, and those before it that have not settled. The journal has them all.
 */
export function CloseResults({ profileId, appId }: { readonly profileId: ProfileId; readonly appId: AppId }) {
  const { t } = useTranslation('closing')
  const dismissed = useDismissedResults(profileId)
  const closed = useClosedSession(profileId)
  const run = useQuery(read('session.closeRuns', {})).data?.[0]
  const closing = useQuery(read('session.closeAllResults', { appId })).data?.[0]
  const results = [
    closed && {
      id: idOf(closed),
      at: closed.outcome.at,
      isGoing: closed.outcome.counting,
      bar: <OneBar profileId={profileId} closed={closed} />,
    },
    run && {
      id: run.id,
      at: run.startedAt,
      isGoing: run.state === 'running' || run.state === 'stopping',
      bar: <CloseRunBar profileId={profileId} run={run} />,
    },
    closing && {
      id: closing.id,
      at: closing.sentAt,
      isGoing: closing.outcome === 'watching',
      bar: <AllBar closing={closing} />,
    },
  ].flatMap((result) => result ?? [])
  const shown = results
    .toSorted((one, other) => other.at - one.at)
    .filter(({ id, isGoing }, index) => (index === 0 || isGoing) && !dismissed.includes(id))
  return (
    <Stack aria-label={t('results')} as="section" gap={2} className={styles.results}>
      {shown.map(({ id, bar }) => (
        <Fragment key={id}>{bar}</Fragment>
      ))}
    </Stack>
  )
}
