import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { CloseOutcome, CloseRun } from '../../../../shared/schemas/session.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { closeStatusOf, closeStatusTones, useShortOutcomeText } from './close-text.ts'
import { ResponseDetails } from './response-details.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './closing.module.css'
import { ResultBar } from './result-bar.tsx'

export interface CloseRunBarProps {
  readonly profileId: ProfileId
  readonly run: CloseRun
}

type Item = CloseRun['items'][number]

const estimatedHeight = 26

function OutcomeDetails({ outcome: { answer, failure } }: { readonly outcome: CloseOutcome }) {
  const { t } = useTranslation('closing')
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure label={t('answer.title')} onToggle={setOpen}>
      {isOpen && answer !== null && <ResponseDetails answer={answer} />}
      {isOpen && failure !== null && <ErrorNotice failure={failure} live="none" />}
    </Disclosure>
  )
}

function RunItem({ item: { sessionId, state, outcome } }: { readonly item: Item }) {
  const { t } = useTranslation('closing')
  const shortText = useShortOutcomeText()
  return (
    <div className={styles.item}>
      <code>{sessionId}</code>
      {state === 'ended' && outcome !== null ? (
        <>
          <span className={styles.outcome} data-status={closeStatusTones[closeStatusOf(outcome)]}>
            {shortText(outcome)}
          </span>
          <OutcomeDetails outcome={outcome} />
        </>
      ) : (
        <Text tone="soft">{state === 'ended' ? '' : t(`run.item.${state}`)}</Text>
      )}
    </div>
  )
}

// How many of a run ended in which way.
function tally(items: readonly Item[]) {
  const count = (...statuses: readonly string[]): number =>
    items.filter(({ outcome }) => outcome !== null && statuses.includes(closeStatusOf(outcome))).length
  return { accepted: count('accepted', 'said'), refused: count('declined', 'not-done'), unknown: count('unknown') }
}

interface Counts {
  readonly before: number
  readonly after: number
  /** It is still read. */
  readonly isCounting: boolean
}

/** The counts around the first and the last of a run; null where one could not be read. */
function countsOf({ items }: CloseRun): Counts | null {
  const outcomes = items.flatMap(({ outcome }) => outcome ?? [])
  const before = outcomes.find(({ countBefore }) => countBefore !== null)?.countBefore
  const after = outcomes.findLast(({ countAfter }) => countAfter !== null)?.countAfter
  const isCounting = outcomes.some(({ counting }) => counting)
  return before && after ? { before: before.total, after: after.total, isCounting } : null
}

function useRunText(): (run: CloseRun) => string {
  const { t } = useTranslation('closing')
  return (run) => {
    const { items, state, endedBy } = run
    const counts = countsOf(run)
    const { refused, unknown } = tally(items)
    return [
      state === 'stopping' ? t('run.stopping') : endedBy !== null && t(`run.endedBy.${endedBy}`),
      counts !== null && t(counts.isCounting ? 'run.counting' : 'run.count', { ...counts }),
      refused > 0 && t('run.refused', { count: refused }),
      unknown > 0 && t('run.unknown', { count: unknown }),
    ]
      .filter((sentence) => sentence !== false)
      .join(t('between'))
  }
}

function Going({ run: { id, state, items } }: Pick<CloseRunBarProps, 'run'>) {
  const { t } = useTranslation('closing')
  const stop = useCommand('session.stopCloseRun')
  const done = items.filter((item) => item.state === 'ended').length
  const text = t('run.of', { done, all: items.length })
  return (
    <>
      <ErrorNotice error={stop.error} about={t('run.stopFailed')} />
      <Row as="span" gap={2} tone="soft" tabular className={styles.progress}>
        <ProgressBar label={t('run.progress')} value={done} max={items.length} text={text} />
        <span aria-hidden>{text}</span>
      </Row>
      <Button busy={stop.isPending || state === 'stopping'} onClick={() => stop.mutate({ id })}>
        {t('run.stop')}
      </Button>
    </>
  )
}

/** A close of several sessions: how far it is and the way to stop it, then what became of each. */
export function CloseRunBar({ profileId, run }: CloseRunBarProps) {
  const { t } = useTranslation('closing')
  const text = useRunText()
  const { id, state, items } = run
  const isGoing = state === 'running' || state === 'stopping'
  const { accepted } = tally(items)
  const isGood = accepted === items.length
  return (
    <ResultBar
      profileId={profileId}
      id={id}
      tone={isGoing ? 'going' : isGood ? 'good' : 'ask'}
      title={
        isGoing
          ? t('run.going', { count: items.length })
          : isGood
            ? t('run.done', { count: accepted })
            : t('run.some', { done: accepted, count: items.length })
      }
      text={text(run)}
      action={isGoing && <Going run={run} />}
      details={
        <VirtualList
          label={t('run.list')}
          items={items}
          keyOf={({ sessionId }) => sessionId}
          estimatedHeight={estimatedHeight}
        >
          {(item) => <RunItem item={item} />}
        </VirtualList>
      }
    />
  )
}
