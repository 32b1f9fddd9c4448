import { X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { isServiceFailure } from '../../../../shared/failure.ts'
import type { Failure } from '../../../../shared/failure.ts'
import type { ProfileId } from '../../../../shared/ids.ts'
import { commandCertainty } from '../../../../shared/model/command-certainty.ts'
import type { CloseAnswer, CloseOutcome, CloseRun } from '../../../../shared/schemas/session.ts'
import { useCommand } from '../../../api/use-command.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { dismissResult } from '../../../state/sessions-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import styles from './closing.module.css'

type CloseStatus = 'accepted' | 'said' | 'declined' | 'unknown' | 'not-done'

type CloseResult = Pick<CloseOutcome, 'answer' | 'failure'>

/** What is certain about a close: never more than the service said. A bare text is shown and not classified: the contract gives it no meaning. */
export function closeStatusOf({ answer, failure }: CloseResult): CloseStatus {
  if (answer !== null) return answer.form === 'text' ? 'said' : 'accepted'
  if (failure === null || commandCertainty(failure) === 'unknown') return 'unknown'
  return failure.kind === 'declined' ? 'declined' : 'not-done'
}

export const closeStatusTones = {
  accepted: 'good',
  said: undefined,
  declined: 'bad',
  unknown: 'warn',
  'not-done': 'bad',
} as const

// "200, “success”", "“done”", "200" or nothing.
function said(answer: Pick<CloseAnswer, 'code' | 'message'> | null, t: TFunction<'closing'>): string {
  const { code = null, message = null } = answer ?? {}
  const hasCode = code !== null && code !== ''
  if (message === null || message === '') return hasCode ? code : ''
  return hasCode ? t('said.both', { code, message }) : t('said.message', { message })
}

/** What the service answered, verbatim; "" for no words. */
export function useSaidText(): (answer: CloseOutcome['answer']) => string {
  const { t } = useTranslation('closing')
  return (answer) => said(answer, t)
}

/** A short text for a row of a list. */
export function useShortOutcomeText(): (result: CloseResult) => string {
  const { t } = useTranslation('closing')
  const failureText = useFailureText()
  const failedText = (failure: Failure): string => {
    const status = closeStatusOf({ answer: null, failure })
    const answered = isServiceFailure(failure) ? failure : null
    const text = said(answered, t)
    if (status === 'declined') return text === '' ? t('short.declined') : t('short.refused', { said: text })
    if (status === 'unknown') return t((answered?.httpStatus ?? null) === null ? 'short.unknown' : 'short.unclear')
    return t('short.notDone', { sentence: failureText(failure).sentence })
  }
  return ({ answer, failure }) => {
    if (answer === null) return failure === null ? t('short.unknown') : failedText(failure)
    const text = said(answer, t)
    if (answer.form === 'text') return t('short.says', { said: text })
    return text === '' ? t('short.accepted') : t('short.acceptedSaid', { said: text })
  }
}

/** `going`: more is to come; `plain`: an answer that says nothing certain. */
const glyphs = { going: 'submitting', good: 'ready', plain: 'ok', ask: 'alert', bad: 'failed' } as const

interface ResultBarProps {
  readonly profileId: ProfileId
  readonly id: string
  readonly tone: keyof typeof glyphs
  readonly title: string
  readonly text?: string
  /** Between the text and the buttons that every bar has. */
  readonly action?: ReactNode
  /** Shown without a click: what the operator needs to decide. */
  readonly notice?: ReactNode
  /** One click away. */
  readonly details?: ReactNode
}

/** What became of a close in one line, corrected until it has settled. */
export function ResultBar({ profileId, id, tone, title, text, action, notice, details }: ResultBarProps) {
  const { t } = useTranslation(['closing', 'common'])
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.bar} data-tone={tone}>
      <Row gap={1} className={styles.line}>
        <Row role="status" as="p" gap={2} className={styles.text}>
          <StateGlyph kind={glyphs[tone]} />
          <Text truncate>
            <b>{title}</b>
            {t('between')}
            <span>{text}</span>
          </Text>
        </Row>
        {action}
        {details !== undefined && details !== false && (
          <Button tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('common:details')}
          </Button>
        )}
        {tone !== 'going' && (
          <Button
            tone="quiet"
            icon={<X aria-hidden />}
            name={t('common:dismiss')}
            onClick={() => dismissResult(profileId, id)}
          />
        )}
      </Row>
      {notice !== undefined && notice !== false && (
        <Stack gap={2} className={styles.more}>
          {notice}
        </Stack>
      )}
      {isOpen && (
        <Stack gap={2} className={styles.more}>
          {details}
        </Stack>
      )}
    </div>
  )
}

/** An answer of the service to a close, field by field. */
export function ResponseDetails({ answer, sessionId }: { readonly answer: CloseAnswer; readonly sessionId?: string }) {
  const { t } = useTranslation(['failures', 'sessions'])
  const format = useFormat()
  const none = t('fact.none')
  return (
    <DescriptionList
      items={[
        sessionId !== undefined && { label: t('sessions:sessionId'), value: sessionId, mono: true },
        { label: t('fact.httpStatus'), value: answer.httpStatus },
        { label: t('fact.code'), value: answer.code ?? none, mono: answer.code !== null },
        { label: t('fact.message'), value: answer.message ?? none },
        { label: t('fact.at'), value: format.dateTime(answer.at) },
      ]}
    />
  )
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

function Going({ run: { id, state, items } }: { readonly run: CloseRun }) {
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
export function CloseRunBar({ profileId, run }: { readonly profileId: ProfileId; readonly run: CloseRun }) {
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
