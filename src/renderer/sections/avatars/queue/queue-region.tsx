import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ListVideo } from 'lucide-react'
import { memo, useCallback, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { JobId } from '../../../../shared/ids.ts'
import { jobName } from '../../../../shared/model/job-name.ts'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import type { JobList } from '../../../../shared/schemas/history.ts'
import { read } from '../../../api/queries.ts'
import { Unread } from '../../../failures/query-failure.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go, useRowArrival } from '../../../state/location-store.ts'
import { openConversation } from '../../../state/open-conversation.ts'
import {
  goToDecision,
  showAllJobs,
  showArchive,
  showMoreRows,
  useQueueQuery,
} from '../../../state/view-preferences-store.ts'
import { useJobCounts, useUnknownJobs } from '../../../state/use-jobs.ts'
import { useUndoable } from '../../../state/use-undoable.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useRowSelection } from '../../../ui/row-selection.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { JobDialog } from './job-dialogs.tsx'
import type { Decision } from './job-dialogs.tsx'
import { JobActions, conversationIdOf, useCountTexts, useJobRows } from './job-parts.tsx'
import type { JobAction } from './job-parts.tsx'
import { JobSelectionBar } from './job-selection-bar.tsx'
import { JobTable, keyOf } from './job-table.tsx'
import { QueueAnnouncement, QueueBanner, QueueProgress, QueueTools } from './queue-tools.tsx'
import styles from './queue.module.css'

/** Why no row is shown, and a button that shows the existing rows. */
function NothingFound({ archived }: Pick<JobList, 'archived'>) {
  const { t } = useTexts('avatars')
  const { search, states, archived: isArchive } = useQueueQuery()
  // Without a filter, the working list shows everything except the archive.
  const isAllArchived = search.trim() === '' && states.length === 0 && !isArchive && archived > 0
  return (
    <>
      <p role="status">{t(isAllArchived ? 'queue.tools.allArchived' : 'queue.tools.none')}</p>
      <Button size="small" onClick={isAllArchived ? () => showArchive(true) : showAllJobs}>
        {t(isAllArchived ? 'queue.tools.showArchive' : 'queue.tools.all')}
      </Button>
    </>
  )
}

function Found({ rows, total, counts, archived, isEmpty }: JobList) {
  const { t } = useTexts('avatars')
  const selection = useRowSelection(rows, keyOf)
  if (isEmpty) {
    return (
      <>
        <QueueBanner />
        <EmptyState Icon={ListVideo} title={t('queue.emptyTitle')} />
      </>
    )
  }
  return (
    <>
      {selection.selected.length > 0 ? (
        <JobSelectionBar selection={selection} total={total} />
      ) : (
        <QueueTools counts={counts} archived={archived} />
      )}
      <QueueBanner />
      <QueueAnnouncement />
      {rows.length > 0 ? (
        <JobTable jobs={rows} selection={selection} />
      ) : (
        <Row gap={3} tone="soft" className={styles.line}>
          <NothingFound archived={archived} />
        </Row>
      )}
      <ShowMore shown={rows.length} total={total} onMore={() => showMoreRows('queue')} />
    </>
  )
}

interface QueueElementProps {
  /** The region of the queue, which takes the focus when the dock leads to it. */
  readonly element: RefObject<HTMLElement | null>
}

interface QueueRegionProps extends Partial<QueueElementProps> {
  /** Below drafts, an empty queue is hidden unless it is stopped. */
  readonly hidesEmpty?: boolean
}

export const QueueRegion = memo(function QueueRegion({ element, hidesEmpty = false }: QueueRegionProps) {
  const { t } = useTexts(['avatars', 'common'])
  const ownElement = useRef<HTMLElement>(null)
  const listed = useJobRows()
  // Here and not in the table, which is not drawn while no row is found.
  useRowArrival('avatars', listed.data?.rows.map(keyOf) ?? [])
  const queue = useQuery(read('queue.read', {})).data
  const isStopped = queue !== undefined && (queue.paused || queue.held !== null)
  if (hidesEmpty && listed.data?.isEmpty === true && !isStopped) return null
  return (
    <Panel label={t('queue.title')} padded={false} ref={element ?? ownElement}>
      <div className={styles.region}>
        <Unread query={listed} lines={4} />
        {listed.data !== undefined && <Found {...listed.data} />}
      </div>
    </Panel>
  )
})

/** The queue in one line at the foot of the window while drafts are above it. */
export function QueueDock({ element }: QueueElementProps) {
  const { t } = useTexts('avatars')
  const textsOf = useCountTexts()
  const jobs = useJobCounts()
  const [undecided] = useUnknownJobs(1)
  if (jobs === undefined || jobs.total === 0) return null
  const show = (): void => {
    element.current?.scrollIntoView({ block: 'start' })
    element.current?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.docked}>
      <Row gap={3} className={styles.dock}>
        <h2>{t('queue.title')}</h2>
        {textsOf(['unknown', 'training', 'ready', 'failed', 'rejected'], jobs.counts).map(({ state, text }) => (
          <Row key={state} as="span" gap={2}>
            <StateGlyph kind={state === 'rejected' ? 'failed' : state} />
            <Text truncate>{text}</Text>
          </Row>
        ))}
        <span className={styles.ongoing}>
          <QueueProgress />
        </span>
        <Row gap={2} className="to-end">
          {undecided !== undefined && (
            <Button size="small" onClick={() => goToDecision(undecided.id)}>
              {t('queue.decide')}
            </Button>
          )}
          <Button tone="quiet" Icon={ChevronDown} aria-label={t('queue.show')} onClick={show} />
        </Row>
      </Row>
    </div>
  )
}

interface QueueActionsProps {
  /** Must keep its identity; null where the profile must not create. */
  readonly onCreateAgain: ((jobIds: readonly JobId[]) => void) | null
  readonly children: ReactNode
}

const idsOf = (jobs: readonly Job[]): JobId[] => jobs.map(({ id }) => id)

/** Removes rows together and immediately, with one Undo for all. */
function useRemoveRows(): (jobs: readonly Job[]) => void {
  const { t } = useTexts('avatars')
  const remove = useUndoable('job.remove', 'job.restore')
  return useCallback(
    (jobs: readonly Job[]): void => {
      const [first] = jobs
      if (first === undefined) return
      go({ section: 'avatars', jobId: null })
      const jobIds = idsOf(jobs)
      const { state } = first
      const kind = state === 'training' || state === 'unknown' ? state : 'row'
      const rowsKey = jobs.some((job) => job.state === 'training') ? 'rowsTraining' : 'rows'
      remove({
        input: { jobIds },
        undo: { jobIds },
        text: jobs.length === 1 ? t(`decide.removed.${kind}`) : t(`decide.removed.${rowsKey}`, { count: jobs.length }),
        name: jobName(first) || t('unnamed'),
        count: jobs.length,
        focusKey: first.id,
      })
    },
    [remove, t],
  )
}

/** Runs the actions that are chosen for jobs inside it, and asks in a dialog first where that is needed. */
export function QueueActions({ onCreateAgain, children }: QueueActionsProps) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const removeRows = useRemoveRows()
  const act = useCallback(
    (action: JobAction, jobs: readonly Job[]): void => {
      const [first] = jobs
      if (first === undefined) return
      if (action === 'open-conversation') openConversation(conversationIdOf(first) ?? '')
      else if (action === 'create-again') onCreateAgain?.(idsOf(jobs))
      else if (action === 'remove') {
        removeRows(jobs.filter(({ state }) => state !== 'waiting'))
        // Waiting jobs need a confirmation, because their removal is permanent.
        const [id, ...others] = idsOf(jobs.filter(({ state }) => state === 'waiting'))
        if (id !== undefined) setDecision({ action, jobIds: [id, ...others] })
      } else setDecision({ action, jobIds: [first.id] })
    },
    [onCreateAgain, removeRows],
  )
  return (
    <JobActions value={act}>
      {children}
      {decision !== null && <JobDialog {...decision} onClose={() => setDecision(null)} />}
    </JobActions>
  )
}
