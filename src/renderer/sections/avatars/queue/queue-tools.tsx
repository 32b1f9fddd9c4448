/** The parts above the rows of the queue: its progress, its search, and why nothing is being sent. */
import { useQuery } from '@tanstack/react-query'
import { Download, Ellipsis, Pause, Play } from 'lucide-react'
import type { BatchProgress, JobState, PauseReason, QueueState } from '../../../../shared/schemas/avatar.ts'
import type { JobList, JobQuery } from '../../../../shared/schemas/history.ts'
import { useEvent } from '../../../api/events.ts'
import { read } from '../../../api/queries.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { minElapsedMs, useIsOlder } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { seeEnd, useIsEndSeen } from '../../../state/results-store.ts'
import { changeQueueQuery, showArchive, toggleState, useQueueQuery } from '../../../state/view-preferences-store.ts'
import { useExport } from '../../../state/use-export.ts'
import { useJobCounts } from '../../../state/use-jobs.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { Note, Row, Text } from '../../../ui/layout.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { StatusLine, StatusText } from '../../../ui/status-line.tsx'
import { ToggleChip } from '../../../ui/toggle-chip.tsx'
import { useFocusOnRemoval } from '../../../ui/use-focus-on-removal.ts'
import { jobStates, useCountTexts } from './job-parts.tsx'
import styles from './queue.module.css'

type Hold = NonNullable<QueueState['held']>

interface HoldNoticeProps {
  readonly hold: Hold
  readonly isPaused: boolean
  readonly title: string
}

// True when the batch will not change without the operator; an unknown outcome waits for a person.
const hasEnded = ({ waiting, submitting, training }: BatchProgress): boolean => waiting + submitting + training === 0

/**
 * The last batch, ongoing or ended, its progress as text ("19 of 50"), and when it will be done or how long it took.
 */
function useProgress() {
  const { t, format } = useTexts('avatars')
  const queue = useQuery(read('queue.read', {})).data
  const progress = queue?.progress ?? null
  const isOver = progress === null || hasEnded(progress)
  return {
    ongoing: isOver ? null : progress,
    ended: isOver ? progress : null,
    doneAt: queue?.doneAt ?? null,
    readyMs: queue?.readyMs ?? null,
    words: (finished: number, total: number) =>
      t('queue.progress.of', { finished: format.number(finished), total: format.number(total) }),
  }
}

/** Writes a file with the rows of the last batch, in the order of their confirmation, including archived rows. */
function useBatchExport() {
  const batches = useQuery(read('queue.read', {})).data?.batchIds ?? []
  const { mutate, isPending, error } = useExport('job.exportCsv')
  return {
    hasBatch: batches.length > 0,
    exportBatch: () => mutate({ search: '', states: [], sort: 'oldest', archived: false, batches }),
    isPending,
    error,
  }
}

/** "done about 14:20"; nothing once that time has passed. */
function DoneAt({ at }: { readonly at: number }) {
  const { t, format } = useTexts('avatars')
  if (useIsOlder(at, 0)) return null
  return (
    <Text tone="soft" tabular>
      {t('queue.progress.doneAt', { time: format.minute(at) })}
    </Text>
  )
}

/** "19 of 50" and when they will be done, while a batch is ongoing; with a bar in the queue's own head. */
export function QueueProgress({ hasBar = false }: { readonly hasBar?: boolean }) {
  const { t } = useTexts('avatars')
  const { ongoing, doneAt, words } = useProgress()
  if (ongoing === null) return null
  const { finished, total, ready, failed, rejected, unknown, training } = ongoing
  const text = words(finished, total)
  const parts = [
    { tone: 'ready', value: ready },
    { tone: 'failed', value: failed + rejected },
    { tone: 'unknown', value: unknown },
    { tone: 'training', value: training },
  ] as const
  return (
    <>
      {hasBar && (
        <ProgressBar label={t('queue.progress.label')} value={finished} max={total} text={text} parts={parts} />
      )}
      <Text tone="soft" tabular>
        {text}
      </Text>
      {doneAt !== null && <DoneAt at={doneAt} />}
    </>
  )
}

// The button Continue now, beside the reason of the stop, also ends this pause.
const isContinuedInBanner = ({ held, pauseReason }: QueueState): boolean =>
  held !== null && held.unknown > 0 && pauseReason === undefined

const useHasWaiting = (): boolean => (useJobCounts()?.counts.waiting ?? 0) > 0

/** Hidden while no avatar waits, unless the queue is paused: only waiting avatars can be kept from being sent. */
function PauseButton() {
  const { t } = useTexts('avatars')
  const queue = useQuery(read('queue.read', {})).data
  const isPaused = queue?.paused === true
  const { mutate, isPending, error } = useCommand('queue.setPaused')
  const isReadOnly = useIsReadOnly()
  const hasWaiting = useHasWaiting()
  if (!isPaused && !hasWaiting) return null
  // Resuming the queue would send avatars.
  if (isPaused && (isReadOnly || isContinuedInBanner(queue))) return null
  return (
    <>
      <ErrorNotice error={error} />
      <Button
        Icon={isPaused ? Play : Pause}
        aria-label={t(isPaused ? 'queue.resumeName' : 'queue.pauseName')}
        busy={isPending}
        onClick={() => mutate({ paused: !isPaused })}
      >
        {isPaused ? t('queue.resume') : t('queue.pause')}
      </Button>
    </>
  )
}

const sorts = [
  ['state', 'queue.sort.state'],
  ['newest', 'queue.sort.newest'],
  ['oldest', 'queue.sort.oldest'],
  ['name', 'fields.name'],
  ['lastContact', 'queue.column.contact'],
] as const satisfies readonly (readonly [JobQuery['sort'], string])[]

// The states that are still shown where there is no room for all states; the menu has all states. Chosen states replace
// these, so that no other state hides them.
const firstStates: readonly JobState[] = ['unknown', 'training']

/**
 * The line above the rows: progress, search, states and the archive with their numbers; a menu has the order, the same
 * filters and the export of the shown jobs.
 */
export function QueueTools({ counts, archived }: Pick<JobList, 'counts' | 'archived'>) {
  const { t, format } = useTexts(['avatars', 'common'])
  const query = useQueueQuery()
  const { mutate, isPending, error } = useExport('job.exportCsv')
  const batch = useBatchExport()
  const first = query.states.length > 0 ? query.states : firstStates
  const states = jobStates
    .filter((state) => counts[state] > 0 || query.states.includes(state))
    .map((state) => ({
      key: state,
      isFirst: first.includes(state),
      label: t(`queue.state.${state}`),
      count: format.number(counts[state]),
      isOn: query.states.includes(state),
      onToggle: () => toggleState(state),
    }))
  const archive = {
    key: 'archive',
    isFirst: query.archived,
    label: t('queue.tools.archive'),
    count: format.number(archived),
    isOn: query.archived,
    onToggle: () => showArchive(!query.archived),
  }
  const filters = archived > 0 || query.archived ? [...states, archive] : states
  return (
    <>
      <Row gap={2} className={styles.tools}>
        <h2>{t('queue.title')}</h2>
        <QueueProgress hasBar />
        <div className={styles.search}>
          <SearchBox
            label={t('queue.tools.search')}
            maxLength={200}
            value={query.search}
            onType={(search) => changeQueueQuery({ search })}
          />
        </div>
        <Row role="group" aria-label={t('queue.tools.states')} gap={1} align="stretch" className={styles.states}>
          {filters.map(({ key, isFirst, ...filter }) => (
            <div key={key} data-first={isFirst || undefined}>
              <ToggleChip {...filter} />
            </div>
          ))}
        </Row>
        <PauseButton />
        <MenuButton
          variant="icon"
          label={t('job.moreOf', { name: t('queue.title') })}
          Icon={Ellipsis}
          busy={isPending || batch.isPending}
          items={[
            ...sorts.map(([sort, label]) => ({
              label: t(label),
              isChosen: sort === query.sort,
              onChoose: () => changeQueueQuery({ sort }),
            })),
            ...filters.map(({ label, count, isOn, onToggle }, index) => ({
              beginsGroup: index === 0,
              label: `${label} ${count}`,
              isChosen: isOn,
              onChoose: onToggle,
            })),
            {
              label: t('common:exportCsv'),
              Icon: Download,
              beginsGroup: true,
              onChoose: () => mutate(query),
            },
            ...(batch.hasBatch ? [{ label: t('queue.exportBatch'), Icon: Download, onChoose: batch.exportBatch }] : []),
          ]}
        />
      </Row>
      <ErrorNotice error={error ?? batch.error} />
    </>
  )
}

interface EndTextProps {
  readonly progress: BatchProgress
  readonly readyMs: number | null
}

function EndText({ progress, readyMs }: EndTextProps) {
  const { t, format } = useTexts(['avatars', 'common'])
  const textsOf = useCountTexts()
  const { total, finished, ready, failed, rejected } = progress
  const counts = { ...progress, removed: finished - ready - failed - rejected }
  const stateTexts = textsOf(['ready', 'failed', 'rejected', 'removed', 'unknown'], counts)
    .map(({ state, text }) =>
      state === 'ready' && readyMs !== null
        ? t('queue.progress.readyIn', { ready: text, time: format.duration(Math.max(minElapsedMs, readyMs)) })
        : text,
    )
    .join(t('common:comma'))
  if (finished === total) return stateTexts
  // Avatars that wait for the operator's decision are not done.
  return t('queue.progress.done', { finished: format.number(finished), total: format.number(total), rest: stateTexts })
}

// Announcing every step of fifty avatars would drown everything else, so only each full tenth is announced.
const lastTenth = (finished: number, total: number): number =>
  finished - (finished % Math.max(1, Math.ceil(total / 10)))

function EndActions({ ended }: { readonly ended: BatchProgress }) {
  const { t } = useTexts('common')
  const { exportBatch, isPending, error } = useBatchExport()
  return (
    <Row gap={2} {...useFocusOnRemoval()}>
      <ErrorNotice error={error} />
      <Button size="small" Icon={Download} busy={isPending} onClick={exportBatch}>
        {t('exportCsv')}
      </Button>
      <QuietButton onClick={() => seeEnd(ended)}>{t('dismiss')}</QuietButton>
    </Row>
  )
}

/** Shows how the last batch ended until the operator has seen it, and announces the progress to screen readers. */
export function QueueAnnouncement() {
  const { ongoing, ended: last, readyMs, words } = useProgress()
  const isSeen = useIsEndSeen(last)
  useEvent('queue.changed', ({ progress: now }) => {
    if (now !== null && !hasEnded(now)) seeEnd(null)
  })
  const ended = isSeen ? null : last
  return (
    <Row gap={2} justify="between" className={ended === null ? undefined : styles.line}>
      {/* Mounted before its text, or screen readers would not announce it. */}
      <p role="status" className="visually-hidden">
        {ongoing !== null && words(lastTenth(ongoing.finished, ongoing.total), ongoing.total)}
      </p>
      <StatusLine tone={ended?.ready === ended?.total ? 'good' : 'warn'}>
        {ended && <EndText progress={ended} readyMs={readyMs} />}
      </StatusLine>
      {ended !== null && <EndActions ended={ended} />}
    </Row>
  )
}

function PauseReasonText({ reason }: { readonly reason: PauseReason }) {
  const { t } = useTexts('avatars')
  if (reason.kind === 'other-address') return t('queue.pausedFor.address', { baseUrl: reason.baseUrl })
  if (reason.account === null) return t('queue.pausedFor.unknown')
  return t('queue.pausedFor.account', { account: reason.account })
}

/** Describes what makes main end a hold. */
function useHoldText() {
  const { t, format } = useTexts(['avatars', 'common'])
  return ({ continuesOn, nextTryAt }: Hold, isPaused: boolean): string => {
    if (isPaused || continuesOn === 'person') return t('queue.continues.person')
    if (continuesOn === 'token') return t('queue.continues.token')
    const next = nextTryAt === null ? [] : [t('queue.nextTry', { time: format.time(nextTryAt) })]
    // Only the time of a plain retry is known.
    if (continuesOn === 'retry' && next.length > 0) return next.join('')
    return [t(`queue.continues.${continuesOn}`), ...next].join(t('common:between'))
  }
}

interface KeepStoppedProps {
  readonly isBusy: boolean
  readonly onPress: () => void
}

/** Disappears once it was pressed. */
function KeepStopped({ isBusy, onPress }: KeepStoppedProps) {
  const { t } = useTexts('avatars')
  return (
    <Row {...useFocusOnRemoval()}>
      <Button busy={isBusy} onClick={onPress}>
        {t('queue.keepStopped')}
      </Button>
    </Row>
  )
}

/** Why a queue is held, what ends the hold, and what an operator can do about it. */
function HoldNotice({ hold, isPaused, title }: HoldNoticeProps) {
  const { t } = useTexts(['avatars', 'common'])
  const isReadOnly = useIsReadOnly()
  const textOf = useHoldText()
  const resume = useCommand('queue.resume')
  const pause = useCommand('queue.setPaused')
  const hasStopped = hold.unknown > 0
  const resumeButton = (
    <Button busy={resume.isPending} onClick={() => resume.mutate({})}>
      {t(hasStopped ? 'queue.continueNow' : 'queue.resume')}
    </Button>
  )
  return (
    <>
      {hasStopped ? (
        <Row gap={3} wrap>
          <StatusText tone="warn">
            <b>{t('queue.asSentence', { text: title })}</b>
            {t('common:between')}
            {textOf(hold, isPaused)}
          </StatusText>
          {!isReadOnly && resumeButton}
          {!isPaused && hold.continuesOn !== 'person' && (
            <KeepStopped isBusy={pause.isPending} onPress={() => pause.mutate({ paused: true })} />
          )}
        </Row>
      ) : (
        <>
          <ErrorNotice
            failure={hold.failure}
            about={title}
            action={isReadOnly ? undefined : resumeButton}
            live="none"
          />
          <Note>{textOf(hold, false)}</Note>
        </>
      )}
      <ErrorNotice error={resume.error ?? pause.error} />
    </>
  )
}

/** Without a reason, the operator paused the queue. */
function PauseNotice({ reason }: { readonly reason: PauseReason | undefined }) {
  const { t } = useTexts(['avatars', 'common'])
  return (
    <>
      <StatusText tone={reason === undefined ? 'info' : 'warn'}>
        <b>{t('queue.asSentence', { text: t('queue.paused') })}</b>
        {t('common:between')}
        {reason === undefined ? t('queue.pausedWords') : <PauseReasonText reason={reason} />}
      </StatusText>
      {reason !== undefined && <Note>{t('queue.pausedFor.pays')}</Note>}
    </>
  )
}

type StopProps = Pick<QueueState, 'held' | 'paused'>

/** The title of the banner; null while the queue sends. */
function useStopTitle({ held, paused }: StopProps): string | null {
  const { t, format } = useTexts('avatars')
  if (held === null) return paused ? t('queue.paused') : null
  const time = format.time(held.since)
  if (held.unknown === 0) return t('queue.held', { time })
  return t('queue.stopped', { time, number: format.number(held.unknown) })
}

/** Announces a stop once: the banner is drawn together with its text, and its next try changes at each try. */
function StopAnnouncement({ title, held, paused }: StopProps & { readonly title: string | null }) {
  const { t } = useTexts(['avatars', 'common'])
  const reasonOf = useFailureText()
  const isReason = held?.unknown === 0
  const needsPerson = held !== null && !isReason && (paused || held.continuesOn === 'person')
  const texts = [
    title !== null && t('queue.asSentence', { text: title }),
    isReason && reasonOf(held.failure).sentence,
    needsPerson && t('queue.continues.person'),
  ]
  return (
    <p role="status" className="visually-hidden">
      {texts.filter(Boolean).join(t('common:between'))}
    </p>
  )
}

interface StopNoticeProps {
  readonly queue: QueueState
  readonly title: string
}

function StopNotice({ queue: { held, paused, pauseReason }, title }: StopNoticeProps) {
  const hasStopped = held !== null && held.unknown > 0
  const focusProps = useFocusOnRemoval()
  return (
    <div {...focusProps} className={styles.line} role="group" aria-label={title}>
      {held !== null && <HoldNotice hold={held} isPaused={paused} title={title} />}
      {paused && (!hasStopped || pauseReason !== undefined) && <PauseNotice reason={pauseReason} />}
    </div>
  )
}

/** Why nothing is being sent: held, stopped after unknown outcomes, or paused by the operator. */
export function QueueBanner() {
  const { data, ...state } = useQuery(read('queue.read', {}))
  const { held = null, paused = false } = data ?? {}
  const title = useStopTitle({ held, paused })
  return (
    <>
      <StopAnnouncement title={title} held={held} paused={paused} />
      {state.isError && (
        <div className={styles.line}>
          <QueryFailure query={state} />
        </div>
      )}
      {!state.isError && data !== undefined && title !== null && <StopNotice queue={data} title={title} />}
    </>
  )
}
