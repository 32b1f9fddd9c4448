import { useQuery } from '@tanstack/react-query'
import { ImagePlus, Lock } from 'lucide-react'
import { useCallback, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { CreationFields, Job } from '../../../shared/schemas/avatar.ts'
import { read } from '../../api/queries.ts'
import { useIsReadOnly, useOpenProfile } from '../../api/use-app-state.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './avatars-section.module.css'
import { ConfirmCreationDialog } from './confirm/confirm-creation-dialog.tsx'
import { useCreation } from './confirm/use-creation.ts'
import { CreatorSub, CreatorStatus } from './creator-status.tsx'
import { Drafts } from './drafts/draft-list.tsx'
import { DropOverlay } from './drafts/drop-overlay.tsx'
import { RejectedFiles } from './drafts/rejected-files.tsx'
import { usePendingDrop, useFilePaste } from './drafts/use-file-drop.ts'
import { useIntake } from './drafts/use-intake.ts'
import { missingInDrafts } from './fields/missing-in-drafts.ts'
import { SharedFieldsCard } from './fields/shared-fields-card.tsx'
import { useSharedFields } from './fields/use-shared-fields.ts'
import { ManifestPart } from './manifest/manifest-part.tsx'
import { useManifests } from './manifest/use-manifests.ts'
import { QueueRegion } from './queue/queue-region.tsx'
import { useDrafts } from './use-creator.ts'

interface ChooseImagesProps {
  readonly inputId: string
  readonly onFiles: (files: readonly File[]) => void
}

function ChooseImages({ inputId, onFiles }: ChooseImagesProps) {
  const { t } = useTranslation('avatars')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        id={inputId}
        type="file"
        multiple
        accept="image/*,.csv"
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Emptied, so that choosing the same file again fires a change.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button
        icon={<ImagePlus aria-hidden />}
        onClick={() => {
          input.current?.click()
        }}
      >
        {t('chooseImages')}
      </Button>
    </>
  )
}

function Creator() {
  const { t } = useTranslation('avatars')
  const inputId = useId()
  const drafts = useDrafts()
  const shared = useSharedFields()
  const intake = useIntake()
  const manifests = useManifests(intake.addFiles)
  const creation = useCreation(shared.flush)
  const dragged = usePendingDrop({ addFiles: manifests.addFiles, addAddresses: intake.addAddresses })
  useFilePaste(manifests.addFiles)
  const [isMarked, setMarked] = useState(false)
  const fieldsCard = useRef<HTMLDivElement>(null)

  // With nothing to prepare, the operator watches the avatars in training.
  const isSuspended = (useQuery(read('job.counts', {})).data?.total ?? 0) > 0 && drafts.length === 0
  const missing = missingInDrafts(shared.fields, drafts, useOpenProfile()?.profile.creation ?? null)
  const marked: readonly (keyof CreationFields)[] = isMarked ? missing : []
  const createAll = (): void => {
    if (missing.length === 0) {
      creation.open({ kind: 'drafts', drafts })
      return
    }
    // Drawn at once, because the focus goes to the first field that is marked.
    flushSync(() => {
      setMarked(true)
    })
    fieldsCard.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const { open } = creation
  const createAgain = useCallback(
    (job: Job): void => {
      open({ kind: 'job', job })
    },
    [open],
  )

  return (
    <>
      <section aria-label={t('createAvatars')} className={styles.region}>
        <PageHeader
          title={t('title')}
          sub={<CreatorSub drafts={drafts} intake={intake} />}
          actions={
            <>
              <ChooseImages inputId={inputId} onFiles={manifests.addFiles} />
              <Button tone="primary" onClick={createAll}>
                {t('createAvatars')}
              </Button>
            </>
          }
        />
        <Page>
          <div className={cx(styles.create, isSuspended && styles.resting)}>
            <CreatorStatus
              intake={intake}
              confirmed={drafts.length === 0 ? creation.confirmed : null}
              isMissing={marked.length > 0}
            />
            <div className={styles.refused}>
              <RejectedFiles />
            </div>
            <div className={styles.columns}>
              <Drafts shared={shared.fields} inputId={inputId} />
              <div ref={fieldsCard} className={styles.fields}>
                <SharedFieldsCard shared={shared} missing={marked} />
              </div>
            </div>
          </div>
          <QueueRegion onCreateAgain={createAgain} />
        </Page>
      </section>
      {creation.request !== null && (
        <ConfirmCreationDialog creation={creation} request={creation.request} shared={shared.fields} />
      )}
      <ManifestPart manifests={manifests} />
      <DropOverlay content={dragged} />
    </>
  )
}

/** For a profile that must not create: the queue, and the saved drafts. */
function OnlyQueue() {
  const { t } = useTranslation('avatars')
  const drafts = useDrafts()
  return (
    <>
      <PageHeader
        title={t('title')}
        sub={
          <span className={styles.readOnly}>
            <Lock aria-hidden />
            {t('readOnly')}
            {drafts.length > 0 && ` · ${t('readOnlyDrafts', { count: drafts.length })}`}
          </span>
        }
      />
      <Page>
        <QueueRegion onCreateAgain={null} />
      </Page>
    </>
  )
}

/** The Avatars section: drafts and their fields, the confirmation that spends, and the queue. */
export function AvatarsSection() {
  return useIsReadOnly() ? <OnlyQueue /> : <Creator />
}
