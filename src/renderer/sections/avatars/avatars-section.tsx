import { useQuery } from '@tanstack/react-query'
import { ImagePlus, Lock } from 'lucide-react'
import { useCallback, useDeferredValue, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { JobId } from '../../../shared/ids.ts'
import { creationsThatFit } from '../../../shared/model/creation-template.ts'
import { firstToCreate } from '../../../shared/model/findings.ts'
import type { CreationFields, Draft } from '../../../shared/schemas/avatar.ts'
import { read } from '../../api/queries.ts'
import { useIsReadOnly, useOpenProfile } from '../../api/use-app-state.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { chooseImages } from '../../state/choose-images.ts'
import type { DroppedThings } from '../../state/intake-store.ts'
import { useJobCounts } from '../../state/use-jobs.ts'
import { Button, CollapsingButton } from '../../ui/button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import styles from './avatars.module.css'
import { ConfirmCreationDialog } from './confirm/confirm-creation-dialog.tsx'
import { useCreation } from './confirm/use-creation.ts'
import { CreatorStatus, CreatorSub, RejectedFiles } from './creator-status.tsx'
import { DraftList } from './drafts/draft-list.tsx'
import { DropTarget, useFilePaste, usePendingDrop } from './drafts/file-drop.tsx'
import { useDraftSelection, useDrafts, useReview } from './drafts/use-drafts.ts'
import { useIntake } from './drafts/use-intake.ts'
import { SharedFieldsCard, missingInDrafts, useSharedFields } from './fields/shared-fields.tsx'
import { ManifestPart } from './manifest-dialog.tsx'
import { JobInspector } from './queue/job-inspector.tsx'
import { QueueActions, QueueDock, QueueRegion } from './queue/queue-region.tsx'

/** How many creations the last balance covers, counted as in main; all of them while the balance is unknown. */
function useCovered(count: number): number {
  const left = useQuery(read('account.figures', {})).data?.latest?.avatarCreationsLeft ?? null
  const jobs = useJobCounts()?.counts
  const floor = useOpenProfile()?.profile.creation.floor ?? 0
  if (left === null || jobs === undefined) return count
  return creationsThatFit({ left, queued: jobs.waiting + jobs.submitting, floor })
}

interface CreateButtonsProps {
  /** The selected drafts, or all drafts. */
  readonly drafts: readonly Draft[]
  readonly onCreate: (drafts: readonly Draft[], isFirst: boolean) => void
}

/**
 * Opens the confirmation, which reads the balance. Where the last balance does not cover all drafts, a second button
 * offers as many as it covers; the first button stays, because the account might have been topped up since.
 */
function CreateButtons({ drafts, onCreate }: CreateButtonsProps) {
  const { t } = useTexts('avatars')
  const count = drafts.length
  const coveredCount = useCovered(count)
  const isCovered = count <= coveredCount
  const first = isCovered ? [] : firstToCreate(drafts, coveredCount)
  return (
    <>
      {!isCovered && <Text tone="bad">{t('balance.uses', { count, left: coveredCount })}</Text>}
      {first.length > 0 && (
        <Button onClick={() => onCreate(first, true)}>{t('balance.createFirst', { count: first.length })}</Button>
      )}
      <Button tone="primary" disabled={count === 0} onClick={() => onCreate(drafts, false)}>
        {count === 0 ? t('createAvatars') : t('createCount', { count })}
      </Button>
    </>
  )
}

const noFields: readonly (keyof CreationFields)[] = []

function Creator() {
  const { t } = useTexts(['avatars', 'app'])
  const all = useDrafts()
  const review = useReview(all)
  const drafts = review.shown
  const selection = useDraftSelection(drafts)
  const { flush, ...shared } = useSharedFields()
  const intake = useIntake()
  const queueElement = useRef<HTMLElement>(null)
  const creation = useCreation({
    flush,
    onConfirmed: (confirmed) => {
      // The drafts move to the queue. Without any drafts left, the button that created them is disabled.
      if (confirmed.kind === 'drafts' && confirmed.draftIds.length === drafts.length)
        queueElement.current?.focus({ preventScroll: true })
    },
  })
  const addDropped = (dropped: DroppedThings): void => {
    // New cards are visible immediately, whatever their findings are.
    review.end()
    intake.add(dropped)
  }
  const addFiles = (files: readonly File[]): void => addDropped({ files, addresses: [] })
  const { add } = intake
  const addAddress = useCallback((address: string): void => add({ files: [], addresses: [address] }), [add])
  usePendingDrop(addDropped)
  useFilePaste(addFiles)
  const [isMarked, setMarked] = useState(false)
  const fieldsCard = useRef<HTMLDivElement>(null)

  const hasDrafts = drafts.length > 0
  const rules = useOpenProfile()?.profile.creation
  const chosen = selection.selected.length > 0 ? selection.selected : drafts
  const missing = missingInDrafts(shared.fields, chosen, rules)
  // The first cards are drawn before the fields, in an earlier frame.
  const hasFields = useDeferredValue(hasDrafts, false) && hasDrafts
  const create = (created: readonly Draft[], isFirst: boolean): void => {
    if (missingInDrafts(shared.fields, created, rules).length === 0) {
      creation.open({ kind: 'drafts', draftIds: created.map(({ id }) => id), isFirst })
      return
    }
    // Drawn synchronously, because the focus goes to the first marked field.
    flushSync(() => setMarked(true))
    fieldsCard.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const { open } = creation
  const createAgain = useCallback((jobIds: readonly JobId[]): void => open({ kind: 'jobs', jobIds }), [open])

  return (
    <QueueActions onCreateAgain={createAgain}>
      <section aria-label={t('createAvatars')} className="contents">
        <PageHeader
          title={t('app:section.avatars')}
          sub={<CreatorSub drafts={all} progress={intake.progress} />}
          actions={
            <>
              <CollapsingButton Icon={ImagePlus} name={t('chooseImages')} onClick={chooseImages} />
              <CreateButtons drafts={chosen} onCreate={create} />
            </>
          }
        />
        <Page inspector={<JobInspector />}>
          <div>
            <CreatorStatus intake={intake} />
            <Stack gap={3}>
              <RejectedFiles />
              <div className={hasDrafts ? styles.drafts : undefined}>
                <DraftList review={review} shared={shared.fields} selection={selection} onAddress={addAddress} />
                {hasFields && (
                  <div ref={fieldsCard} className={styles.fields}>
                    <SharedFieldsCard {...shared} missing={isMarked ? missing : noFields} />
                  </div>
                )}
              </div>
            </Stack>
            {hasDrafts && <QueueDock element={queueElement} />}
          </div>
          <QueueRegion element={queueElement} hidesEmpty={hasDrafts} />
        </Page>
      </section>
      {creation.request !== null && (
        <ConfirmCreationDialog creation={creation} request={creation.request} onReview={selection.select} />
      )}
      <ManifestPart />
      <DropTarget onDrop={addDropped} />
    </QueueActions>
  )
}

/** For a profile that must not create: the queue, and the saved drafts. */
function OnlyQueue() {
  const { t } = useTexts(['avatars', 'app'])
  const drafts = useDrafts()
  return (
    <QueueActions onCreateAgain={null}>
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
      <Page inspector={<JobInspector />}>
        <QueueRegion />
      </Page>
    </QueueActions>
  )
}

export function AvatarsSection() {
  return useIsReadOnly() ? <OnlyQueue /> : <Creator />
}
