import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { CloseOutcome, CloseRun } from '../../../../shared/schemas/session.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import styles from './closing.module.css'
import { closeStatusOf, closeStatusTones, ResponseDetails, ResultBar, useShortOutcomeText } from './result-bar.tsx'

interface CloseRunBarProps {
  readonly profileId: ProfileId
  readonly run: CloseRun
}

type Item = CloseRun['items'][number]

const estimatedHeight = 26

function OutcomeDetails({ outcome: { answer, failure } }: { readonly outcome: CloseOutcome }) {
  const { t } = useTranslation('sessions')
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure label={t('list.answer')} onToggle={setOpen}>
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
      <Text as="code" font="id">
        {sessionId}
      </Text>
      {state === 'ended' && outcome !== null ? (
        <>
          <Text tone={closeStatusTones[closeStatusOf(outcome)]}>{shortText(outcome)}</Text>
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

/** The counts around the first and the last of a run, and whether it is still read; null where one could not be. */
function countsOf(outcomes: readonly CloseOutcome[]) {
  const before = outcomes.find(({ countBefore }) => countBefore !== null)?.countBefore?.total
  const after = outcomes.findLast(({ countAfter }) => countAfter !== null)?.countAfter?.total
  if (before === undefined || after === undefined) return null
  return { before, after, isCounting: outcomes.some(({ counting }) => counting) }
}

function useRunText(): (run: CloseRun) => string {
  const { t } = useTranslation('closing')
  return ({ items, state, endedBy }) => {
    const { refused, unknown } = tally(items)
    const counts = countsOf(items.flatMap(({ outcome }) => outcome ?? []))
    return [
      state === 'stopping' ? t('run.stopping') : endedBy !== null && t(`run.endedBy.${endedBy}`),
      counts !== null && t(counts.isCounting ? 'count.falling' : 'run.count', { ...counts }),
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
      <Row as="span" gap={2} tone="soft" tabular>
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
      title={isGoing ? t('run.going') : t('run.closed', { done: accepted, all: items.length })}
      text={text(run)}
      action={isGoing && <Going run={run} />}
      details={
        <VirtualList
          label={t('results')}
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
