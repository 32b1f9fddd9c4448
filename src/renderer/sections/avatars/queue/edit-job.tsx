import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { missingFields, needsConversation } from '../../../../shared/model/creation-template.ts'
import type { CreationFields, Job } from '../../../../shared/schemas/avatar.ts'
import { useCommand } from '../../../api/use-command.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldInputs } from '../fields/field-inputs.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from './queue.module.css'
import { useJobName } from './use-job-name.ts'

export interface EditJobProps {
  readonly job: Job
  readonly onClose: () => void
}

/** The fields of a job that waits: it keeps its place, and is sent with what stands here. */
export function EditJob({ job, onClose }: EditJobProps) {
  const { t } = useTranslation('avatars')
  const [fields, setFields] = useState<CreationFields>(job.fields)
  const [isMarked, setMarked] = useState(false)
  const name = useJobName(job)
  const opening = useCommand('job.openEdit')
  const editing = useCommand('job.edit')
  const error = opening.error ?? editing.error
  const rules = useOpenProfile()?.profile.creation ?? null
  const missing = missingFields(fields, rules === null || needsConversation(job.image !== null, rules))
  return (
    <Dialog
      title={t('decide.edit.title', { name })}
      size="wide"
      onClose={onClose}
      action={{
        label: t('decide.edit.save'),
        busy: opening.isPending || editing.isPending,
        onClick: () => {
          setMarked(true)
          if (missing.length > 0) return
          // This dialog is the confirmation: its fields are what main issues the ticket for.
          opening.mutate({ jobId: job.id, fields }, ({ ticket }) => {
            editing.mutate({ ticket }, onClose)
          })
        },
      }}
    >
      <Text as="p" tone="soft">
        {t('decide.edit.words')}
      </Text>
      <div className={styles.fields}>
        <FieldInputs
          fields={fields}
          placeholderOf={(field) => (field === 'voice' || field === 'conversationId' ? '' : t('fields.serviceChooses'))}
          missing={isMarked ? missing : []}
          onChange={(field, value) => {
            setFields((before) => ({ ...before, [field]: value }))
          }}
        />
      </div>
      <ErrorNotice error={error} />
    </Dialog>
  )
}
