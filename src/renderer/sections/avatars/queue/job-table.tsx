import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Ellipsis, Pencil, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { use, useCallback, useMemo } from 'react'
import type { ReactNode } from 'react'
import { Trans } from 'react-i18next'
import { sumBalance } from '../../../../shared/model/balance-sum.ts'
import { isMarkedNotCreated } from '../../../../shared/model/avatar-job.ts'
import { jobName } from '../../../../shared/model/job-name.ts'
import { isLongerThanUsual } from '../../../../shared/model/usual-time.ts'
import type { Job, JobState } from '../../../../shared/schemas/avatar.ts'
import type { ListedJob } from '../../../../shared/schemas/history.ts'
import { read } from '../../../api/queries.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { Age } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go, useSectionState } from '../../../state/location-store.ts'
import { toggleCollapsed, useCollapsedJobs } from '../../../state/view-preferences-store.ts'
import { jsonOf, useCopyItems } from '../../../state/use-copy-items.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { DataColumn, RowProps } from '../../../ui/data-table.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { selectColumn } from '../../../ui/row-selection.tsx'
import type { RowSelection } from '../../../ui/row-selection.tsx'
import { ShortId } from '../../../ui/short-id.tsx'
import { StepProgress } from '../../../ui/progress-bar.tsx'
import {
  BalanceText,
  JobActions,
  JobSpan,
  JobStateText,
  Thumbnail,
  conversationIdOf,
  namedTaskOf,
  useActionsOf,
  useJobActions,
  useJobName,
  useUsualTime,
} from './job-parts.tsx'
import type { OneJob } from './job-parts.tsx'
import styles from './queue.module.css'

/**
 * The four steps of a training, in order, as the service spells them. Source: `service-api.md §Avatar creation status`.
 */
const trainingSteps = ['preparing', 'processing', 'after_processing', 'done'] as const

function useWording() {
  return { ...useTexts(['avatars', 'common']), reasonOf: useFailureText() }
}

/** The uploaded share of the image while it is uploading, and the time since the submission. */
function Sending({ job: { id, submittedAt } }: OneJob) {
  const { t, format } = useTexts('avatars')
  const uploads = useQuery({ ...read('queue.read', {}), enabled: false }).data?.uploads
  const share = uploads?.find(({ jobId }) => jobId === id)?.share ?? 1
  if (submittedAt === null) return null
  return (
    <>
      {share < 1 && <>{t('job.uploading', { share: format.percent(share) })} · </>}
      <Trans t={t} i18nKey="job.sending" components={{ age: <Age at={submittedAt} /> }} />
    </>
  )
}

type Translate = ReturnType<typeof useWording>['t']

// Documented fields need no label; the name of any other field is part of its message.
function reasonText(field: string, text: string, t: Translate): string {
  return field === 'msg' || field === 'message' ? text : t('common:about', { about: field }) + text
}

function refundText(refund: Job['refund'], t: Translate): string | null {
  if (refund === null) return null
  // Without a balance read after the failure, nothing is known about the refund.
  const isUnread = refund.state === 'not-seen' && refund.after === null
  return t(`job.refund.short.${isUnread ? 'unread' : refund.state}`)
}

/** "usually 18–41 min", and "longer than 9 of 10" after that. */
function UsualText({ job }: OneJob) {
  const { t, format } = useTexts('avatars')
  const usual = useUsualTime()
  if (usual === null) return null
  return (
    <Text truncate className={styles.usual}>
      {isLongerThanUsual(job, usual)
        ? t('job.usual.longer')
        : t('job.usual.row', { range: format.durationRange(usual) })}
    </Text>
  )
}

function TrainingStep({ job }: OneJob) {
  const { t, reasonOf } = useWording()
  const { step, status, pollFailure } = job
  return (
    <span className={styles.training}>
      <StepProgress
        label={t('job.progress')}
        steps={trainingSteps}
        current={trainingSteps.findIndex((name) => name === step)}
        text={
          pollFailure === null
            ? (step ?? t('job.noStep'))
            : t('common:about', { about: t('job.pollFailed') }) + reasonOf(pollFailure).sentence
        }
        hasFailed={pollFailure !== null}
      />
      {status !== null && status !== 0 && <> · {t('job.statusRaw', { status })}</>}
      <UsualText job={job} />
    </span>
  )
}

type Step = (job: ListedJob, wording: ReturnType<typeof useWording>) => ReactNode

/** The progress of a job or its result, by its state. */
const steps: Readonly<Record<JobState, Step>> = {
  waiting: ({ place }, { t }) => {
    // A job that an event has returned to the queue has no place until the list is read.
    if (place === null) return null
    return place === 1 ? t('job.line.next') : t('job.line.place', { count: place })
  },
  submitting: (job) => <Sending job={job} />,
  unknown: (job, { t, format: { number } }) => {
    const before = job.evidence?.balanceBefore?.avatarCreationsLeft
    const after = job.evidence?.balanceAfter?.avatarCreationsLeft
    const sum = sumBalance(job)
    if (before === undefined || after === undefined || sum === null) return null
    return t('job.evidence.short', {
      before: number(before),
      after: number(after),
      guess: t(`job.evidence.guess.${sum.guess}`),
    })
  },
  training: (job) => <TrainingStep job={job} />,
  ready: (job, { t }) => {
    const conversationId = conversationIdOf(job)
    if (conversationId === null) return t('job.noConversation')
    return (
      <Row as="span" gap={2}>
        <span className={styles.what}>{t('job.conversation')}</span>
        <ShortId id={conversationId} valueName={t('job.copy.conversation')} />
      </Row>
    )
  },
  failed: ({ refund, result }, { t }) => {
    const reasons = (result?.reasons ?? []).map(({ field, text }) => reasonText(field, text, t))
    return [...reasons, refundText(refund, t)].filter((text) => text !== null).join(' · ') || t('job.failedWords')
  },
  rejected: (job, { t, reasonOf }) =>
    job.failure === null || isMarkedNotCreated(job) ? t('job.rejectedByHand') : reasonOf(job.failure).sentence,
  removed: () => null,
}

function StepText({ job }: { readonly job: ListedJob }) {
  const wording = useWording()
  return <Text tone="soft">{steps[job.state](job, wording)}</Text>
}

function CollapseButton({ job: { id } }: OneJob) {
  const { t } = useTexts('common')
  const isCollapsed = useCollapsedJobs().has(id)
  const Chevron = isCollapsed ? ChevronDown : ChevronUp
  return (
    <QuietButton
      Icon={Chevron}
      aria-label={t('details')}
      aria-expanded={!isCollapsed}
      onClick={() => toggleCollapsed(id)}
    />
  )
}

function Actions({ job }: OneJob) {
  const { t } = useTexts(['avatars', 'common'])
  const { can, act } = useJobActions(job)
  const name = useJobName(job)
  return (
    <Row as="span" justify="end" className={styles.actions}>
      {can('open-conversation') && (
        <Button tone="quiet" aria-label={t('job.open')} aria-description={name} onClick={act('open-conversation')}>
          {t('job.openShort')}
        </Button>
      )}
      {can('create-again') && job.state !== 'unknown' && (
        <Button tone="quiet" aria-description={name} onClick={act('create-again')}>
          {t('common:retry')}
        </Button>
      )}
      {job.state === 'unknown' && <CollapseButton job={job} />}
      <MenuButton
        variant="icon"
        label={t('job.moreOf', { name })}
        Icon={Ellipsis}
        items={[
          {
            label: t('job.details'),
            Icon: SquareArrowOutUpRight,
            onChoose: () => go({ section: 'avatars', jobId: job.id }),
          },
          ...(can('edit') ? [{ label: t('job.edit'), Icon: Pencil, onChoose: act('edit') }] : []),
          ...(can('remove') ? [{ label: t('remove'), Icon: Trash2, onChoose: act('remove') }] : []),
        ]}
      />
    </Row>
  )
}

const decisions = [
  ['enter-task-id', 'job.enterTaskId'],
  ['mark-not-created', 'job.notCreated'],
  ['create-again', 'job.createAgain'],
] as const

function Decide({ job }: OneJob) {
  const { t, reasonOf } = useWording()
  const { can, act } = useJobActions(job)
  const name = useJobName(job)
  const { evidence, failure } = job
  const task = namedTaskOf(job)
  return (
    <div className={styles.decide}>
      <p>
        {failure === null ? t('common:interrupted') : reasonOf(failure).sentence}
        {t('common:between')}
        {task !== null && t('job.namesTask', { taskId: task }) + t('common:between')}
        {evidence !== null && <BalanceText job={job} />}
      </p>
      <Row gap={2} align="stretch" wrap>
        {decisions.map(
          ([action, label]) =>
            can(action) && (
              <Button key={action} aria-description={name} onClick={act(action)}>
                {t(label)}
              </Button>
            ),
        )}
      </Row>
    </div>
  )
}

interface SelectableProps {
  readonly selection: RowSelection<ListedJob>
}

function useColumns({ selection }: SelectableProps): readonly DataColumn<ListedJob>[] {
  const { t } = useTexts('avatars')
  const { isSelected, selectOne, selectAll, isAll, selected } = selection
  const isSome = selected.length > 0
  return useMemo(
    () => [
      selectColumn<ListedJob>(
        { isSelected, selectOne, selectAll, isAll, isSome },
        { all: t('selection.all'), one: (job) => t('selection.one', { name: jobName(job) || t('unnamed') }) },
      ),
      {
        key: 'image',
        label: '',
        hiddenLabel: t('queue.column.image'),
        width: '28px',
        cell: ({ image }) => <Thumbnail image={image} />,
      },
      {
        key: 'name',
        label: t('fields.name'),
        width: 'minmax(96px, 0.6fr)',
        narrow: 'minmax(36px, 1fr)',
        cell: (job) => jobName(job) || t('unnamed'),
      },
      {
        key: 'state',
        label: t('queue.column.state'),
        width: '140px',
        narrow: '138px',
        cell: ({ state }) => <JobStateText state={state} />,
      },
      {
        key: 'step',
        label: t('queue.column.step'),
        width: 'minmax(0, 1fr)',
        narrow: 'minmax(0, 150px)',
        isNamed: ({ state }) => state !== 'submitting',
        cell: (job) => <StepText job={job} />,
      },
      {
        key: 'elapsed',
        label: t('queue.column.elapsed'),
        width: '84px',
        narrow: 'minmax(0, 72px)',
        align: 'end',
        isNamed: () => false,
        cell: (job) => <JobSpan job={job} />,
      },
      {
        key: 'contact',
        label: t('queue.column.contact'),
        width: '96px',
        narrow: null,
        align: 'end',
        isNamed: () => false,
        cell: ({ lastContactAt }) => (lastContactAt === null ? '–' : <Age at={lastContactAt} />),
      },
      {
        key: 'actions',
        label: '',
        hiddenLabel: t('queue.column.actions'),
        width: '112px',
        narrow: '98px',
        align: 'end',
        cell: (job) => <Actions job={job} />,
      },
    ],
    [t, isSelected, selectOne, selectAll, isAll, isSome],
  )
}

function useRowProps({ selection }: SelectableProps): (job: ListedJob) => RowProps {
  const { t } = useTexts('avatars')
  const { isSelected, selectOne, selected } = selection
  const actOnSelected = use(JobActions)
  const opened = useSectionState('jobId')
  const collapsed = useCollapsedJobs()
  const actionsOf = useActionsOf()
  const copy = useCopyItems()
  return useCallback(
    (job) => {
      const { id, state, taskId } = job
      const conversationId = conversationIdOf(job)
      const removeOf = (focused: ListedJob): (() => void) | undefined => {
        const isRemovable = (selectedJob: ListedJob): boolean => actionsOf(selectedJob).can('remove')
        if (isSelected(focused)) return () => actOnSelected('remove', selected.filter(isRemovable))
        const { can, act } = actionsOf(focused)
        return can('remove') ? act('remove') : undefined
      }
      const isOpen = id === opened
      const isUnknown = state === 'unknown'
      return {
        menu: () => [
          ...(conversationId === null ? [] : [copy.value(t('job.copy.conversation'), conversationId)]),
          ...(taskId === null ? [] : [copy.value(t('job.copy.task'), taskId)]),
          copy.json(jsonOf(job)),
        ],
        isSelected: isSelected(job),
        onToggle: () => selectOne(job, !isSelected(job)),
        isOpen,
        tone: isUnknown ? 'ask' : undefined,
        onOpen: () => go({ section: 'avatars', jobId: id }),
        onClose: isOpen ? () => go({ section: 'avatars', jobId: null }) : undefined,
        onRemove: removeOf(job),
        more: isUnknown && !collapsed.has(id) ? <Decide job={job} /> : undefined,
      }
    },
    [opened, collapsed, actionsOf, copy, t, isSelected, selectOne, selected, actOnSelected],
  )
}

export const keyOf = ({ id }: ListedJob): string => id

/** `table` **Avatar queue**: a row per job. */
export function JobTable({ jobs, selection }: SelectableProps & { readonly jobs: readonly ListedJob[] }) {
  const { t } = useTexts('avatars')
  return (
    <DataTable
      label={t('queue.table')}
      columns={useColumns({ selection })}
      rows={jobs}
      keyOf={keyOf}
      rowHeight="queue"
      rowProps={useRowProps({ selection })}
      onSelectAll={() => selection.selectAll(true)}
    />
  )
}
