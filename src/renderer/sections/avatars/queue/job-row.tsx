import { useQuery } from '@tanstack/react-query'
import { Ellipsis, ImageOff, Pencil, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { JobId } from '../../../../shared/ids.ts'
import { canCreateAgain, nextState } from '../../../../shared/model/avatar-job.ts'
import type { Job, JobState } from '../../../../shared/schemas/avatar.ts'
import { jobById } from '../../../api/queries.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age, Elapsed } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { DataRow } from '../../../ui/data-table.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { ShortId } from '../../../ui/short-id.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { StepProgress } from '../../../ui/step-progress.tsx'
import { thumbnailUrl } from '../image-url.ts'
import { balanceText } from './job-facts.tsx'
import { glyphs, jobSpan, trainingSteps } from './job-text.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './queue.module.css'
import { useJobMenu } from './use-job-menu.ts'
import { useJobName } from './use-job-name.ts'

export type JobAction = 'open-conversation' | 'create-again' | 'edit' | 'enter-task-id' | 'mark-not-created' | 'remove'

export interface JobRowProps {
  readonly id: JobId
  /** Place in the line of a waiting job, 1 is next; null for any other. */
  readonly place: number | null
  /** The inspector shows it. */
  readonly isOpen: boolean
  /** Must keep their identity: a row is drawn again only when its own job changes. */
  readonly onAction: (action: JobAction, job: Job) => void
  readonly onOpen: (id: JobId | null) => void
}

export function Thumbnail({ image }: Pick<Job, 'image'>) {
  return (
    <span className={styles.thumb}>
      {image === null ? (
        <ImageOff aria-hidden />
      ) : (
        <img src={thumbnailUrl(image.imageId)} alt="" draggable={false} loading="lazy" decoding="async" />
      )}
    </span>
  )
}

export function JobStateText({ state }: { readonly state: JobState }) {
  const { t } = useTranslation('avatars')
  return (
    <span className={styles.state}>
      <StateGlyph kind={glyphs[state]} />
      {t(`queue.state.${state}`)}
    </span>
  )
}

/** How long the job took, or takes so far. */
export function JobSpan({ job }: { readonly job: Job }) {
  const format = useFormat()
  const span = jobSpan(job)
  if (span === null) return <>–</>
  return span.until === null ? <Elapsed at={span.since} /> : <>{format.duration(span.until - span.since)}</>
}

interface StepProps {
  readonly job: Job
  readonly place: number | null
}

function Waiting({ place }: StepProps) {
  const { t } = useTranslation('avatars')
  // Until the line is read the place is not known, and a wrong one would be worse than none.
  if (place === null) return null
  return place === 1 ? t('job.line.next') : t('job.line.place', { count: place, ordinal: true })
}

function Submitting({ job: { submittedAt } }: StepProps) {
  const { t } = useTranslation('avatars')
  return submittedAt !== null && <Trans t={t} i18nKey="job.sending" components={{ age: <Age at={submittedAt} /> }} />
}

function Unknown({ job: { evidence } }: StepProps) {
  const { t } = useTranslation('avatars')
  const { number } = useFormat()
  const before = evidence?.balanceBefore?.avatarCreationsLeft
  const after = evidence?.balanceAfter?.avatarCreationsLeft
  if (before === undefined || after === undefined) return null
  return t('job.evidence.short', { before: number(before), after: number(after) })
}

function Training({ job: { step, status, pollFailure } }: StepProps) {
  const { t } = useTranslation('avatars')
  const text = useFailureText()
  const current = trainingSteps.findIndex((name) => name === step)
  return (
    <>
      <StepProgress label={t('job.progress')} steps={trainingSteps} current={current} text={step ?? t('job.noStep')} />
      {status !== null && status !== 0 && <> · {t('job.statusRaw', { status })}</>}
      {pollFailure !== null && (
        <Text tone="warn"> · {t('job.lastReadFailed', { reason: text(pollFailure).sentence })}</Text>
      )}
    </>
  )
}

function Ready({ job: { result } }: StepProps) {
  const { t } = useTranslation('avatars')
  const conversationId = result?.conversationId ?? null
  if (conversationId === null) return t('job.noConversation')
  return (
    <span className={styles.id}>
      {t('job.conversationOf')} <ShortId id={conversationId} what={t('job.copy.conversation')} />
    </span>
  )
}

function Failed({ job: { refund } }: StepProps) {
  const { t } = useTranslation('avatars')
  if (refund === null) return t('job.failedWords')
  // A balance that was never read after it says nothing.
  const isUnread = refund.state === 'not-seen' && refund.after === null
  return t(`job.refund.short.${isUnread ? 'unread' : refund.state}`)
}

function Rejected({ job: { failure } }: StepProps) {
  const { t } = useTranslation('avatars')
  const text = useFailureText()
  return failure === null ? t('job.rejectedByHand') : text(failure).sentence
}

const steps: Readonly<Record<JobState, (props: StepProps) => ReactNode>> = {
  waiting: Waiting,
  submitting: Submitting,
  unknown: Unknown,
  training: Training,
  ready: Ready,
  failed: Failed,
  rejected: Rejected,
  removed: () => null,
}

interface ActionsProps {
  readonly job: Job
  readonly onAction: JobRowProps['onAction']
}

/** The one thing that is usually done next, where the state has one. */
function NextAction({ job, onAction }: ActionsProps) {
  const { t } = useTranslation('avatars')
  const name = useJobName(job)
  const isReadOnly = useIsReadOnly()
  const act = (action: JobAction) => (): void => {
    onAction(action, job)
  }
  if (job.state === 'ready' && (job.result?.conversationId ?? null) !== null) {
    return (
      <Button tone="quiet" aria-label={t('job.open')} aria-description={name} onClick={act('open-conversation')}>
        {t('job.openShort')}
      </Button>
    )
  }
  if (isReadOnly || job.state === 'unknown' || !canCreateAgain(job.state)) return null
  return (
    <Button tone="quiet" aria-description={name} onClick={act('create-again')}>
      {t('job.tryAgain')}
    </Button>
  )
}

function MoreActions({ job, onAction, onOpen }: ActionsProps & { readonly onOpen: () => void }) {
  const { t } = useTranslation('avatars')
  const name = useJobName(job)
  const isReadOnly = useIsReadOnly()
  const act = (action: JobAction) => (): void => {
    onAction(action, job)
  }
  return (
    <MenuButton
      variant="icon"
      label={t('job.more')}
      name={t('job.moreOf', { name })}
      icon={<Ellipsis aria-hidden />}
      items={[
        { label: t('job.details'), icon: <SquareArrowOutUpRight aria-hidden />, onChoose: onOpen },
        ...(job.state === 'waiting' && !isReadOnly
          ? [{ label: t('job.edit'), icon: <Pencil aria-hidden />, onChoose: act('edit') }]
          : []),
        ...(nextState(job.state, 'removed') === null
          ? []
          : [{ label: t('job.remove'), icon: <Trash2 aria-hidden />, onChoose: act('remove') }]),
      ]}
    />
  )
}

/** What an operator needs to decide about a creation whose outcome is unknown. */
function Decide({ job, onAction }: ActionsProps) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const text = useFailureText()
  const name = useJobName(job)
  const isReadOnly = useIsReadOnly()
  const { evidence, failure } = job
  const act = (action: JobAction) => (): void => {
    onAction(action, job)
  }
  return (
    <div className={styles.decide}>
      <p>
        {failure !== null && <>{text(failure).sentence} </>}
        {evidence !== null && balanceText(evidence, t, format)}
      </p>
      <div>
        <Button aria-description={name} onClick={act('enter-task-id')}>
          {t('job.enterTaskId')}
        </Button>
        <Button aria-description={name} onClick={act('mark-not-created')}>
          {t('job.notCreated')}
        </Button>
        {!isReadOnly && (
          <Button aria-description={name} onClick={act('create-again')}>
            {t('job.createAgain')}
          </Button>
        )}
      </div>
    </div>
  )
}

function LoadedRow({ job, place, isOpen, onAction, onOpen }: Omit<JobRowProps, 'id'> & { readonly job: Job }) {
  const Step = steps[job.state]
  const name = useJobName(job)
  const open = (): void => {
    onOpen(job.id)
  }
  const isUnknown = job.state === 'unknown'
  return (
    <DataRow
      rowKey={job.id}
      menu={useJobMenu(job)}
      isOpen={isOpen}
      tone={isUnknown ? 'ask' : undefined}
      onOpen={open}
      onClose={
        isOpen
          ? () => {
              onOpen(null)
            }
          : undefined
      }
      onRemove={
        nextState(job.state, 'removed') === null
          ? undefined
          : () => {
              onAction('remove', job)
            }
      }
      cells={{
        image: <Thumbnail image={job.image} />,
        name,
        state: <JobStateText state={job.state} />,
        step: (
          <Text tone="soft">
            <Step job={job} place={place} />
          </Text>
        ),
        elapsed: <JobSpan job={job} />,
        contact: job.lastContactAt === null ? '–' : <Age at={job.lastContactAt} />,
        actions: (
          <Row as="span" justify="end" className={styles.actions}>
            <NextAction job={job} onAction={onAction} />
            <MoreActions job={job} onAction={onAction} onOpen={open} />
          </Row>
        ),
      }}
      more={isUnknown ? <Decide job={job} onAction={onAction} /> : undefined}
    />
  )
}

/** One job of the queue, read when it comes on screen. A job that is gone keeps its height until the list knows. */
export const JobRow = memo(function JobRow({ id, ...rest }: JobRowProps) {
  const read = useQuery(jobById(id))
  if (read.data) return <LoadedRow job={read.data} {...rest} />
  return <DataRow rowKey={id} cells={{ step: <QueryFailure query={read} live="none" /> }} />
})
