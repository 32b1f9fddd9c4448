import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { missingFields, needsConversation } from '../../../../shared/model/creation-template.ts'
import type { CreationFields, Job } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useCommand } from '../../../api/use-command.ts'
import type { Task } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { DialogProps } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Text } from '../../../ui/layout.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { FieldGrid } from '../fields/field-inputs.tsx'
import { useJobName } from './job-parts.tsx'
import type { JobAction } from './job-parts.tsx'

/** The open dialog, and its job. */
export interface Decision {
  readonly action: Exclude<JobAction, 'open-conversation' | 'create-again'>
  readonly job: Job
}

interface OneJobProps {
  readonly job: Job
  readonly onClose: () => void
}

interface FrameProps extends OneJobProps, Pick<DialogProps, 'size'> {
  readonly what: 'edit' | 'task' | 'not' | 'remove'
  readonly task: Pick<Task<unknown, unknown>, 'isPending' | 'error'>
  readonly onSave: () => void
  readonly children?: ReactNode
}

function Frame({ what, job, task, onClose, onSave, children, ...rest }: FrameProps) {
  const { t } = useTranslation('avatars')
  const isRemoval = what === 'remove'
  return (
    <Dialog
      {...rest}
      title={t(`decide.${what}.title`, { name: useJobName(job) })}
      onClose={onClose}
      action={{
        label: t(`decide.${what}.save`),
        tone: isRemoval ? 'danger' : 'primary',
        busy: task.isPending,
        onClick: onSave,
      }}
    >
      <Text as="p" tone={isRemoval ? undefined : 'soft'}>
        {t(isRemoval ? 'decide.remove.waiting' : `decide.${what}.words`)}
      </Text>
      {children}
      <ErrorNotice error={task.error} />
    </Dialog>
  )
}

/** The fields of a job that waits: it keeps its place, and is sent with what stands here. */
function EditJob({ job, onClose }: OneJobProps) {
  const [fields, setFields] = useState<CreationFields>(job.fields)
  const [isMarked, setMarked] = useState(false)
  const opening = useCommand('job.openEdit')
  const editing = useCommand('job.edit')
  const rules = useOpenProfile()?.profile.creation ?? null
  const missing = missingFields(fields, rules === null || needsConversation(job.image !== null, rules))
  const save = (): void => {
    setMarked(true)
    if (missing.length > 0) return
    // This dialog is the confirmation: its fields are what main issues the ticket for.
    opening.mutate({ jobId: job.id, fields }, ({ ticket }) => editing.mutate({ ticket }, onClose))
  }
  return (
    <Frame
      what="edit"
      job={job}
      size="wide"
      task={{ isPending: opening.isPending || editing.isPending, error: opening.error ?? editing.error }}
      onClose={onClose}
      onSave={save}
    >
      <FieldGrid
        fields={fields}
        missing={isMarked ? missing : []}
        onChange={(field, value) => setFields((before) => ({ ...before, [field]: value }))}
      />
    </Frame>
  )
}

function EnterTaskId({ job, onClose }: OneJobProps) {
  const { t } = useTranslation('avatars')
  const [typed, setTyped] = useState('')
  const [isMarked, setMarked] = useState(false)
  const task = useCommand('job.enterTaskId')
  const taskId = typed.trim()
  const isValid = /^\d{1,32}$/.test(taskId)
  const save = (): void => {
    setMarked(true)
    if (isValid && !task.isPending) task.mutate({ jobId: job.id, taskId }, onClose)
  }
  return (
    <Frame what="task" job={job} task={task} onClose={onClose} onSave={save}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Field label={t('decide.task.label')} error={isMarked && !isValid ? t('decide.task.digits') : null}>
          <TextInput mono inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      </form>
    </Frame>
  )
}

interface RulingProps extends OneJobProps {
  readonly what: 'not' | 'remove'
  readonly command: 'job.markNotCreated' | 'job.remove'
}

function Ruling({ what, command, job, onClose }: RulingProps) {
  const task = useCommand(command)
  const save = (): void => task.mutate({ jobId: job.id }, onClose)
  return <Frame what={what} job={job} task={task} onClose={onClose} onSave={save} />
}

/** The light dialog of a row: change its fields while it waits, enter its task id, rule that it was not created, or remove it here. */
export function JobDialog({
  decision: { action, job },
  onClose,
}: {
  readonly decision: Decision
  readonly onClose: () => void
}) {
  const of = { job, onClose }
  switch (action) {
    case 'edit':
      return <EditJob {...of} />
    case 'enter-task-id':
      return <EnterTaskId {...of} />
    case 'mark-not-created':
      return <Ruling what="not" command="job.markNotCreated" {...of} />
    case 'remove':
      return <Ruling what="remove" command="job.remove" {...of} />
  }
}
