import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { JobId } from '../../../../shared/ids.ts'
import { defaultFields, missingFields, needsConversation } from '../../../../shared/model/creation-template.ts'
import { isIdUnwrapped, typedId } from '../../../../shared/model/pasted-text.ts'
import type { CreationFields, Job } from '../../../../shared/schemas/avatar.ts'
import { jobById } from '../../../api/queries.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useCommand } from '../../../api/use-command.ts'
import type { Task } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { IdKindNote } from '../../../ids/id-kind-note.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import type { DialogProps } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Note } from '../../../ui/layout.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { FieldGrid } from '../fields/field-inputs.tsx'
import { namedTaskOf, useJobName } from './job-parts.tsx'
import type { JobAction } from './job-parts.tsx'

type DecidedAction = Exclude<JobAction, 'open-conversation' | 'create-again'>

export interface Decision {
  readonly action: DecidedAction
  /** Several jobs can only be removed; every other action is for one job. */
  readonly jobIds: readonly [JobId, ...JobId[]]
}

interface JobDialogProps<Action = DecidedAction> {
  readonly action: Action
  /** Null once the row was removed, such as in another window. */
  readonly job: Job | null
  readonly jobId: JobId
  readonly onClose: () => void
}

interface FrameProps extends Omit<JobDialogProps, 'jobId'>, Pick<DialogProps, 'size'> {
  readonly task: Pick<Task<unknown, unknown>, 'isPending' | 'error'>
  readonly onSave: () => void
  /** The dialog asks before typed text is lost. */
  readonly isChanged?: boolean
  /** The texts for several jobs; by default, the texts name one job. */
  readonly texts?: Readonly<Record<'title' | 'words' | 'save', string>> | undefined
  readonly children?: ReactNode
}

const goneJob = { kind: 'not-found', what: 'job' } as const

function useTextsOf(action: DecidedAction, job: Job | null): NonNullable<FrameProps['texts']> {
  const { t } = useTexts('avatars')
  const name = useJobName(job) || t('unnamed')
  return {
    title: t(`decide.${action}.title`, { name }),
    words: t(`decide.${action}.words`),
    save: t(`decide.${action}.save`),
  }
}

function Frame(props: FrameProps) {
  const { action, job, task, texts, onClose, onSave, children, isChanged = false, size = 'normal' } = props
  const ofOne = useTextsOf(action, job)
  const { title, words, save } = texts ?? ofOne
  const isRemoval = action === 'remove'
  // The row disappears shortly before the answer to its own removal arrives.
  const isGone = job === null && !task.isPending
  return (
    <FormDialog
      size={size}
      title={title}
      isChanged={isChanged}
      onClose={onClose}
      action={{
        label: save,
        tone: isRemoval ? 'danger' : 'primary',
        busy: task.isPending,
        disabled: isGone,
        onClick: onSave,
      }}
    >
      <Note tone={isRemoval ? undefined : 'soft'}>{words}</Note>
      {children}
      <ErrorNotice failure={isGone ? goneJob : null} error={task.error} />
    </FormDialog>
  )
}

/** The fields of a waiting job, which keeps its place and is sent with the edited fields. */
function EditJob(props: JobDialogProps) {
  const { job, jobId, onClose } = props
  const [saved] = useState<CreationFields>(job?.fields ?? defaultFields)
  const [fields, setFields] = useState(saved)
  const [isMarked, setMarked] = useState(false)
  const opening = useCommand('job.openEdit')
  const editing = useCommand('job.edit')
  const rules = useOpenProfile()?.profile.creation
  const missing = missingFields(fields, rules === undefined || needsConversation(job?.image !== null, rules))
  const save = (): void => {
    setMarked(true)
    if (missing.length > 0) return
    // This dialog is the confirmation: main issues the ticket for exactly its fields.
    opening.mutate({ jobId, fields }, ({ ticket }) => editing.mutate({ ticket }, onClose))
  }
  const task = { isPending: opening.isPending || editing.isPending, error: opening.error ?? editing.error }
  return (
    <Frame {...props} size="wide" task={task} isChanged={fields !== saved} onSave={save}>
      <FieldGrid
        expands={false}
        fields={fields}
        missing={isMarked ? missing : []}
        onChange={(field, value) => setFields((before) => ({ ...before, [field]: value }))}
      />
    </Frame>
  )
}

function EnterTaskId(props: JobDialogProps) {
  const { t } = useTexts(['avatars', 'common'])
  const [typed, setTyped] = useState((props.job && namedTaskOf(props.job)) ?? '')
  const [isMarked, setMarked] = useState(false)
  const task = useCommand('job.enterTaskId')
  const taskId = typedId(typed)
  const isValid = /^\d{1,32}$/.test(taskId)
  const save = (): void => {
    setMarked(true)
    if (isValid && !task.isPending) task.mutate({ jobId: props.jobId, taskId }, props.onClose)
  }
  return (
    <Frame {...props} task={task} onSave={save}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Field
          label={t('decide.enter-task-id.label')}
          hint={isIdUnwrapped(typed) ? t('common:idUnwrapped', { id: taskId }) : undefined}
          error={isMarked && !isValid ? t('decide.enter-task-id.digits') : null}
        >
          <TextInput mono inputMode="numeric" value={typed} onType={setTyped} />
        </Field>
        <IdKindNote id={taskId} expectedKind="task" />
      </form>
    </Frame>
  )
}

function MarkNotCreated(props: JobDialogProps) {
  const { jobId, onClose } = props
  const task = useCommand('job.markNotCreated')
  return <Frame {...props} task={task} onSave={() => task.mutate({ jobId }, onClose)} />
}

interface RemoveWaitingProps extends Pick<Decision, 'jobIds'>, Pick<JobDialogProps, 'onClose'> {
  /** The first of the jobs. */
  readonly job: Job | null
}

/** Confirms the removal of waiting jobs, which is permanent. */
function RemoveWaiting({ job, jobIds, onClose }: RemoveWaitingProps) {
  const { t } = useTexts('avatars')
  const task = useCommand('job.remove')
  const count = jobIds.length
  const many = {
    title: t('decide.removeMany.title', { count }),
    words: t('decide.removeMany.words'),
    save: t('decide.removeMany.save'),
  }
  return (
    <Frame
      action="remove"
      job={job}
      texts={count === 1 ? undefined : many}
      task={task}
      onClose={onClose}
      onSave={() => task.mutate({ jobIds: [...jobIds] }, onClose)}
    />
  )
}

/**
 * The dialog of a row: edits a waiting job, enters its task id, marks it as not created, or removes it. Several waiting
 * jobs are removed together.
 */
export function JobDialog({ action, jobIds, onClose }: Decision & Pick<JobDialogProps, 'onClose'>) {
  const [jobId] = jobIds
  const { data: job } = useQuery(jobById(jobId))
  if (job === undefined) return null
  const dialogProps = { job, jobId, onClose }
  if (action === 'edit') return <EditJob action={action} {...dialogProps} />
  if (action === 'enter-task-id') return <EnterTaskId action={action} {...dialogProps} />
  if (action === 'remove') return <RemoveWaiting job={job} jobIds={jobIds} onClose={onClose} />
  return <MarkNotCreated action={action} {...dialogProps} />
}
