import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { CloseOutcome, CloseRun } from '../../../../shared/schemas/session.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { useIsDismissed } from '../../../state/sessions-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useSessionCountText, useShortOutcomeText, closeStatusOf, closeStatusTones } from './close-text.ts'
import styles from './closing.module.css'
import { DismissResult } from './dismiss-result.tsx'
import { ResponseDetails } from './outcome-view.tsx'
import { useInView } from './use-in-view.ts'

export interface BulkCloseProgressProps {
  readonly profileId: ProfileId
}

type Item = CloseRun['items'][number]

const estimatedHeight = 44

function Details({ outcome }: { readonly outcome: CloseOutcome }) {
  const { t } = useTranslation('closing')
  const countText = useSessionCountText()
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure label={t('outcome.details')} onToggle={setOpen}>
      {isOpen && (
        <>
          <p className={styles.quiet}>{countText(outcome)}</p>
          {outcome.answer !== null && <ResponseDetails answer={outcome.answer} />}
          {outcome.failure !== null && <ErrorNotice failure={outcome.failure} live="none" />}
        </>
      )}
    </Disclosure>
  )
}

function RunItem({ item: { sessionId, state, outcome } }: { readonly item: Item }) {
  const { t } = useTranslation('closing')
  const shortText = useShortOutcomeText()
  const words = { waiting: t('run.waiting'), sending: t('run.sending'), 'left-out': t('run.leftOut') }
  const isEnded = state === 'ended' && outcome !== null
  return (
    <div className={styles.item} data-tone={isEnded ? closeStatusTones[closeStatusOf(outcome)] : undefined}>
      <code>{sessionId}</code>
      <span>{isEnded ? shortText(outcome) : state === 'ended' ? '' : words[state]}</span>
      {isEnded && <Details outcome={outcome} />}
    </div>
  )
}

// How many of a run ended in which way.
function tally(items: readonly Item[]) {
  const count = (...statuses: readonly string[]): number =>
    items.filter(({ outcome }) => outcome !== null && statuses.includes(closeStatusOf(outcome))).length
  return { accepted: count('accepted', 'said'), refused: count('declined', 'not-done'), unknown: count('unknown') }
}

function useRunText(): (run: CloseRun) => string {
  const { t } = useTranslation('closing')
  return ({ items, state, endedBy }) => {
    const done = items.filter((item) => item.state === 'ended').length
    const { accepted, refused, unknown } = tally(items)
    const parts = [t(`run.${state}`, { done, all: items.length }), t('run.accepted', { count: accepted })]
    if (refused > 0) parts.push(t('run.refused', { count: refused }))
    if (unknown > 0) parts.push(t('run.unknown', { count: unknown }))
    if (endedBy !== null) parts.push(t(`run.endedBy.${endedBy}`))
    return parts.join(' ')
  }
}

function Run({ profileId, run }: BulkCloseProgressProps & { readonly run: CloseRun }) {
  const { t } = useTranslation('closing')
  const format = useFormat()
  const words = useRunText()
  const stop = useCommand('session.stopCloseRun')
  const isRunning = run.state === 'running' || run.state === 'stopping'
  const place = useInView(isRunning)
  const done = run.items.filter(({ state }) => state === 'ended').length
  const of = t('run.of', { done, all: run.items.length })
  const time = format.time(run.startedAt)
  return (
    <div ref={place} className={styles.fall}>
      <Panel
        title={t('run.title')}
        sub={t('run.began', { time })}
        actions={
          isRunning ? (
            <Button
              busy={stop.isPending || run.state === 'stopping'}
              onClick={() => {
                stop.mutate({ id: run.id })
              }}
            >
              {t('run.stop')}
            </Button>
          ) : (
            <DismissResult profileId={profileId} id={run.id} />
          )
        }
      >
        <div className={styles.outcome}>
          {isRunning && (
            <div className={styles.progress}>
              <ProgressBar label={t('run.progress')} value={done} max={run.items.length} text={of} />
              <span aria-hidden>{of}</span>
            </div>
          )}
          <p role="status">{words(run)}</p>
          {stop.error !== null && <ErrorNotice failure={failureOf(stop.error)} about={t('run.stopFailed')} />}
          <VirtualList
            label={t('run.list')}
            items={run.items}
            keyOf={({ sessionId }) => sessionId}
            estimatedHeight={estimatedHeight}
          >
            {(item) => <RunItem item={item} />}
          </VirtualList>
        </div>
      </Panel>
    </div>
  )
}

/** The newest close of several sessions, until it is dismissed: each outcome as it comes, and the way to stop the rest. */
export function BulkCloseProgress({ profileId }: BulkCloseProgressProps) {
  const newest = useQuery(read('session.closeRuns', {})).data?.[0]
  const isDismissed = useIsDismissed(profileId, newest?.id)
  return newest === undefined || isDismissed ? null : <Run key={newest.id} profileId={profileId} run={newest} />
}
