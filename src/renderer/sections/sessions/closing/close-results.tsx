import { useQuery } from '@tanstack/react-query'
import type { AppId } from '../../../../shared/ids.ts'
import { isNotDone } from '../../../../shared/model/close-status.ts'
import type { CloseAllResult } from '../../../../shared/schemas/session.ts'
import { shortId } from '../../../../shared/model/short-id.ts'
import { read } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { SaveEvidence } from '../../../failures/save-evidence.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useClosedSession, useDismissedResults } from '../../../state/results-store.ts'
import type { ClosedSession } from '../../../state/results-store.ts'
import { Stack } from '../../../ui/layout.tsx'
import styles from './closing.module.css'
import {
  CloseRunBar,
  ResponseDetails,
  ResultBar,
  statusTones,
  useCloseText,
  useCountText,
  useTextOfApplication,
} from './result-bar.tsx'
import type { HasRisen } from './result-bar.tsx'

const idOf = ({ outcome: { sessionId, at } }: ClosedSession): string => `${sessionId} ${String(at)}`

/** Compares with the count of the application on screen. */
function useHasRisen(appId: AppId | null): HasRisen {
  const query = useQuery({ ...read('session.figures', { appId: appId ?? '' }), enabled: appId !== null })
  const latest = query.data?.latest ?? null
  return (counted) => {
    if (counted === null || counted === undefined || latest === null) return false
    const { appId: countedAppId = latest.appId, at, total } = counted
    return countedAppId === latest.appId && latest.at > at && latest.total > total
  }
}

interface OneBarProps {
  readonly closed: ClosedSession
  /** The application on screen. */
  readonly appId: AppId | null
  readonly hasRisen: HasRisen
}

function OneBar({ closed, appId, hasRisen }: OneBarProps) {
  const { t } = useTexts('closing')
  const countText = useCountText()
  const textOfApplication = useTextOfApplication()
  const { outcome, label } = closed
  const { sessionId, answer, failure, at, counting, countBefore, countAfter } = outcome
  const { status, text } = useCloseText()(outcome)
  const evidence = <SaveEvidence subject={{ kind: 'close', sessionId }} />
  const countsText = (): string => {
    if (isNotDone(outcome)) return ''
    if (countBefore === null) return t('count.unread')
    const watch = counting ? 'going' : 'settled'
    const counts = countText({ before: countBefore.total, after: countAfter, since: at, watch })
    return countBefore.appId === appId ? counts : textOfApplication(countBefore.appId, counts)
  }
  return (
    <ResultBar
      id={idOf(closed)}
      tone={status !== 'accepted' ? statusTones[status] : counting ? 'going' : hasRisen(countAfter) ? 'ink' : 'good'}
      at={at}
      title={t('result', { name: label === '' ? shortId(sessionId) : label, status: text })}
      text={countsText()}
      notice={
        failure !== null && (
          <>
            <ErrorNotice failure={failure} about={sessionId} />
            {evidence}
          </>
        )
      }
      details={
        answer !== null && (
          <>
            <ResponseDetails answer={answer} sessionId={sessionId} />
            {evidence}
          </>
        )
      }
    />
  )
}

const watchOf = { watching: 'going', fell: 'settled', 'still-live': 'over', 'not-seen': 'broken' } as const

const allTones = { watching: 'going', fell: 'good', 'still-live': 'warn', 'not-seen': 'warn' } as const

// The first rise of the count, which a close cannot cause.
function riseIn({ countBefore, seen }: CloseAllResult): { readonly from: number; readonly to: number } | null {
  const counts = [...(countBefore === null ? [] : [countBefore]), ...seen.map(({ total }) => total)]
  const at = counts.findIndex((count, index) => index > 0 && count > (counts[index - 1] ?? count))
  const from = counts[at - 1]
  const to = counts[at]
  return from === undefined || to === undefined ? null : { from, to }
}

function NextSteps({ closing }: { readonly closing: CloseAllResult }) {
  const { t, format } = useTexts('closing')
  // Once the count has fallen, a rise before it does not matter: those calls were cut too.
  const rise = closing.outcome === 'fell' ? null : riseIn(closing)
  return (
    <>
      {rise !== null && <p>{t('all.rose', { from: format.number(rise.from), to: format.number(rise.to) })}</p>}
      {closing.outcome === 'still-live' && (
        <ul aria-label={t('all.next')} className={styles.next}>
          <li>{t('all.nextRefresh')}</li>
          <li>{t('all.nextOne')}</li>
        </ul>
      )}
      {closing.outcome === 'not-seen' && <p>{t('all.nextRefresh')}</p>}
    </>
  )
}

interface AllBarProps {
  readonly closing: CloseAllResult
  readonly hasRisen: HasRisen
}

function AllBar({ closing, hasRisen }: AllBarProps) {
  const { t } = useTexts('closing')
  const countText = useCountText()
  const { id, answer, failure, outcome, countBefore: before, sentAt: since, seen } = closing
  const evidence = <SaveEvidence subject={{ kind: 'close-all', appId: closing.appId }} />
  // Refused by the service or never sent. A close with an unknown outcome might have cut calls that nobody could count.
  if (isNotDone(closing)) {
    const notice = (
      <>
        <ErrorNotice failure={failure} />
        {evidence}
      </>
    )
    return <ResultBar id={id} tone="bad" title={t('all.notClosed')} at={since} notice={notice} />
  }
  // A close in flight has no answer yet; without an answer afterwards, it is unknown whether the close was sent.
  const isUnknown = failure !== null || (answer === null && outcome !== 'watching')
  return (
    <ResultBar
      id={id}
      tone={outcome === 'fell' && hasRisen(seen.at(-1)) ? 'ink' : allTones[outcome]}
      at={since}
      title={
        isUnknown
          ? t('result', { name: t('all.action'), status: t('status.unknown') })
          : t(outcome === 'fell' ? 'all.closed' : 'all.sent')
      }
      text={countText({ before, since, after: seen.at(-1) ?? null, watch: watchOf[outcome] })}
      notice={
        <>
          <ErrorNotice failure={failure} />
          <NextSteps closing={closing} />
          {isUnknown && evidence}
        </>
      }
      details={
        answer !== null && (
          <>
            <ResponseDetails answer={answer} />
            {evidence}
          </>
        )
      }
    />
  )
}

/**
 * Takes the newest result of each kind of close, and shows the newest of these and the results that have not settled.
 * The journal has all results. Without an application, there is no close-all.
 */
export function CloseResults({ appId }: { readonly appId: AppId | null }) {
  const { t } = useTexts('closing')
  const dismissed = useDismissedResults()
  const hasRisen = useHasRisen(appId)
  const closed = useClosedSession()
  const run = useQuery(read('session.closeRuns', {})).data?.[0]
  const closeAlls = useQuery({ ...read('session.closeAllResults', { appId: appId ?? '' }), enabled: appId !== null })
  const closing = closeAlls.data?.[0]
  const results = [
    closed && {
      id: idOf(closed),
      at: closed.outcome.at,
      isGoing: closed.outcome.counting,
      bar: <OneBar key={idOf(closed)} closed={closed} appId={appId} hasRisen={hasRisen} />,
    },
    run && {
      id: run.id,
      at: run.startedAt,
      isGoing: run.state === 'running' || run.state === 'stopping',
      bar: <CloseRunBar key={run.id} run={run} appId={appId} hasRisen={hasRisen} />,
    },
    closing && {
      id: closing.id,
      at: closing.sentAt,
      isGoing: closing.outcome === 'watching',
      bar: <AllBar key={closing.id} closing={closing} hasRisen={hasRisen} />,
    },
  ].flatMap((result) => result ?? [])
  const shown = results
    .toSorted((one, other) => other.at - one.at)
    .filter(({ id, isGoing }, index) => (index === 0 || isGoing) && !dismissed.includes(id))
  if (shown.length === 0) return null
  return (
    <Stack aria-label={t('results')} as="section" gap={2} className={styles.results}>
      {shown.map(({ bar }) => bar)}
    </Stack>
  )
}
