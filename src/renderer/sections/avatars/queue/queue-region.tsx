import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ListVideo } from 'lucide-react'
import { memo, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import { call, failureOf } from '../../../api/call.ts'
import { queries } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { openConversation } from '../../../state/navigation.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useKeptFocus } from '../use-kept-focus.ts'
import { DecideDialog } from './decide-dialog.tsx'
import type { Decision } from './decide-dialog.tsx'
import type { JobAction } from './job-actions.tsx'
import { JobTable } from './job-table.tsx'
import { countStates } from './job-words.ts'
import { QueueBanner } from './queue-banner.tsx'

/** Props of `QueueRegion`. */
export interface QueueRegionProps {
  /** Opens the confirmation for a job to be created again; must keep its identity. */
  readonly onCreateAgain: (job: Job) => void
}

const noJobs: readonly Job[] = []

function useSummary(jobs: readonly Job[]): string {
  const { t } = useTranslation('avatars')
  return countStates(jobs)
    .map(({ state, count }) => t(`queue.count.${state}`, { count }))
    .join(t('queue.separator'))
}

function useSetPaused() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (paused: boolean) => call('queue.setPaused', { paused }),
    onSuccess: (queue) => client.setQueryData(queries.queue().queryKey, queue),
  })
}

function PauseButton() {
  const { t } = useTranslation('avatars')
  const isPaused = useQuery(queries.queue()).data?.paused ?? false
  const { mutate, isPending, error } = useSetPaused()
  return (
    <>
      {error !== null && <ErrorNotice failure={failureOf(error)} />}
      <Button
        size="small"
        busy={isPending}
        onClick={() => {
          mutate(!isPaused)
        }}
      >
        {isPaused ? t('queue.resume') : t('queue.pause')}
      </Button>
    </>
  )
}

/** Region **Queue**: every avatar job with its state, and what can be done about it. */
export const QueueRegion = memo(function QueueRegion({ onCreateAgain }: QueueRegionProps) {
  const { t } = useTranslation('avatars')
  const { data: jobs = noJobs, isPending, error, refetch } = useQuery(queries.jobs())
  const [decision, setDecision] = useState<Decision | null>(null)
  const rows = useRef<HTMLDivElement>(null)
  useKeptFocus(rows, decision)
  const summary = useSummary(jobs)
  const act = useCallback(
    (action: JobAction, job: Job): void => {
      if (action === 'open-conversation') openConversation(job.result?.conversationId ?? '')
      else if (action === 'create-again') onCreateAgain(job)
      else setDecision({ action, job })
    },
    [onCreateAgain],
  )
  return (
    <Panel
      region
      title={t('queue.title')}
      sub={<span role="status">{summary}</span>}
      padded={false}
      actions={jobs.length > 0 && <PauseButton />}
    >
      <QueueBanner />
      <div ref={rows} tabIndex={-1}>
        {isPending && <Skeleton label={t('queue.loading')} lines={4} />}
        {error !== null && (
          <ErrorNotice
            failure={failureOf(error)}
            action={<Button onClick={() => void refetch()}>{t('readAgain')}</Button>}
          />
        )}
        {!isPending && error === null && jobs.length === 0 && (
          <EmptyState icon={<ListVideo />} title={t('queue.emptyTitle')}>
            {t('queue.emptyWords')}
          </EmptyState>
        )}
        {jobs.length > 0 && <JobTable jobs={jobs} onAction={act} />}
      </div>
      {decision !== null && (
        <DecideDialog
          decision={decision}
          onClose={() => {
            setDecision(null)
          }}
        />
      )}
    </Panel>
  )
})
