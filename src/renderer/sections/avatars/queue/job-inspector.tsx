import { useQuery } from '@tanstack/react-query'
import { Copy, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobId } from '../../../../shared/ids.ts'
import { nextState } from '../../../../shared/model/avatar-job.ts'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import { jobById } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Inspector } from '../../../ui/inspector.tsx'
import { ShortId } from '../../../ui/short-id.tsx'
import { CoverImage } from './cover-image.tsx'
import { JobEvidence, RefundLine } from './job-facts.tsx'
import { JobSpan, JobStateText, Thumbnail } from './job-row.tsx'
import type { JobAction } from './job-row.tsx'
import styles from './queue.module.css'
import { useJobName } from './use-job-name.ts'

export interface JobInspectorProps {
  readonly id: JobId
  readonly onAction: (action: JobAction, job: Job) => void
  readonly onClose: () => void
  readonly onPrevious?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
}

interface OneJob {
  readonly job: Job
}

function Ids({ job: { result, taskId } }: OneJob) {
  const { t } = useTranslation('avatars')
  const conversationId = result?.conversationId ?? null
  return (
    <DescriptionList
      items={[
        conversationId !== null && {
          label: t('job.conversation'),
          value: <ShortId id={conversationId} what={t('job.copy.conversation')} />,
        },
        taskId !== null && { label: t('job.task'), value: <ShortId id={taskId} what={t('job.copy.task')} /> },
      ]}
    />
  )
}

const shownFields = ['conversationId', 'voice', 'language', 'greeting', 'profileText'] as const

function Fields({ job: { fields, fileName } }: OneJob) {
  const { t } = useTranslation('avatars')
  return (
    <DescriptionList
      items={[
        fileName !== '' && { label: t('job.file'), value: fileName },
        ...shownFields
          .filter((field) => fields[field] !== '')
          .map((field) => ({ label: t(`fields.${field}`), value: fields[field] })),
      ]}
    />
  )
}

function Times({ job: { submittedAt, stateSince, state, lastContactAt, createdAt } }: OneJob) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  return (
    <DescriptionList
      items={[
        { label: t('job.time.confirmed'), value: format.time(createdAt) },
        submittedAt !== null && { label: t('job.time.sent'), value: format.time(submittedAt) },
        { label: t(`queue.state.${state}`), value: format.time(stateSince) },
        lastContactAt !== null && { label: t('queue.column.contact'), value: <Age at={lastContactAt} /> },
      ]}
    />
  )
}

function Group({ children }: { readonly children: ReactNode }) {
  return <div className={styles.group}>{children}</div>
}

function Details({ job }: OneJob) {
  const { t } = useTranslation('avatars')
  return (
    <>
      <div className={styles.head}>
        <Thumbnail image={job.image} />
        <DescriptionList
          items={[
            { label: t('queue.column.state'), value: <JobStateText state={job.state} /> },
            { label: t('queue.column.elapsed'), value: <JobSpan job={job} /> },
          ]}
        />
      </div>
      {job.state === 'unknown' ? (
        <JobEvidence job={job} />
      ) : (
        job.failure !== null && <ErrorNotice failure={job.failure} live="none" />
      )}
      <ErrorNotice failure={job.pollFailure} about={t('job.pollFailed')} live="none" />
      {job.state === 'failed' && <RefundLine refund={job.refund} />}
      <Group>
        <Ids job={job} />
      </Group>
      <Group>
        <Fields job={job} />
      </Group>
      <Group>
        <Times job={job} />
      </Group>
      {job.state === 'ready' && (job.result?.coverImage ?? '') !== '' && <CoverImage job={job} />}
    </>
  )
}

function Foot({ job, onAction }: OneJob & Pick<JobInspectorProps, 'onAction'>) {
  const { t } = useTranslation('avatars')
  const conversationId = job.result?.conversationId ?? null
  const ids = [conversationId, job.taskId].filter((id) => id !== null)
  return (
    <>
      {conversationId !== null && (
        <Button
          tone="primary"
          onClick={() => {
            onAction('open-conversation', job)
          }}
        >
          {t('job.open')}
        </Button>
      )}
      {ids.length > 0 && (
        <Button
          icon={<Copy aria-hidden />}
          onClick={() => {
            copyText(ids.join('\n'))
          }}
        >
          {t('job.copyIds')}
        </Button>
      )}
      {nextState(job.state, 'removed') !== null && (
        <span className={styles.toEnd}>
          <Button
            tone="quiet"
            icon={<Trash2 aria-hidden />}
            aria-label={t('job.remove')}
            onClick={() => {
              onAction('remove', job)
            }}
          />
        </span>
      )}
    </>
  )
}

/** `complementary` **Avatar details**: everything that is known of one job. */
export function JobInspector({ id, onAction, ...rest }: JobInspectorProps) {
  const { t } = useTranslation('avatars')
  const read = useQuery(jobById(id))
  const { data: job } = read
  const name = useJobName(job ?? null)
  return (
    <Inspector
      label={t('job.inspector')}
      title={name}
      footer={job ? <Foot job={job} onAction={onAction} /> : undefined}
      {...rest}
    >
      {job ? <Details key={id} job={job} /> : <QueryFailure query={read} />}
    </Inspector>
  )
}
