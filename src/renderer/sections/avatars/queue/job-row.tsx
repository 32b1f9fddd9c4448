import { ImageOff } from 'lucide-react'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job, JobState } from '../../../../shared/schemas/avatar.ts'
import { Age, Elapsed } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { imageUrl } from '../image-url.ts'
import { JobActions } from './job-actions.tsx'
import type { JobAction } from './job-actions.tsx'
import { JobStep } from './job-step.tsx'
import styles from './job-row.module.css'
import { jobName, jobSpan } from './job-words.ts'

/** Props of `JobRow`. */
export interface JobRowProps {
  readonly job: Job
  /** Place in the line of a waiting job, 1 is next; null for any other. */
  readonly place: number | null
  readonly onAction: (action: JobAction, job: Job) => void
}

const tones: Readonly<Record<JobState, Tone>> = {
  waiting: 'neutral',
  submitting: 'info',
  unknown: 'warn',
  training: 'accent',
  ready: 'good',
  failed: 'bad',
  rejected: 'bad',
  removed: 'neutral',
}

function Thumbnail({ image }: Pick<Job, 'image'>) {
  return (
    <span className={styles.thumb}>
      {image === null ? (
        <ImageOff aria-hidden />
      ) : (
        <img src={imageUrl(image.imageId)} alt="" draggable={false} loading="lazy" decoding="async" />
      )}
    </span>
  )
}

function Span({ job }: Pick<JobRowProps, 'job'>) {
  const format = useFormat()
  const span = jobSpan(job)
  if (span === null) return <>–</>
  return span.until === null ? <Elapsed at={span.since} /> : <>{format.duration(span.until - span.since)}</>
}

/** One job of the queue. */
export const JobRow = memo(function JobRow({ job, place, onAction }: JobRowProps) {
  const { t } = useTranslation('avatars')
  const nameId = useId()
  const name = jobName(job)
  return (
    <tr className={styles.row}>
      <td>
        <Thumbnail image={job.image} />
      </td>
      <td>
        <span id={nameId} className={styles.name}>
          {name === '' ? t('job.unnamed') : name}
        </span>
        {job.fileName !== '' && job.fileName !== name && <span className={styles.file}>{job.fileName}</span>}
      </td>
      <td className={styles.state}>
        <StateDot tone={tones[job.state]} live={job.state === 'submitting'}>
          {t(`queue.state.${job.state}`)}
        </StateDot>
      </td>
      <td>
        <JobStep job={job} place={place} />
      </td>
      <td className={styles.time}>
        <Span job={job} />
      </td>
      <td className={styles.time}>{job.lastContactAt === null ? '–' : <Age at={job.lastContactAt} />}</td>
      <td>
        <JobActions job={job} describedBy={nameId} onAction={onAction} />
      </td>
    </tr>
  )
})
