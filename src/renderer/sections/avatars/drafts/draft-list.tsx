import { useQuery } from '@tanstack/react-query'
import { ImagePlus, Plus, UserRound } from 'lucide-react'
import { memo, useCallback, useMemo, useState } from 'react'
import { Trans } from 'react-i18next'
import type { DraftId } from '../../../../shared/ids.ts'
import { practicePortraitPath } from '../../../../shared/model/practice.ts'
import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'
import { call } from '../../../api/call.ts'
import { rereadCreator } from '../../../api/creator-cache.ts'
import { read } from '../../../api/queries.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useCommand, useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Unread } from '../../../failures/query-failure.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { imagesInputId } from '../../../state/choose-images.ts'
import { forgetCustomFields, typeCustomFields, useCustomFields } from '../../../state/typed-texts-store.ts'
import { useUndoable } from '../../../state/use-undoable.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import type { DialogProps } from '../../../ui/dialog.tsx'
import { focusBeside } from '../../../ui/focus.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { CropDialog } from '../crop/crop-dialog.tsx'
import { FieldGrid } from '../fields/field-inputs.tsx'
import type { DraftAction } from './draft-card.tsx'
import { DraftGrid } from './draft-grid.tsx'
import { draftTitles } from './draft-titles.ts'
import { DraftToolbar, FixBar } from './draft-toolbar.tsx'
import styles from './drafts.module.css'
import { useImageFixes } from './use-image-fixes.ts'
import { useDrafts } from './use-drafts.ts'
import type { DraftSelection, Review } from './use-drafts.ts'

interface DraftListProps {
  readonly review: Review
  /** Values of the fields that a draft does not set. */
  readonly shared: CreationFields
  readonly selection: DraftSelection
  /** Adds the image of an address as if it was dropped. */
  readonly onAddress: (address: string) => void
}

interface CustomFieldsDialogProps extends Pick<DraftListProps, 'shared'>, Pick<DialogProps, 'onClose'> {
  readonly draftIds: readonly DraftId[]
}

/** For practice profiles only: few operators have a portrait at hand on the first day. */
function SamplePortrait({ onAddress }: Pick<DraftListProps, 'onAddress'>) {
  const { t } = useTexts('avatars')
  const profile = useOpenProfile()?.profile
  if (profile?.kind !== 'practice') return null
  return (
    <Button
      tone="quiet"
      Icon={UserRound}
      onClick={() => onAddress(new URL(practicePortraitPath, profile.baseUrl).href)}
    >
      {t('drafts.useSample')}
    </Button>
  )
}

const goneDraft = { kind: 'not-found', what: 'draft' } as const

/** The custom fields of one draft; for several drafts, typed fields are set and the others stay. */
function CustomFieldsDialog({ draftIds, shared, onClose }: CustomFieldsDialogProps) {
  const { t } = useTexts('avatars')
  const all = useDrafts()
  const drafts = all.filter(({ id }) => draftIds.includes(id))
  const isGone = drafts.length === 0
  const onlyDraft = draftIds.length === 1 ? drafts[0] : undefined
  const saved = onlyDraft?.overrides ?? {}
  const fields = useCustomFields(draftIds, saved)
  const { mutate, isPending, error } = useProfileTask({
    run: async (edited: Draft['overrides'], { profileId }) => {
      const typed = Object.fromEntries(Object.entries(edited).filter(([, value = '']) => value.trim() !== ''))
      for (const { id, overrides } of drafts)
        await call(
          'draft.setOverrides',
          { draftId: id, overrides: onlyDraft ? typed : { ...overrides, ...typed } },
          profileId,
        )
    },
    onEnd: rereadCreator,
  })
  const leave = (): void => {
    forgetCustomFields()
    onClose()
  }
  const file = onlyDraft?.original ? onlyDraft.fileName : t('drafts.withoutTitle')
  const title = t('fields.own.title', {
    what: onlyDraft ? file : t('head.drafts', { count: drafts.length || draftIds.length }),
  })
  return (
    <FormDialog
      title={title}
      size="wide"
      isChanged={fields !== saved}
      onClose={leave}
      action={{ label: t('fields.own.save'), busy: isPending, disabled: isGone, onClick: () => mutate(fields, leave) }}
    >
      <FieldGrid
        fields={fields}
        placeholderOf={(name) => t('fields.own.shared', { value: shared[name] || t('fields.own.nothing') })}
        onChange={(name, value) => typeCustomFields(draftIds, { ...fields, [name]: value })}
      />
      <ErrorNotice failure={isGone ? goneDraft : null} error={error} />
    </FormDialog>
  )
}

/** The draft cards and their actions; without drafts, one line above the queue where the first card will appear. */
export const DraftList = memo(function DraftList({ review, shared, selection, onAddress }: DraftListProps) {
  const drafts = review.shown
  const { t } = useTexts(['avatars', 'common'])
  const creator = useQuery(read('creator.read', {}))
  const [croppedId, setCroppedId] = useState<DraftId | null>(null)
  // The current draft: its faces can be found while the dialog is open.
  const cropped = drafts.find(({ id }) => id === croppedId)
  const [editedIds, setEditedIds] = useState<readonly DraftId[]>([])
  const { mutate: addWithout, isPending, error } = useCommand('draft.addWithoutImage')
  const remove = useUndoable('draft.remove', 'draft.restore')
  const fixImages = useImageFixes()
  const act = useCallback(
    (action: DraftAction, concerned: readonly Draft[]): void => {
      if (action === 'remove') {
        const draftIds = concerned.map(({ id }) => id)
        const [first] = concerned
        if (first === undefined) return
        focusBeside(draftIds)
        remove({
          input: { draftIds },
          undo: { draftIds },
          text: t('count.removed', { number: draftIds.length }),
          name: first.fileName || t('drafts.withoutTitle'),
          count: draftIds.length,
          focusKey: first.id,
        })
      } else if (action === 'custom-fields') setEditedIds(concerned.map(({ id }) => id))
      else if (action === 'crop') setCroppedId(concerned[0]?.id ?? null)
      else fixImages(action, concerned)
    },
    [remove, fixImages, t],
  )
  const { name } = shared
  const titles = useMemo(() => draftTitles(review.all, name), [review.all, name])
  const addOne = (): void => {
    review.end()
    addWithout({})
  }
  if (!creator.isSuccess) return <Unread query={creator} lines={6} />
  const hasDrafts = drafts.length > 0
  return (
    <Stack gap={3}>
      {hasDrafts && (
        <>
          <DraftToolbar drafts={drafts} review={review} selection={selection} onAction={act} />
          <FixBar />
          <DraftGrid drafts={drafts} titles={titles} selection={selection} onAction={act} />
        </>
      )}
      <Row gap={2} className={hasDrafts ? undefined : styles.line}>
        {!hasDrafts && (
          <>
            <ImagePlus aria-hidden size={16} color="var(--soft)" />
            <Text as="p" grow>
              <Trans
                t={t}
                i18nKey="drafts.emptyWords"
                components={{
                  strong: <b />,
                  // A label instead of a second button: keyboard and screen readers use "Choose images" in the head.
                  // eslint-disable-next-line jsx-a11y/label-has-associated-control -- Trans puts the words inside
                  choose: <label htmlFor={imagesInputId} className={styles.choose} />,
                }}
              />
            </Text>
          </>
        )}
        {!hasDrafts && <SamplePortrait onAddress={onAddress} />}
        <Button tone="quiet" Icon={Plus} busy={isPending} onClick={addOne}>
          {t('drafts.addWithout')}
        </Button>
      </Row>
      <ErrorNotice error={error} />
      {editedIds.length > 0 && (
        <CustomFieldsDialog draftIds={editedIds} shared={shared} onClose={() => setEditedIds([])} />
      )}
      {cropped?.original && (
        <CropDialog draft={cropped} original={cropped.original} onClose={() => setCroppedId(null)} />
      )}
    </Stack>
  )
})
