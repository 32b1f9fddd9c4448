import { useQuery } from '@tanstack/react-query'
import { ImagePlus, Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Fix } from '../../../../shared/model/findings.ts'
import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { joinFixed } from '../../../state/image-edit-batch-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CropDialog } from '../crop/crop-dialog.tsx'
import { useRefocusOnRemoval } from '../use-refocus-on-removal.ts'
import { CustomFieldsDialog } from './custom-fields-dialog.tsx'
import type { DraftAction } from './draft-card.tsx'
import { DraftGrid } from './draft-grid.tsx'
import { DraftToolbar } from './draft-toolbar.tsx'
import styles from './drafts.module.css'
import { FixBar } from './fix-bar.tsx'
import { useRemoveDrafts } from './use-drafts.ts'
import type { DraftSelection } from './use-drafts.ts'
import { useImageFixes } from './image-fixes.ts'

interface DraftListProps {
  readonly drafts: readonly Draft[]
  /** Values of the fields that a draft does not set. */
  readonly shared: CreationFields
  readonly selection: DraftSelection
  /** Id of the file input that "choose them from this computer" opens. */
  readonly inputId: string
}

type OpenDialog =
  | { readonly action: 'crop'; readonly draft: Draft }
  | { readonly action: 'custom-fields'; readonly drafts: readonly Draft[] }

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
    <Stack ref={zone} gap={3} tabIndex={-1} className={styles.zone}>
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
  const { t } = useTranslation('avatars')
  const creator = useQuery(read('creator.read', {}))
  if (creator.isError) return <QueryFailure query={creator} />
  if (creator.isPending) return <Skeleton label={t('drafts.loading')} lines={6} />
  return <DraftList {...props} />
}
