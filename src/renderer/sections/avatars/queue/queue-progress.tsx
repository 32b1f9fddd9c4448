import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { BatchProgress } from '../../../../shared/schemas/avatar.ts'
import { useEvent } from '../../../api/events.ts'
import { queries } from '../../../api/queries.ts'
import { seeEnd, useSeenEnd } from '../../../state/queue-view.ts'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { hasEnded, saidProgress } from './batch-words.ts'
import styles from './queue-progress.module.css'

function countWords(counts: Readonly<Record<string, number>>, t: TFunction<'avatars'>): string {
  const named = ['submitting', 'training', 'waiting', 'ready', 'failed', 'rejected', 'removed', 'unknown'] as const
  return named
    .filter((state) => (counts[state] ?? 0) > 0)
    .map((state) => t(`queue.count.${state}`, { count: counts[state] ?? 0 }))
    .join(t('queue.separator'))
}

function useProgress(): BatchProgress | null {
  return useQuery(queries.queue()).data?.progress ?? null
}

/** "19 of 50" with a bar and the states of the rest, while a batch is on its way. */
export function QueueProgress() {
  const { t } = useTranslation('avatars')
  const progress = useProgress()
  if (progress === null || hasEnded(progress)) return null
  const { finished, total, submitting, training, waiting, failed, rejected, unknown } = progress
  const text = t('queue.progress.of', { finished, total })
  return (
    <span className={styles.progress}>
      <ProgressBar label={t('queue.progress.label')} value={finished} max={total} text={text} />
      <b className={styles.of}>{text}</b>
      <span className={styles.rest}>{countWords({ submitting, training, waiting, failed, rejected, unknown }, t)}</span>
    </span>
  )
}

function EndWords({ progress }: { readonly progress: BatchProgress }) {
  const { t } = useTranslation('avatars')
  const { total, finished, ready, failed, rejected, unknown } = progress
  const removed = finished - ready - failed - rejected
  const rest = countWords({ ready, failed, rejected, removed, unknown }, t)
  return <>{t('queue.progress.done', { count: total, rest })}</>
}

// Said at each tenth, by a region that is there before the words are.
function Spoken({ progress }: { readonly progress: BatchProgress | null }) {
  const { t } = useTranslation('avatars')
  const said = progress === null || hasEnded(progress) ? null : saidProgress(progress)
  return (
    <p role="status" className="visually-hidden">
      {said === null ? '' : t('queue.progress.of', said)}
    </p>
  )
}

/** How the last batch ended, until the operator has seen it; and the progress for who listens. */
export function QueueNews() {
  const { t } = useTranslation('avatars')
  const progress = useProgress()
  const seen = useSeenEnd()
  useEvent('queue.changed', ({ progress: now }) => {
    if (now !== null && !hasEnded(now)) seeEnd(null)
  })
  const isEnd = progress !== null && hasEnded(progress) && JSON.stringify(progress) !== JSON.stringify(seen)
  const isGood = isEnd && progress.ready === progress.total
  return (
    <div className={styles.news} data-shown={isEnd || undefined}>
      <Spoken progress={progress} />
      <div className={styles.end}>
        <StatusLine tone={isGood ? 'good' : 'warn'}>{isEnd ? <EndWords progress={progress} /> : null}</StatusLine>
      </div>
      {isEnd && (
        <Button
          tone="quiet"
          size="small"
          onClick={() => {
            seeEnd(progress)
          }}
        >
          {t('queue.progress.dismiss')}
        </Button>
      )}
    </div>
  )
}
