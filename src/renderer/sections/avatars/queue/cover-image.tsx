import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { jobName } from '../../../../shared/model/job-name.ts'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { coverUrl } from '../image-url.ts'
import { Text } from '../../../ui/layout.tsx'
import styles from './queue.module.css'

export interface CoverImageProps {
  readonly job: Job
}

/** The cover that the service names of an avatar: fetched, by main, once it is opened; says so when it is not to be had. */
export function CoverImage({ job }: CoverImageProps) {
  const { t } = useTranslation('avatars')
  const [isOpen, setOpen] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const toggle = (open: boolean): void => {
    setOpen(open)
    // Opened once more, it is tried once more.
    if (!open) setFailed(false)
  }
  return (
    <Disclosure label={t('job.cover.label')} onToggle={toggle}>
      {isOpen && !isFailed && (
        <img
          className={styles.cover}
          src={coverUrl(job.id)}
          alt={t('job.cover.alt', { name: jobName(job) })}
          draggable={false}
          onError={() => {
            setFailed(true)
          }}
        />
      )}
      <Text role="status" as="p" tone="soft">
        {isFailed ? t('job.cover.failed') : ''}
      </Text>
    </Disclosure>
  )
}
