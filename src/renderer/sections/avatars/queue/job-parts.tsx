/** What the row of a job, its inspector and its dialogs have in common. */
import type { TFunction } from 'i18next'
import { ImageOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { jobName } from '../../../../shared/model/job-name.ts'
import type { Evidence, Job, JobState } from '../../../../shared/schemas/avatar.ts'
import { Elapsed } from '../../../i18n/age.tsx'
import type { Format } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Row } from '../../../ui/layout.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import type { StateGlyphKind } from '../../../ui/state-glyph.tsx'
import { thumbnailUrl } from '../image-url.ts'
import styles from './queue.module.css'

export type JobAction = 'open-conversation' | 'create-again' | 'edit' | 'enter-task-id' | 'mark-not-created' | 'remove'

/** The job's name for a sentence, "Unnamed" when it has none; "" for a job that is not known yet. */
export function useJobName(job: Job | null): string {
  const { t } = useTranslation('avatars')
  return job === null ? '' : jobName(job) || t('job.unnamed')
}

export function Thumbnail({ image }: Pick<Job, 'image'>) {
  return (
    <span className={styles.thumb}>
      {image === null ? (
        <ImageOff aria-hidden size={14} />
      ) : (
        <img src={thumbnailUrl(image.imageId)} alt="" draggable={false} loading="lazy" decoding="async" />
      )}
    </span>
  )
}

const glyphs = {
  waiting: 'waiting',
  submitting: 'submitting',
  unknown: 'unknown',
  training: 'training',
  ready: 'ready',
  failed: 'failed',
  rejected: 'failed',
  removed: 'waiting',
} as const satisfies Record<JobState, StateGlyphKind>

export function JobStateText({ state }: Pick<Job, 'state'>) {
  const { t } = useTranslation('avatars')
  return (
    <Row as="span" gap={2}>
      <StateGlyph kind={glyphs[state]} />
      {t(`queue.state.${state}`)}
    </Row>
  )
}

const ongoing: readonly JobState[] = ['submitting', 'training', 'unknown']
const ended: readonly JobState[] = ['ready', 'failed']

/** How long the job took, or takes so far; a dash for one that was never sent. */
export function JobSpan({ job: { submittedAt, state, stateSince } }: { readonly job: Job }) {
  const format = useFormat()
  if (submittedAt === null) return <>–</>
  if (ongoing.includes(state)) return <Elapsed at={submittedAt} />
  return <>{ended.includes(state) ? format.duration(stateSince - submittedAt) : '–'}</>
}

/** What the balance did while a creation was sent. */
export function balanceText(
  { balanceBefore, balanceAfter }: Evidence,
  t: TFunction<'avatars'>,
  format: Format,
): string {
  const before = balanceBefore && {
    before: format.number(balanceBefore.avatarCreationsLeft),
    beforeTime: format.time(balanceBefore.at),
  }
  const after = balanceAfter && {
    after: format.number(balanceAfter.avatarCreationsLeft),
    afterTime: format.time(balanceAfter.at),
  }
  if (before !== null && after !== null) return t('job.evidence.balance', { ...before, ...after })
  if (before !== null) return t('job.evidence.noAfter', before)
  return after === null ? t('job.evidence.none') : t('job.evidence.noBefore', after)
}
