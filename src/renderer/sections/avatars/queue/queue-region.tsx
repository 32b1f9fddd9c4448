import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListVideo } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import type { JobIndex } from '../../../../shared/schemas/history.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { openConversation } from '../../../state/navigation-store.ts'
import { showAllJobs, useQueueQuery } from '../../../state/queue-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useRefocusOnRemoval } from '../use-refocus-on-removal.ts'
import { JobDialog } from './job-dialogs.tsx'
import type { Decision } from './job-dialogs.tsx'
import type { JobAction } from './job-actions.tsx'
import { JobTable } from './job-table.tsx'
import { QueueBanner } from './queue-banner.tsx'
import { QueueAnnouncement, QueueProgress } from './queue-progress.tsx'
import styles from './queue-region.module.css'
import { QueueTools } from './queue-tools.tsx'

export interface QueueRegionProps {
  /** Opens the confirmation for a job to be created again; must keep its identity. null: nothing may be created. */
  readonly onCreateAgain: ((job: Job) => void) | null
}

function PauseButton() {
  const { t } = useTranslation('avatars')
  const isPaused = useQuery(read('queue.read', {})).data?.paused ?? false
  const { mutate, isPending, error } = useCommand('queue.setPaused')
  const isReadOnly = useIsReadOnly()
  // Letting the queue go on would send.
  if (isReadOnly && isPaused) return null
  return (
    <>
      {error !== null && <ErrorNotice failure={failureOf(error)} />}
      <Button
        size="small"
        busy={isPending}
        onClick={() => {
          mutate({ paused: !isPaused })
        }}
      >
        {isPaused ? t('queue.resume') : t('queue.pause')}
      </Button>
    </>
  )
}

function useFound() {
  // Drawing a thousand rows anew gives way to the next letter.
  const query = useDeferredValue(useQueueQuery())
  // What was found before stays until the rest is known: a list that vanishes at every letter cannot be read.
  return useQuery({
    ...read('job.index', { ...query, search: query.search.trim() }),
    placeholderData: keepPreviousData,
  })
}

function NothingFound() {
  const { t } = useTranslation('avatars')
  return (
    <div className={styles.none}>
      <p role="status">{t('queue.tools.none')}</p>
      <Button size="small" onClick={showAllJobs}>
        {t('queue.tools.all')}
      </Button>
    </div>
  )
}

interface FoundProps {
  readonly found: JobIndex
  readonly onAction: (action: JobAction, job: Job) => void
}

function Found({ found: { ids, total, counts }, onAction }: FoundProps) {
  const { t } = useTranslation('avatars')
  const isReadOnly = useIsReadOnly()
  if (total === 0) {
    return (
      <EmptyState icon={<ListVideo />} title={t('queue.emptyTitle')}>
        {t(isReadOnly ? 'queue.emptyReadOnly' : 'queue.emptyWords')}
      </EmptyState>
    )
  }
  return (
    <>
      <QueueTools counts={counts} />
      {ids.length === 0 ? <NothingFound /> : <JobTable ids={ids} onAction={onAction} />}
    </>
  )
}

/** Region **Queue**: every avatar job with its state, and what can be done about it. */
export const QueueRegion = memo(function QueueRegion({ onCreateAgain }: QueueRegionProps) {
  const { t } = useTranslation('avatars')
  const listed = useFound()
  const { data: found } = listed
  const [decision, setDecision] = useState<Decision | null>(null)
  const rows = useRef<HTMLDivElement>(null)
  useRefocusOnRemoval(rows, decision)
  const act = useCallback(
    (action: JobAction, job: Job): void => {
      if (action === 'open-conversation') openConversation(job.result?.conversationId ?? '')
      else if (action === 'create-again') onCreateAgain?.(job)
      else setDecision({ action, job })
    },
    [onCreateAgain],
  )
  const hasJobs = (found?.total ?? 0) > 0
  return (
    <Panel
      region
      title={t('queue.title')}
      sub={hasJobs && <QueueProgress />}
      padded={false}
      actions={hasJobs && <PauseButton />}
    >
      <QueueBanner />
      {hasJobs && <QueueAnnouncement />}
      <div ref={rows} tabIndex={-1} className={styles.queue}>
        {listed.isPending && <Skeleton label={t('queue.loading')} lines={4} />}
        <QueryFailure query={listed} />
        {found !== undefined && <Found found={found} onAction={act} />}
      </div>
      {decision !== null && (
        <JobDialog
          decision={decision}
          onClose={() => {
            setDecision(null)
          }}
        />
      )}
    </Panel>
  )
})
