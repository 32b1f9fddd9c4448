import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BatchProgress, JobState } from '../../../../shared/schemas/avatar.ts'
import { useEvent } from '../../../api/events.ts'
import { read } from '../../../api/queries.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { seeEnd, useIsEndSeen } from '../../../state/queue-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import styles from './queue.module.css'

// Nothing in it will change without the operator; an unknown outcome waits for a person.
const hasEnded = ({ waiting, submitting, training }: BatchProgress): boolean => waiting + submitting + training === 0

/** The last batch, which goes on or has ended, and how far it is as words: "19 of 50". */
function useProgress() {
  const { t } = useTranslation('avatars')
  const { number } = useFormat()
  const progress = useQuery(read('queue.read', {})).data?.progress ?? null
  const isOver = progress === null || hasEnded(progress)
  return {
    ongoing: isOver ? null : progress,
    ended: isOver ? progress : null,
    words: (finished: number, total: number) =>
      t('queue.progress.of', { finished: number(finished), total: number(total) }),
  }
}

/** "19 of 50", while a batch is on its way. */
export function QueueCount() {
  const { ongoing, words } = useProgress()
  if (ongoing === null) return null
  return (
    <Text tone="soft" tabular>
      {words(ongoing.finished, ongoing.total)}
    </Text>
  )
}

/** The same with a bar. */
export function QueueProgress() {
  const { t } = useTranslation('avatars')
  const { ongoing, words } = useProgress()
  if (ongoing === null) return null
  const { finished, total, ready, failed, rejected, unknown, training } = ongoing
  return (
    <>
      <ProgressBar
        label={t('queue.progress.label')}
        value={finished}
        max={total}
        text={words(finished, total)}
        parts={[
          { tone: 'ready', value: ready },
          { tone: 'failed', value: failed + rejected },
          { tone: 'unknown', value: unknown },
          { tone: 'training', value: training },
        ]}
      />
      <QueueCount />
    </>
  )
}

const named = ['ready', 'failed', 'rejected', 'removed', 'unknown'] as const satisfies readonly JobState[]

function EndText({ progress }: { readonly progress: BatchProgress }) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const { total, finished, ready, failed, rejected } = progress
  const counts = { ...progress, removed: finished - ready - failed - rejected }
  const rest = named
    .filter((state) => counts[state] > 0)
    .map((state) => t(`queue.count.${state}`, { number: format.number(counts[state]) }))
    .join(t('queue.separator'))
  const number = format.number(total)
  // What waits for the operator's decision is not done.
  return finished < total
    ? t('queue.progress.someDone', { done: format.number(finished), number, rest })
    : t('queue.progress.done', { count: total, number, rest })
}

// Said at every step, fifty avatars would drown everything else: it is said at each full tenth.
const lastTenth = (finished: number, total: number): number =>
  finished - (finished % Math.max(1, Math.ceil(total / 10)))

/** How the last batch ended, until the operator has seen it; and the progress for who listens. */
export function QueueAnnouncement() {
  const { t } = useTranslation('avatars')
  const { ongoing, ended: last, words } = useProgress()
  const isSeen = useIsEndSeen(last)
  useEvent('queue.changed', ({ progress: now }) => {
    if (now !== null && !hasEnded(now)) seeEnd(null)
  })
  const ended = isSeen ? null : last
  return (
    <Row gap={2} className={ended === null ? undefined : styles.ended}>
      {/* Mounted before its text, or it would not be heard. */}
      <p role="status" className="visually-hidden">
        {ongoing !== null && words(lastTenth(ongoing.finished, ongoing.total), ongoing.total)}
      </p>
      <div className={styles.end}>
        <StatusLine tone={ended?.ready === ended?.total ? 'good' : 'warn'}>
          {ended === null ? null : <EndText progress={ended} />}
        </StatusLine>
      </div>
      {ended !== null && (
        <Button tone="quiet" size="small" onClick={() => seeEnd(ended)}>
          {t('queue.progress.dismiss')}
        </Button>
      )}
    </Row>
  )
}

function ResumeButton() {
  const { t } = useTranslation('avatars')
  const { mutate, isPending, error } = useCommand('queue.resume')
  return (
    <>
      <Button busy={isPending} onClick={() => mutate({})}>
        {t('queue.resumeHeld')}
      </Button>
      <ErrorNotice error={error} />
    </>
  )
}

/** Why nothing is being sent: held after a failure that sent nothing, or paused by the operator. */
export function QueueBanner() {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const isReadOnly = useIsReadOnly()
  const state = useQuery(read('queue.read', {}))
  if (state.isError) {
    return (
      <div className={styles.line}>
        <QueryFailure query={state} />
      </div>
    )
  }
  if (state.data === undefined) return null
  const { held, paused } = state.data
  if (held === null && !paused) return null
  return (
    <div className={styles.line} role="group" aria-label={t(held === null ? 'queue.pausedTitle' : 'queue.heldTitle')}>
      {held !== null && (
        <>
          <ErrorNotice
            failure={held.failure}
            about={t('queue.heldSince', { time: format.time(held.since) })}
            action={isReadOnly ? undefined : <ResumeButton />}
            live="none"
          />
          <Text as="p" tone="soft">
            {t('queue.heldWords')}
          </Text>
        </>
      )}
      {paused && (
        <StatusLine tone="info">
          <b>{t('queue.pausedTitle')}.</b> {t('queue.pausedWords')}
        </StatusLine>
      )}
    </div>
  )
}
