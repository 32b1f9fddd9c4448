import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { EditJob } from './edit-job.tsx'
import { useJobName } from './use-job-name.ts'
import { Text } from '../../../ui/layout.tsx'

/** The open dialog, and its job. */
export interface Decision {
  readonly action: 'edit' | 'enter-task-id' | 'mark-not-created' | 'remove'
  readonly job: Job
}

export interface JobDialogProps {
  readonly decision: Decision
  readonly onClose: () => void
}

interface OneJobProps {
  readonly job: Job
  readonly onClose: () => void
}

function EnterTaskId({ job, onClose }: OneJobProps) {
  const { t } = useTranslation('avatars')
  const [taskId, setTaskId] = useState('')
  const [isMarked, setMarked] = useState(false)
  const name = useJobName(job)
  const { mutate, isPending, error } = useCommand('job.enterTaskId')
  const isValid = /^\d{1,32}$/.test(taskId.trim())
  const submit = (): void => {
    setMarked(true)
    if (isValid && !isPending) mutate({ jobId: job.id, taskId: taskId.trim() }, onClose)
  }
  return (
    <Dialog
      title={t('decide.task.title', { name })}
      onClose={onClose}
      action={{ label: t('decide.task.save'), busy: isPending, onClick: submit }}
    >
      <Text as="p" tone="soft">
        {t('decide.task.words')}
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label={t('decide.task.label')} error={isMarked && !isValid ? t('decide.task.digits') : null}>
          <TextInput
            mono
            inputMode="numeric"
            value={taskId}
            onChange={(event) => {
              setTaskId(event.target.value)
            }}
          />
        </Field>
      </form>
      <ErrorNotice error={error} />
    </Dialog>
  )
}

function MarkNotCreated({ job, onClose }: OneJobProps) {
  const { t } = useTranslation('avatars')
  const name = useJobName(job)
  const { mutate, isPending, error } = useCommand('job.markNotCreated')
  return (
    <Dialog
      title={t('decide.not.title', { name })}
      onClose={onClose}
      action={{
        label: t('decide.not.save'),
        busy: isPending,
        onClick: () => {
          mutate({ jobId: job.id }, onClose)
        },
      }}
    >
      <Text as="p" tone="soft">
        {t('decide.not.words')}
      </Text>
      <ErrorNotice error={error} />
    </Dialog>
  )
}

function RemoveRow({ job, onClose }: OneJobProps) {
  const { t } = useTranslation('avatars')
  const name = useJobName(job)
  const { mutate, isPending, error } = useCommand('job.remove')
  return (
    <Dialog
      title={t('decide.remove.title', { name })}
      onClose={onClose}
      action={{
        label: t('decide.remove.save'),
        tone: 'danger',
        busy: isPending,
        onClick: () => {
          mutate({ jobId: job.id }, onClose)
        },
      }}
    >
      <p>{t('decide.remove.waiting')}</p>
      <ErrorNotice error={error} />
    </Dialog>
  )
}

/** The light dialog of a row: change its fields while it waits, enter its task id, rule that it was not created, or remove it here. */
export function JobDialog({ decision: { action, job }, onClose }: JobDialogProps) {
  switch (action) {
    case 'edit':
      return <EditJob job={job} onClose={onClose} />
    case 'enter-task-id':
      return <EnterTaskId job={job} onClose={onClose} />
    case 'mark-not-created':
      return <MarkNotCreated job={job} onClose={onClose} />
    case 'remove':
      return <RemoveRow job={job} onClose={onClose} />
  }
}
