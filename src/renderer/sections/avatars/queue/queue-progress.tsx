import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BatchProgress, JobState } from '../../../../shared/schemas/avatar.ts'
import { useEvent } from '../../../api/events.ts'
import { read } from '../../../api/queries.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { seeEnd, useSeenEnd } from '../../../state/queue-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { hasEnded, progressText } from './batch-text.ts'
import { Text } from '../../../ui/layout.tsx'
import styles from './queue.module.css'

const named = ['ready', 'failed', 'rejected', 'removed', 'unknown'] as const

/** Numbers of states as text, those of zero left out. */
function useJobCountText(): (counts: Readonly<Partial<Record<JobState, number>>>) => string {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  return (counts) =>
    named
      .filter((state) => (counts[state] ?? 0) > 0)
      .map((state) => t(`queue.count.${state}`, { number: format.number(counts[state] ?? 0) }))
      .join(t('queue.separator'))
}

function useProgress(): BatchProgress | null {
  return useQuery(read('queue.read', {})).data?.progress ?? null
}

function useProgressText(): (finished: number, total: number) => string {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  return (finished, total) => t('queue.progress.of', { finished: format.number(finished), total: format.number(total) })
}

/** "19 of 50" with a bar, while a batch is on its way. */
export function QueueProgress() {
  const { t } = useTranslation('avatars')
  const words = useProgressText()
  const progress = useProgress()
  if (progress === null || hasEnded(progress)) return null
  const { finished, total, ready, failed, rejected, unknown, training } = progress
  const text = words(finished, total)
  return (
    <>
      <ProgressBar
        label={t('queue.progress.label')}
        value={finished}
        max={total}
        text={text}
        parts={[
          { tone: 'ready', value: ready },
          { tone: 'failed', value: failed + rejected },
          { tone: 'unknown', value: unknown },
          { tone: 'training', value: training },
        ]}
      />
      <Text tone="soft" tabular>
        {text}
      </Text>
    </>
  )
}

function EndText({ progress }: { readonly progress: BatchProgress }) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const words = useJobCountText()
  const { total, finished, ready, failed, rejected, unknown } = progress
  const rest = words({ ready, failed, rejected, removed: finished - ready - failed - rejected, unknown })
  const number = format.number(total)
  // What waits for the operator's decision is not done.
  return finished < total
    ? t('queue.progress.someDone', { done: format.number(finished), number, rest })
    : t('queue.progress.done', { count: total, number, rest })
}

// Announced at each tenth, by a live region that is mounted before its text.
function Spoken({ progress }: { readonly progress: BatchProgress | null }) {
  const words = useProgressText()
  const said = progress === null || hasEnded(progress) ? null : progressText(progress)
  return (
    <p role="status" className="visually-hidden">
      {said === null ? '' : words(said.finished, said.total)}
    </p>
  )
}

/** How the last batch ended, until the operator has seen it; and the progress for who listens. */
export function QueueAnnouncement() {
  const { t } = useTranslation('avatars')
  const progress = useProgress()
  const seen = useSeenEnd()
  useEvent('queue.changed', ({ progress: now }) => {
    if (now !== null && !hasEnded(now)) seeEnd(null)
  })
  const isEnd = progress !== null && hasEnded(progress) && JSON.stringify(progress) !== JSON.stringify(seen)
  const isGood = isEnd && progress.ready === progress.total
  return (
    <div className={isEnd ? styles.ended : undefined}>
      <Spoken progress={progress} />
      <div className={styles.end}>
        <StatusLine tone={isGood ? 'good' : 'warn'}>{isEnd ? <EndText progress={progress} /> : null}</StatusLine>
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
