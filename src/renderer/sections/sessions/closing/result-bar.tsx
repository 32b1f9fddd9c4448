import { X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { isServiceFailure } from '../../../../shared/failure.ts'
import type { AppId } from '../../../../shared/ids.ts'
import { closeStatusOf, isNotDone, secondsBetween, tallyOf } from '../../../../shared/model/close-status.ts'
import type { CloseEnd } from '../../../../shared/model/close-status.ts'
import type { CloseAnswer, CloseRun } from '../../../../shared/schemas/session.ts'
import { useCommand } from '../../../api/use-command.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { SaveEvidence } from '../../../failures/save-evidence.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { dismissResult } from '../../../state/results-store.ts'
import { Button } from '../../../ui/button.tsx'
import controls from '../../../ui/controls.module.css'
import { cx } from '../../../ui/cx.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { focusHeading } from '../../../ui/focus.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { ScrollList } from '../../../ui/scroll-list.tsx'
import { useApplicationName } from '../applications.tsx'
import styles from './closing.module.css'

/** The tone of a status text and of its bar. */
export const statusTones = {
  accepted: 'good',
  said: 'ink',
  declined: 'bad',
  unknown: 'warn',
  'not-done': 'bad',
} as const

const nothingSaid = { code: null, message: null }

/** The outcome of a close in a few words; `full` adds the service's answer, or why the close was not sent. */
export function useCloseText() {
  const { t } = useTexts('closing')
  const failureText = useFailureText()
  // "200, “success”", "“done”", "200" or nothing.
  const answerText = ({ answer, failure }: CloseEnd): string => {
    const { code, message } = answer ?? (failure !== null && isServiceFailure(failure) ? failure : nothingSaid)
    if (message === null || message === '') return code ?? ''
    return code === null || code === '' ? t('said.message', { message }) : t('said.both', { code, message })
  }
  return (result: CloseEnd) => {
    const status = closeStatusOf(result)
    const text = t(`status.${status}`, { said: answerText(result) })
    const isComplete = status === 'said' || status === 'unknown'
    const reason =
      status === 'not-done' && result.failure !== null ? failureText(result.failure).sentence : answerText(result)
    return { status, text, full: isComplete || reason === '' ? text : t('because', { status: text, reason }) }
  }
}

interface Counted {
  /** Absent in a count that is certainly of the application on screen. */
  readonly appId?: AppId
  readonly at: number
  readonly total: number
}

/**
 * True when more calls are live now than a close left: its result is still true, but the figures no longer match it.
 */
export type HasRisen = (counted: Counted | null | undefined) => boolean

interface Counts {
  /** Null when no count could be read. */
  readonly before: number | null
  /** The newest count since; null while no count could be read. */
  readonly after: { readonly at: number; readonly total: number } | null
  readonly since: number
  /** `over`: the watch ended with live calls; `broken`: the watch ended too early. */
  readonly watch: 'going' | 'settled' | 'over' | 'broken'
}

/** True when the count went down. A count that did not go down might lag behind. */
function hasFallen({ before, after }: { readonly before: number | null; readonly after: number }): boolean {
  return after === 0 || before === null || after < before
}

/** Describes the live count after a close. */
export function useCountText(): (counts: Counts) => string {
  const { t, format } = useTexts(['closing', 'common'])
  const stillText = (beforeText: string | null, now: string, time: string): string =>
    beforeText === null ? t('count.stillUncounted', { now, time }) : t('count.still', { before: beforeText, now, time })
  return ({ before, after, since, watch }) => {
    const isGoing = watch === 'going'
    const beforeText = before === null ? null : format.number(before)
    if (after === null) return beforeText === null ? t('count.unread') : t('count.beforeOnly', { before: beforeText })
    const now = format.number(after.total)
    // An unchanged count is not a result while counting continues: the close might not have reached it yet.
    const counts = beforeText === null || (isGoing && after.total === before) ? now : `${beforeText} → ${now}`
    if (isGoing) return t('count.counting', { counts })
    const time = t('common:duration.seconds', { count: secondsBetween(since, after.at) })
    if (watch === 'broken') return t('count.broken', { counts, time: format.time(after.at) })
    if (watch === 'over') return stillText(beforeText, now, time)
    const text = t('count.fell', { counts, time })
    return hasFallen({ before, after: after.total }) ? text : [text, t('count.lags')].join(t('common:between'))
  }
}

/** `going`: not settled yet; `ink`: nothing is certain from the answer. */
const glyphs = { going: 'submitting', good: 'ready', ink: 'ok', warn: 'alert', bad: 'failed' } as const

interface ResultBarProps {
  readonly id: string
  readonly tone: keyof typeof glyphs
  readonly title: string
  /** When it was sent (epoch ms). */
  readonly at: number
  readonly text?: string
  /** Between the text and the buttons that every bar has. */
  readonly action?: ReactNode
  /** Shown without a click: what the operator needs to decide. */
  readonly notice?: ReactNode
  /** Shown after a click. */
  readonly details?: ReactNode
}

/** The outcome of a close in one line, corrected until it has settled. */
export function ResultBar({ id, tone, title, at, text, action, notice = false, details = false }: ResultBarProps) {
  const { t, format } = useTexts(['closing', 'common'])
  const [isOpen, setOpen] = useState(false)
  return (
    <div
      className={cx(styles.bar, tone === 'going' || tone === 'ink' ? styles.plain : controls[tone])}
      data-tone={tone}
    >
      <Row gap={1} className={styles.line}>
        <Row role="status" as="p" gap={2} grow>
          <StateGlyph kind={glyphs[tone]} />
          <span>
            <b>{title}</b>
            {t('common:between')}
            <span>{text}</span>
          </span>
        </Row>
        <Text font="secondary" tone="soft">
          <time dateTime={new Date(at).toISOString()}>{format.minute(at)}</time>
        </Text>
        {action}
        {details !== false && (
          <Button tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('common:details')}
          </Button>
        )}
        {tone !== 'going' && (
          <Button
            tone="quiet"
            Icon={X}
            name={t('common:dismiss')}
            onClick={() => {
              dismissResult(id)
              focusHeading()
            }}
          />
        )}
      </Row>
      {notice !== false && (
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

export function ResponseDetails({ answer, sessionId }: { readonly answer: CloseAnswer; readonly sessionId?: string }) {
  const { t, format } = useTexts(['failures', 'sessions'])
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

function RunItem({ item: { sessionId, state, outcome } }: { readonly item: Item }) {
  const { t } = useTexts(['closing', 'sessions'])
  const closeText = useCloseText()
  const [isOpen, setOpen] = useState(false)
  const result = outcome && closeText(outcome)
  return (
    <div className={styles.item}>
      <code>{sessionId}</code>
      {outcome === null || result === null ? (
        <Text tone="soft">{state !== 'ended' && t(`run.item.${state}`)}</Text>
      ) : (
        <>
          <Text tone={statusTones[result.status]}>{result.full}</Text>
          <Disclosure label={t('sessions:list.answer')} onToggle={setOpen}>
            {isOpen && outcome.answer !== null && <ResponseDetails answer={outcome.answer} />}
            {isOpen && <ErrorNotice failure={outcome.failure} live="none" />}
            {isOpen && <SaveEvidence subject={{ kind: 'close', sessionId }} />}
          </Disclosure>
        </>
      )}
    </div>
  )
}

/** Puts the name of an application before a text about its counts. */
export function useTextOfApplication(): (appId: AppId, text: string) => string {
  const { t } = useTexts('common')
  const nameOf = useApplicationName()
  return (appId, text) => t('about', { about: nameOf(appId) }) + text
}

/** The live counts of each application around its closes in a run. The application on screen alone is not named. */
function useRunCounts(shownAppId: AppId | null): (run: CloseRun) => readonly string[] {
  const countText = useCountText()
  const textOfApplication = useTextOfApplication()
  return ({ items, startedAt: since }) => {
    const outcomes = items.flatMap(({ outcome }) => (outcome === null || isNotDone(outcome) ? [] : outcome))
    const counted = [...Map.groupBy(outcomes, ({ appId }) => appId)].flatMap(([appId, ofApplication]) => {
      // The count before the first close and the count after the last close.
      const before = ofApplication.find(({ countBefore }) => countBefore !== null)?.countBefore?.total
      const after = ofApplication.findLast(({ countAfter }) => countAfter !== null)?.countAfter
      if (appId === null || before === undefined || after === undefined) return []
      const watch = ofApplication.some(({ counting }) => counting) ? 'going' : 'settled'
      return [{ appId, text: countText({ before, after, since, watch }) }]
    })
    return counted.map(({ appId, text }) =>
      counted.length === 1 && appId === shownAppId ? text : textOfApplication(appId, text),
    )
  }
}

function useRunText(shownAppId: AppId | null): (run: CloseRun) => string {
  const { t } = useTexts(['closing', 'common'])
  const countsOf = useRunCounts(shownAppId)
  return (run) => {
    const { items, state, endedBy } = run
    const counts = tallyOf(items)
    return [
      state === 'stopping' ? t('run.stopping') : endedBy !== null && t(`run.endedBy.${endedBy}`),
      ...countsOf(run),
      ...(['said', 'refused', 'unknown'] as const).map(
        (outcome) => counts[outcome] > 0 && t(`run.${outcome}`, { count: counts[outcome] }),
      ),
    ]
      .filter((sentence) => sentence !== false)
      .join(t('common:between'))
  }
}

function Going({ run: { id, state, items } }: { readonly run: CloseRun }) {
  const { t } = useTexts('closing')
  const stop = useCommand('session.stopCloseRun')
  const done = items.filter((item) => item.state === 'ended').length
  const text = t('run.of', { done, all: items.length })
  return (
    <>
      <ErrorNotice error={stop.error} about={t('run.stopFailed')} />
      <Row as="span" gap={2} tone="soft" tabular>
        <ProgressBar label={t('run.going')} value={done} max={items.length} text={text} />
        <span aria-hidden>{text}</span>
      </Row>
      <Button busy={stop.isPending || state === 'stopping'} onClick={() => stop.mutate({ id })}>
        {t('run.stop')}
      </Button>
    </>
  )
}

interface CloseRunBarProps {
  readonly run: CloseRun
  /** The application on screen. */
  readonly appId: AppId | null
  readonly hasRisen: HasRisen
}

export function CloseRunBar({ run, appId, hasRisen }: CloseRunBarProps) {
  const { t } = useTexts('closing')
  const text = useRunText(appId)
  const { id, state, items, startedAt } = run
  const isGoing = state === 'running' || state === 'stopping'
  const { accepted, said } = tallyOf(items)
  const after = items.findLast(({ outcome }) => outcome !== null && outcome.countAfter !== null)?.outcome?.countAfter
  const goodTone = hasRisen(after) ? 'ink' : 'good'
  const settledTone = accepted === items.length ? goodTone : accepted + said === items.length ? 'ink' : 'warn'
  return (
    <ResultBar
      id={id}
      tone={isGoing ? 'going' : settledTone}
      title={isGoing ? t('run.going') : t('run.accepted', { done: accepted, all: items.length })}
      at={startedAt}
      text={text(run)}
      action={isGoing && <Going run={run} />}
      details={
        <>
          <ScrollList label={t('results')} items={items} keyOf={({ sessionId }) => sessionId}>
            {(item) => <RunItem item={item} />}
          </ScrollList>
          {!isGoing && <SaveEvidence subject={{ kind: 'close-run', runId: id }} />}
        </>
      }
    />
  )
}
