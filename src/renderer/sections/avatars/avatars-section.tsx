import { useQuery } from '@tanstack/react-query'
import { ImagePlus, Lock } from 'lucide-react'
import { useCallback, useDeferredValue, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { creationsThatFit } from '../../../shared/model/creation-template.ts'
import type { CreationFields, Job } from '../../../shared/schemas/avatar.ts'
import { read } from '../../api/queries.ts'
import { useIsReadOnly, useOpenProfile } from '../../api/use-app-state.ts'
import { useJobCounts } from '../../state/use-jobs.ts'
import { Button, CollapsingButton } from '../../ui/button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { useFilePicker } from '../../ui/choose-files.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import styles from './avatars.module.css'
import { ConfirmCreationDialog } from './confirm/confirm-creation-dialog.tsx'
import { useCreation } from './confirm/use-creation.ts'
import { CreatorStatus, CreatorSub, RejectedFiles } from './creator-status.tsx'
import { DraftList } from './drafts/draft-list.tsx'
import { DropTarget, useFilePaste, usePendingDrop } from './drafts/file-drop.tsx'
import { useDraftSelection, useDrafts } from './drafts/use-drafts.ts'
import { useIntake } from './drafts/use-intake.ts'
import { SharedFieldsCard, missingInDrafts, useSharedFields } from './fields/shared-fields.tsx'
import { ManifestPart, useManifests } from './manifest-dialog.tsx'
import { useQueue } from './queue/queue-region.tsx'

/** How many creations the balance last read covers, as main counts them; all, while that is not known. */
function useCovered(count: number): number {
  const left = useQuery(read('account.figures', {})).data?.latest?.avatarCreationsLeft ?? null
  const jobs = useJobCounts()?.counts
  const floor = useOpenProfile()?.profile.creation.floor ?? 0
  if (left === null || jobs === undefined) return count
  return creationsThatFit({ left, queued: jobs.waiting + jobs.submitting, floor })
}

interface CreateButtonsProps {
  readonly count: number
  readonly onCreate: (count: number) => void
}

/** Opens the confirmation for all drafts; where the balance last read does not cover them, only for as many as it does. */
function CreateButtons({ count, onCreate }: CreateButtonsProps) {
  const { t } = useTranslation('avatars')
  const left = useCovered(count)
  const isCovered = count <= left
  return (
    <>
      {!isCovered && <Text tone="bad">{t('balance.uses', { count, left })}</Text>}
      {!isCovered && left > 0 && (
        <Button onClick={() => onCreate(left)}>{t('balance.createFirst', { count: left })}</Button>
      )}
      <Button tone="primary" disabled={count === 0 || !isCovered} onClick={() => onCreate(count)}>
        {count === 0 ? t('createAvatars') : t('createCount', { count })}
      </Button>
    </>
  )
}

const noFields: readonly (keyof CreationFields)[] = []

function Creator() {
  const { t } = useTranslation(['avatars', 'app'])
  const inputId = useId()
  const drafts = useDrafts()
  const selection = useDraftSelection(drafts)
  const { flush, ...shared } = useSharedFields()
  const intake = useIntake()
  const manifests = useManifests(intake.add)
  const creation = useCreation(flush)
  const label = t('chooseImages')
  const { addDropped } = manifests
  const addFiles = (files: readonly File[]): void => addDropped({ files, addresses: [] })
  const picker = useFilePicker({ label, id: inputId, isMultiple: true, accept: 'image/*,.csv', onFiles: addFiles })
  usePendingDrop(addDropped)
  useFilePaste(addFiles)
  const [isMarked, setMarked] = useState(false)
  const fieldsCard = useRef<HTMLDivElement>(null)

  const hasDrafts = drafts.length > 0
  const missing = missingInDrafts(shared.fields, drafts, useOpenProfile()?.profile.creation)
  // The first cards come before them, in a frame of their own.
  const hasFields = useDeferredValue(hasDrafts, false) && hasDrafts
  const create = (count: number): void => {
    if (missing.length === 0) {
      creation.open({ kind: 'drafts', drafts: drafts.slice(0, count), leftOut: drafts.slice(count) })
      return
    }
    // Drawn at once, because the focus goes to the first field that is marked.
    flushSync(() => setMarked(true))
    fieldsCard.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const { open } = creation
  const createAgain = useCallback((job: Job): void => open({ kind: 'job', job }), [open])
  const queue = useQueue(createAgain)

  return (
    <>
      <section aria-label={t('createAvatars')} className="contents">
        <PageHeader
          title={t('app:section.avatars')}
          sub={<CreatorSub drafts={drafts} progress={intake.progress} />}
          actions={
            <>
              {picker.input}
              <CollapsingButton Icon={ImagePlus} name={label} onClick={picker.open} />
              <CreateButtons count={drafts.length} onCreate={create} />
            </>
          }
        />
        <Page inspector={queue.inspector}>
          <div>
            <CreatorStatus intake={intake} />
            <Stack gap={3}>
              <RejectedFiles />
              <div className={hasDrafts ? styles.drafts : undefined}>
                <DraftList drafts={drafts} shared={shared.fields} selection={selection} inputId={inputId} />
                {hasFields && (
                  <div ref={fieldsCard} className={styles.fields}>
                    <SharedFieldsCard {...shared} missing={isMarked ? missing : noFields} />
                  </div>
                )}
              </div>
            </Stack>
            {hasDrafts && queue.dock}
          </div>
          {queue.region}
        </Page>
      </section>
      {queue.dialog}
      {creation.request !== null && (
        <ConfirmCreationDialog
          creation={creation}
          request={creation.request}
          shared={shared.fields}
          onReview={selection.select}
        />
      )}
      <ManifestPart {...manifests} />
      <DropTarget onDrop={addDropped} />
    </>
  )
}

/** For a profile that must not create: the queue, and the saved drafts. */
function OnlyQueue() {
  const { t } = useTranslation(['avatars', 'app'])
  const drafts = useDrafts()
  const queue = useQueue(null)
  return (
    <>
      <PageHeader
        title={t('app:section.avatars')}
        sub={
          <Row as="span" gap={1}>
            <Lock aria-hidden size={13} />
            {t('readOnly')}
            {drafts.length > 0 && ` · ${t('head.drafts', { count: drafts.length })}`}
          </Row>
        }
      />
      <Page inspector={queue.inspector}>{queue.region}</Page>
      {queue.dialog}
    </>
  )
}

export function AvatarsSection() {
  return useIsReadOnly() ? <OnlyQueue /> : <Creator />
}
