import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import type { AppId, ProfileId } from '../../../../shared/ids.ts'
import type { CloseAllResult } from '../../../../shared/schemas/session.ts'
import { read } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useClosedSession, useDismissedResults } from '../../../state/sessions-view-store.ts'
import type { ClosedSession } from '../../../state/sessions-view-store.ts'
import { shortId } from '../../../ui/short-id.tsx'
import { CloseRunBar } from './close-run-bar.tsx'
import { closeStatusOf, useSaidText, useSecondsText } from './close-text.ts'
import type { CloseStatus } from './close-text.ts'
import { ResponseDetails } from './response-details.tsx'
import { ResultBar } from './result-bar.tsx'
import type { ResultTone } from './result-bar.tsx'
import { Stack } from '../../../ui/layout.tsx'
import styles from './closing.module.css'

export interface CloseResultsProps {
  readonly profileId: ProfileId
  readonly appId: AppId
}

const oneTones: Readonly<Record<CloseStatus, ResultTone>> = {
  accepted: 'good',
  said: 'plain',
  declined: 'bad',
  unknown: 'ask',
  'not-done': 'bad',
}

function useCountText(): (outcome: ClosedSession['outcome']) => string {
  const { t } = useTranslation('closing')
  const secondsText = useSecondsText()
  return ({ at, countBefore, countAfter, counting }) => {
    if (countBefore === null) return t('count.unread')
    const before = countBefore.total
    // A count of the same second is no result: the close may only now reach it.
    if (counting && (countAfter === null || countAfter.total >= before)) return t('count.counting', { before })
    if (countAfter === null) return t('count.beforeOnly', { before })
    const text = { before, after: countAfter.total, time: secondsText(countAfter.at - at) }
    return t(countAfter.total < before ? 'count.fell' : 'count.lags', text)
  }
}

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
  const { t } = useTranslation('closing')
  const secondsText = useSecondsText()
  return ({ countBefore, sentAt, seen, outcome }) => {
    const last = seen.at(-1)
    if (outcome === 'watching' && last === undefined) return t('count.counting', { before: countBefore })
    const time = secondsText((last?.at ?? sentAt) - sentAt)
    return t(`all.${outcome}`, { before: countBefore, now: last?.total ?? countBefore, time })
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
  const isClosed = outcome === 'fell' && failure === null
  return (
    <ResultBar
      profileId={profileId}
      id={id}
      tone={allTones[outcome]}
      title={t(`all.title.${failure !== null ? 'maybe' : isClosed ? 'closed' : 'sent'}`)}
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

/** Refused by the service or never sent: there was no count to watch. */
function RefusedBar({
  closing: { profileId, id },
  failure,
}: {
  readonly closing: CloseAllResult
  readonly failure: Failure
}) {
  const { t } = useTranslation('closing')
  return (
    <ResultBar
      profileId={profileId}
      id={id}
      tone="bad"
      title={t('all.title.notClosed')}
      text=""
      notice={<ErrorNotice failure={failure} />}
    />
  )
}

interface Result {
  readonly id: string
  readonly at: number
  readonly isGoing: boolean
  readonly bar: ReactNode
}

/** Every close of this profile and application since the program was started, of each kind the newest; newest first. */
function useResults({ profileId, appId }: CloseResultsProps): readonly Result[] {
  const closed = useClosedSession(profileId)
  const run = useQuery(read('session.closeRuns', {})).data?.[0]
  const closing = useQuery(read('session.closeAllResults', { appId })).data?.[0]
  const results: Result[] = []
  if (closed !== null) {
    const { at, counting } = closed.outcome
    const id = idOf(closed)
    results.push({ id, at, isGoing: counting, bar: <OneBar key={id} profileId={profileId} closed={closed} /> })
  }
  if (run !== undefined) {
    const { id, startedAt: at, state } = run
    const isGoing = state === 'running' || state === 'stopping'
    results.push({ id, at, isGoing, bar: <CloseRunBar key={id} profileId={profileId} run={run} /> })
  }
  if (closing !== undefined) {
    const { id, sentAt: at, outcome, failure } = closing
    results.push({
      id,
      at,
      isGoing: outcome === 'watching',
      bar:
        failure !== null && outcome === 'not-seen' ? (
          <RefusedBar key={id} closing={closing} failure={failure} />
        ) : (
          <AllBar key={id} closing={closing} />
        ),
    })
  }
  return results.toSorted((one, other) => other.at - one.at)
}

/** The newest result of closing, and those before it that have not settled; the journal has them all. */
export function CloseResults(props: CloseResultsProps) {
  const { t } = useTranslation('closing')
  const dismissed = useDismissedResults(props.profileId)
  const shown = useResults(props).filter(
    ({ id, isGoing }, index) => (index === 0 || isGoing) && !dismissed.includes(id),
  )
  return (
    <Stack aria-label={t('results')} as="section" gap={2} className={styles.results}>
      {shown.map(({ bar }) => bar)}
    </Stack>
  )
}
