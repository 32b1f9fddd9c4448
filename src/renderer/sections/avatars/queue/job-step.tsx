import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import type { Job, JobState } from '../../../../shared/schemas/avatar.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { CopyId } from '../../../ui/copy-id.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { StepProgress } from '../../../ui/step-progress.tsx'
import { CoverImage } from './cover-image.tsx'
import { JobEvidence } from './job-evidence.tsx'
import styles from './job-step.module.css'
import { trainingSteps } from './job-text.ts'
import { RefundLine } from './refund-line.tsx'

export interface JobStepProps {
  readonly job: Job
  /** Place in the line of a waiting job, 1 is next; null for any other. */
  readonly place: number | null
}

type OneJob = Pick<JobStepProps, 'job'>

function Ids({ job }: OneJob) {
  const { t } = useTranslation('avatars')
  const conversationId = job.result?.conversationId ?? null
  return (
    <dl className={styles.ids}>
      {job.state === 'ready' && (
        <div>
          <dt>{t('job.conversation')}</dt>
          <dd>
            {conversationId === null ? (
              t('job.noConversation')
            ) : (
              <CopyId id={conversationId} what={t('job.copy.conversation')} />
            )}
          </dd>
        </div>
      )}
      {job.taskId !== null && (
        <div>
          <dt>{t('job.task')}</dt>
          <dd>
            <CopyId id={job.taskId} what={t('job.copy.task')} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function Ready({ job }: OneJob) {
  const hasCover = (job.result?.coverImage ?? '') !== ''
  return (
    <>
      <Ids job={job} />
      {hasCover && <CoverImage job={job} />}
    </>
  )
}

function Training({ job }: OneJob) {
  const { t } = useTranslation('avatars')
  const words = useFailureText()
  const current = trainingSteps.findIndex((step) => step === job.step)
  return (
    <>
      <StepProgress
        label={t('job.progress')}
        steps={trainingSteps}
        current={current}
        text={job.step ?? t('job.noStep')}
      />
      {job.status !== null && job.status !== 0 && (
        <p className={styles.words}>{t('job.statusRaw', { status: job.status })}</p>
      )}
      <Ids job={job} />
      {job.pollFailure !== null && (
        <p className={styles.warning}>{t('job.lastReadFailed', { reason: words(job.pollFailure).sentence })}</p>
      )}
    </>
  )
}

interface PlainProps {
  readonly label: 'sending' | 'removedWords'
}

function Plain({ label: word }: PlainProps) {
  const { t } = useTranslation('avatars')
  return <span className={styles.words}>{t(`job.${word}`)}</span>
}

interface WhyProps {
  readonly text: string
  readonly failure: Failure | null
}

function Why({ text: words, failure }: WhyProps) {
  const { t } = useTranslation('avatars')
  return (
    <>
      <p className={styles.words}>{words}</p>
      {failure !== null && (
        <Disclosure label={t('job.why')}>
          <ErrorNotice failure={failure} live="none" />
        </Disclosure>
      )}
    </>
  )
}

function Waiting({ place }: JobStepProps) {
  const { t, i18n } = useTranslation('avatars')
  const format = useFormat()
  // Until the line is read the place is not known, and a wrong one would be worse than none.
  if (place === null) return null
  if (place === 1) return <span className={styles.words}>{t('job.line.next')}</span>
  const rule = new Intl.PluralRules(i18n.language, { type: 'ordinal' }).select(place)
  const form = rule === 'one' || rule === 'two' || rule === 'few' ? rule : 'other'
  return <span className={styles.words}>{t(`job.line.${form}`, { place: format.number(place) })}</span>
}

function Failed({ job }: JobStepProps) {
  const { t } = useTranslation('avatars')
  const words = job.refund === null ? `${t('job.failedWords')} ${t('job.refund.usual')}` : t('job.failedWords')
  return (
    <>
      <Why text={words} failure={job.failure} />
      {job.refund !== null && <RefundLine refund={job.refund} />}
      <Ids job={job} />
    </>
  )
}

function Rejected({ job: { failure } }: JobStepProps) {
  const { t } = useTranslation('avatars')
  const words = useFailureText()
  const reason = failure === null ? t('job.rejectedByHand') : words(failure).sentence
  return <Why text={`${t('job.rejectedWords')} ${reason}`} failure={failure} />
}

const steps: Readonly<Record<JobState, (props: JobStepProps) => ReactNode>> = {
  waiting: Waiting,
  submitting: () => <Plain label="sending" />,
  unknown: JobEvidence,
  training: Training,
  ready: Ready,
  failed: Failed,
  rejected: Rejected,
  removed: () => <Plain label="removedWords" />,
}

/** State of a job: step, place in the queue, ids, reason, evidence. */
export function JobStep({ job, place }: JobStepProps) {
  const Step = steps[job.state]
  return (
    <div className={styles.step}>
      <Step job={job} place={place} />
    </div>
  )
}
