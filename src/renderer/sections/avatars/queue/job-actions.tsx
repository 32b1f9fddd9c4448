import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { canCreateAgain, nextState } from '../../../../shared/model/avatar-job.ts'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './job-actions.module.css'

export type JobAction = 'open-conversation' | 'create-again' | 'edit' | 'enter-task-id' | 'mark-not-created' | 'remove'

export interface JobActionsProps {
  readonly job: Job
  /** Id of the row's name, read with each button. */
  readonly describedBy: string
  readonly onAction: (action: JobAction, job: Job) => void
}

interface Offer {
  readonly action: JobAction
  readonly label: string
}

function useAllOffers(job: Job): readonly Offer[] {
  const { t } = useTranslation('avatars')
  const conversationId = job.result?.conversationId ?? null
  if (job.state === 'ready' && conversationId !== null) {
    return [{ action: 'open-conversation', label: t('job.open') }]
  }
  if (job.state === 'waiting') return [{ action: 'edit', label: t('job.edit') }]
  if (job.state === 'unknown') {
    return [
      { action: 'enter-task-id', label: t('job.enterTaskId') },
      { action: 'mark-not-created', label: t('job.notCreated') },
      { action: 'create-again', label: t('job.createAgain') },
    ]
  }
  return canCreateAgain(job.state) ? [{ action: 'create-again', label: t('job.tryAgain') }] : []
}

// What sends a creation, or changes what will be sent.
const sending: ReadonlySet<JobAction> = new Set(['create-again', 'edit'])

function useOffers(job: Job): readonly Offer[] {
  const isReadOnly = useIsReadOnly()
  const offers = useAllOffers(job)
  return isReadOnly ? offers.filter(({ action }) => !sending.has(action)) : offers
}

/** The buttons of a row: what fits its state, and its removal apart from them. */
export function JobActions({ job, describedBy, onAction }: JobActionsProps) {
  const { t } = useTranslation('avatars')
  const offers = useOffers(job)
  return (
    <div className={styles.actions}>
      <div className={styles.offers}>
        {offers.map(({ action, label }) => (
          <Button
            key={action}
            size="small"
            aria-describedby={describedBy}
            onClick={() => {
              onAction(action, job)
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      {nextState(job.state, 'removed') !== null && (
        <Button
          tone="quiet"
          size="small"
          aria-label={t('job.remove')}
          title={t('job.remove')}
          aria-describedby={describedBy}
          icon={<Trash2 aria-hidden />}
          onClick={() => {
            onAction('remove', job)
          }}
        />
      )}
    </div>
  )
}
