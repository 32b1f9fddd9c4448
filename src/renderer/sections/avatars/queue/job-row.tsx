import { ImageOff } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useId } from 'react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobId } from '../../../../shared/ids.ts'
import { jobName } from '../../../../shared/model/job-name.ts'
import type { Job, JobState } from '../../../../shared/schemas/avatar.ts'
import { jobById } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Age, Elapsed } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { thumbnailUrl } from '../image-url.ts'
import { JobActions } from './job-actions.tsx'
import type { JobAction } from './job-actions.tsx'
import { JobStep } from './job-step.tsx'
import styles from './job-row.module.css'
import { jobSpan } from './job-text.ts'

export interface JobRowProps {
  readonly id: JobId
  /** Place in the line of a waiting job, 1 is next; null for any other. */
  readonly place: number | null
  /** From 0, in a table of which only a part is drawn; null in one that is drawn whole. */
  readonly index: number | null
  /** Measures the row in a table of which only a part is drawn; must keep its identity. */
  readonly measure?: Ref<HTMLTableRowElement> | undefined
  /** Must keep its identity. */
  readonly onAction: (action: JobAction, job: Job) => void
}

const tones: Readonly<Record<JobState, Tone>> = {
  waiting: 'neutral',
  submitting: 'neutral',
  unknown: 'warn',
  training: 'info',
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
        <img src={thumbnailUrl(image.imageId)} alt="" draggable={false} loading="lazy" decoding="async" />
      )}
    </span>
  )
}

function Span({ job }: { readonly job: Job }) {
  const format = useFormat()
  const span = jobSpan(job)
  if (span === null) return <>–</>
  return span.until === null ? <Elapsed at={span.since} /> : <>{format.duration(span.until - span.since)}</>
}

interface CellsProps extends Pick<JobRowProps, 'place' | 'onAction'> {
  readonly job: Job
}

function Cells({ job, place, onAction }: CellsProps) {
  const { t } = useTranslation('avatars')
  const nameId = useId()
  const name = jobName(job)
  return (
    <>
      <td>
        <Thumbnail image={job.image} />
      </td>
      <td>
        <span id={nameId} className={styles.name} title={name}>
          {name === '' ? t('job.unnamed') : name}
        </span>
        {job.fileName !== '' && job.fileName !== name && (
          <span className={styles.file} title={job.fileName}>
            {job.fileName}
          </span>
        )}
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
    </>
  )
}

/** One job of the queue, read when it comes on screen. A job that is gone keeps its height until the list knows. */
export const JobRow = memo(function JobRow({ id, place, index, measure, onAction }: JobRowProps) {
  const read = useQuery(jobById(id))
  const { data: job } = read
  const position = index === null ? {} : { 'aria-rowindex': index + 2, 'data-index': index }
  return (
    <tr ref={measure} className={styles.row} {...position}>
      {job ? (
        <Cells job={job} place={place} onAction={onAction} />
      ) : (
        <td colSpan={7} className={styles.unread}>
          <QueryFailure query={read} live="none" />
        </td>
      )}
    </tr>
  )
})
