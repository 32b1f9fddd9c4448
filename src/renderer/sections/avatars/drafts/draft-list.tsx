import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Fix } from '../../../../shared/model/findings.ts'
import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'
import { call } from '../../../api/call.ts'
import { rereadCreator } from '../../../api/creator-cache.ts'
import { read } from '../../../api/queries.ts'
import { useCommand, useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { joinFixed } from '../../../state/image-edit-batch-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CropDialog } from '../crop/crop-dialog.tsx'
import { FieldGrid } from '../fields/field-inputs.tsx'
import { useRefocusOnRemoval } from '../use-refocus-on-removal.ts'
import type { DraftAction } from './draft-card.tsx'
import { DraftGrid } from './draft-grid.tsx'
import { DraftToolbar, FixBar } from './draft-toolbar.tsx'
import styles from './drafts.module.css'
import { useImageFixes } from './image-fixes.ts'
import { useRemoveDrafts } from './use-drafts.ts'
import type { DraftSelection } from './use-drafts.ts'

interface DraftListProps {
  readonly drafts: readonly Draft[]
  /** Values of the fields that a draft does not set. */
  readonly shared: CreationFields
  readonly selection: DraftSelection
  /** Id of the file input that "choose them from this computer" opens. */
  readonly inputId: string
}

interface CustomFieldsDialogProps extends Pick<DraftListProps, 'drafts' | 'shared'> {
  readonly onClose: () => void
}

/** The custom fields of one draft; of several, what is typed is set and the rest stays. */
function CustomFieldsDialog({ drafts, shared, onClose }: CustomFieldsDialogProps) {
  const { t } = useTranslation('avatars')
  const only = drafts.length === 1 ? drafts[0] : undefined
  const [fields, setFields] = useState(only?.overrides ?? {})
  const client = useQueryClient()
  const { mutate, isPending, error } = useProfileTask({
    run: async (all: Draft['overrides'], { profileId }) => {
      const typed = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
      for (const { id, overrides } of drafts)
        await call(
          'draft.setOverrides',
          { draftId: id, overrides: only ? typed : { ...overrides, ...typed } },
          profileId,
        )
    },
    onEnd: () => rereadCreator(client),
  })
  const file = only?.original ? only.fileName : t('drafts.withoutTitle')
  return (
    <Dialog
      title={only === undefined ? t('fields.own.titleMany', { count: drafts.length }) : t('fields.own.title', { file })}
      size="wide"
      onClose={onClose}
      action={{ label: t('fields.own.save'), busy: isPending, onClick: () => mutate(fields, onClose) }}
    >
      <FieldGrid
        fields={fields}
        placeholderOf={(name) => t('fields.own.shared', { value: shared[name] || t('fields.own.nothing') })}
        onChange={(name, value) => setFields((before) => ({ ...before, [name]: value }))}
      />
      <ErrorNotice error={error} />
    </Dialog>
  )
}

/** Where nothing is to be created yet: words in one line, above the queue. */
function EmptyText({ inputId }: Pick<DraftListProps, 'inputId'>) {
  const { t } = useTranslation('avatars')
  return (
    <>
      <ImagePlus aria-hidden size={16} />
      <Text as="p" truncate>
        <Trans
          t={t}
          i18nKey="drafts.emptyWords"
          components={{
            strong: <b />,
            // A label and not a second button: "Choose images" in the head is the one that keys and screen readers find.
            // eslint-disable-next-line jsx-a11y/label-has-associated-control -- Trans puts the words inside
            choose: <label htmlFor={inputId} className={styles.choose} />,
          }}
        />
      </Text>
    </>
  )
}

type OpenDialog =
  | { readonly action: 'crop'; readonly draft: Draft }
  | { readonly action: 'custom-fields'; readonly drafts: readonly Draft[] }

/** The draft cards, what can be done with each, and the place where the first will be. */
function DraftList({ drafts, shared, selection, inputId }: DraftListProps) {
  const { t } = useTranslation('avatars')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const zone = useRef<HTMLDivElement>(null)
  useRefocusOnRemoval(zone, drafts.length)
  const { mutate: addWithout, isPending, error } = useCommand('draft.addWithoutImage')
  const remove = useRemoveDrafts()
  const images = useImageFixes()
  const act = useCallback(
    (action: DraftAction, draft: Draft): void => {
      if (action === 'remove') remove([draft])
      else setDialog(action === 'crop' ? { action, draft } : { action, drafts: [draft] })
    },
    [remove],
  )
  const fixMany = (fix: Fix, concerned: readonly Draft[]): void => {
    if (fix === 'remove') remove(concerned)
    else images.fix(fix, concerned)
  }
  const close = (): void => setDialog(null)
  const cropped = dialog?.action === 'crop' ? dialog.draft : null
  const otherImages = drafts.filter(({ id, original }) => original !== null && id !== cropped?.id)
  const hasDrafts = drafts.length > 0
  return (
    <Stack ref={zone} gap={3} tabIndex={-1}>
      {hasDrafts && (
        <>
          <DraftToolbar
            drafts={drafts}
            selection={selection}
            onFix={fixMany}
            onCustomFields={(some) => setDialog({ action: 'custom-fields', drafts: some })}
          />
          <FixBar onUndo={images.undo} />
          <DraftGrid drafts={drafts} selection={selection} onAction={act} onRemove={remove} />
        </>
      )}
      <Row className={hasDrafts ? undefined : styles.line}>
        {!hasDrafts && <EmptyText inputId={inputId} />}
        <Button tone="quiet" icon={<Plus aria-hidden />} busy={isPending} onClick={() => addWithout({})}>
          {t('drafts.addWithout')}
        </Button>
      </Row>
      <ErrorNotice error={error} />
      {cropped !== null && cropped.original !== null && (
        <CropDialog
          draft={cropped}
          original={cropped.original}
          others={otherImages.length}
          onCropOthers={(fix, mine) => {
            images.fix(fix, otherImages)
            joinFixed(mine)
          }}
          onClose={close}
        />
      )}
      {dialog?.action === 'custom-fields' && (
        <CustomFieldsDialog drafts={dialog.drafts} shared={shared} onClose={close} />
      )}
    </Stack>
  )
}

/** The drafts of the open profile as they are read: on their way, unreadable, or there. */
export function Drafts(props: DraftListProps) {
  const { t } = useTranslation('common')
  const creator = useQuery(read('creator.read', {}))
  if (creator.isError) return <QueryFailure query={creator} />
  if (creator.isPending) return <Skeleton label={t('loading')} lines={6} />
  return <DraftList {...props} />
}
