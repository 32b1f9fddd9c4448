import { ListVideo } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import type { JobIndex } from '../../../../shared/schemas/history.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { openConversation } from '../../../state/navigation-store.ts'
import { openJob, showAllJobs, useOpenedJob, useQueueQuery } from '../../../state/queue-view-store.ts'
import { useRemoved } from '../../../state/removed-store.ts'
import { useFoundJobs } from '../../../state/use-jobs.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useRefocusOnRemoval } from '../use-refocus-on-removal.ts'
import { JobDialog } from './job-dialogs.tsx'
import type { Decision } from './job-dialogs.tsx'
import { JobInspector } from './job-inspector.tsx'
import type { JobAction } from './job-row.tsx'
import { JobTable } from './job-table.tsx'
import type { JobTableProps } from './job-table.tsx'
import { QueueBanner } from './queue-banner.tsx'
import { QueueAnnouncement } from './queue-progress.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './queue.module.css'
import { QueueTools } from './queue-tools.tsx'
import { useRemoveJob } from './use-remove-job.ts'

interface QueueRegionProps extends Pick<JobTableProps, 'onAction'> {
  /** Takes the focus when the row that had it was removed. */
  readonly place: RefObject<HTMLDivElement | null>
}

function useFound() {
  // Drawing a thousand rows anew gives way to the next letter.
  const query = useDeferredValue(useQueueQuery())
  return useFoundJobs({ ...query, search: query.search.trim() })
}

function NothingFound() {
  const { t } = useTranslation('avatars')
  return (
    <Row gap={3} tone="soft" className={styles.none}>
      <p role="status">{t('queue.tools.none')}</p>
      <Button size="small" onClick={showAllJobs}>
        {t('queue.tools.all')}
      </Button>
    </Row>
  )
}

interface FoundProps extends Pick<JobTableProps, 'onAction'> {
  readonly found: JobIndex
}

function Found({ found: { ids, total, counts }, onAction }: FoundProps) {
  const { t } = useTranslation('avatars')
  const opened = useOpenedJob()
  const isReadOnly = useIsReadOnly()
  if (total === 0) {
    return (
      <>
        <QueueBanner />
        <EmptyState icon={<ListVideo />} title={t('queue.emptyTitle')}>
          {t(isReadOnly ? 'queue.emptyReadOnly' : 'queue.emptyWords')}
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <QueueTools counts={counts} />
      <QueueBanner />
      <QueueAnnouncement />
      {ids.length === 0 ? (
        <NothingFound />
      ) : (
        <JobTable ids={ids} opened={opened} onAction={onAction} onOpen={openJob} />
      )}
    </>
  )
}

/** Region **Queue**: every avatar job with its state, and what can be done about it. */
const QueueRegion = memo(function QueueRegion({ onAction, place }: QueueRegionProps) {
  const { t } = useTranslation('avatars')
  const listed = useFound()
  return (
    <Panel label={t('queue.title')} padded={false}>
      <div ref={place} tabIndex={-1} className={styles.region}>
        {listed.isPending && <Skeleton label={t('queue.loading')} lines={4} />}
        <QueryFailure query={listed} />
        {listed.data !== undefined && <Found found={listed.data} onAction={onAction} />}
      </div>
    </Panel>
  )
})

/** The inspector of the job that was opened; the section around it is not drawn again as the list moves. */
function OpenedJob({ onAction }: Pick<JobTableProps, 'onAction'>) {
  const opened = useOpenedJob()
  const ids = useFound().data?.ids ?? []
  if (opened === null) return null
  const at = ids.indexOf(opened)
  const openAt = (index: number): (() => void) | undefined => {
    const id = at === -1 ? undefined : ids[index]
    return id === undefined
      ? undefined
      : () => {
          openJob(id)
        }
  }
  return (
    <JobInspector
      id={opened}
      onAction={onAction}
      onClose={() => {
        openJob(null)
      }}
      onPrevious={openAt(at - 1)}
      onNext={openAt(at + 1)}
    />
  )
}

/** What is done about a job, and its dialogs. */
export function useQueue(onCreateAgain: ((job: Job) => void) | null) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const removed = useRemoved()
  useRefocusOnRemoval(place, decision ?? removed)
  const remove = useRemoveJob()
  const act = useCallback(
    (action: JobAction, job: Job): void => {
      if (action === 'open-conversation') openConversation(job.result?.conversationId ?? '')
      else if (action === 'create-again') onCreateAgain?.(job)
      // What waits would be sent while it can still be put back: it is taken out at once, and asked about.
      else if (action === 'remove' && job.state !== 'waiting') remove(job)
      else setDecision({ action, job })
    },
    [onCreateAgain, remove],
  )
  return {
    region: <QueueRegion onAction={act} place={place} />,
    inspector: <OpenedJob onAction={act} />,
    dialog: decision !== null && (
      <JobDialog
        decision={decision}
        onClose={() => {
          setDecision(null)
        }}
      />
    ),
  }
}
