import { useQueryClient, useQuery } from '@tanstack/react-query'
import { ImagePlus, Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Fix } from '../../../../shared/model/findings.ts'
import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'
import { call, failureOf } from '../../../api/call.ts'
import { rereadCreator } from '../../../api/creator-cache.ts'
import { useCommand, useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { joinFixed } from '../../../state/image-edit-batch-store.ts'
import type { ImageFix } from '../../../state/image-edit-batch-store.ts'
import { Button } from '../../../ui/button.tsx'
import { CropDialog } from '../crop/crop-dialog.tsx'
import { useRefocusOnRemoval } from '../use-refocus-on-removal.ts'
import { DraftCard } from './draft-card.tsx'
import type { DraftAction, DraftCardProps } from './draft-card.tsx'
import styles from './draft-list.module.css'
import { FixBar } from './fix-bar.tsx'
import { CustomFieldsDialog } from './custom-fields-dialog.tsx'
import { useImageFixes } from './use-image-fixes.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFailedAnalyses } from '../../../state/image-analysis-store.ts'
import { useCardGrid } from './use-card-grid.ts'

interface DraftListProps {
  readonly drafts: readonly Draft[]
  /** Values of the fields that a draft does not set. */
  readonly shared: CreationFields
  /** Id of the file input that "choose them from this computer" opens. */
  readonly inputId: string
}

interface OpenDialog {
  readonly action: Exclude<DraftAction, 'remove'>
  readonly draft: Draft
}

interface DropLineProps extends Pick<DraftListProps, 'inputId'> {
  readonly children: ReactNode
}

/** Where nothing is to be created yet: one line, above the queue. */
function DropLine({ inputId, children }: DropLineProps) {
  const { t } = useTranslation('avatars')
  return (
    <div className={styles.line}>
      <ImagePlus aria-hidden />
      <p>
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
      </p>
      {children}
    </div>
  )
}

function useRemoveMany() {
  const client = useQueryClient()
  return useProfileTask({
    run: async (drafts: readonly Draft[], { profileId }) => {
      for (const { id } of drafts) await call('draft.remove', { draftId: id }, profileId)
    },
    onEnd: () => rereadCreator(client),
  })
}

/** The list of draft cards, of any length. */
function DraftGrid({
  drafts,
  onAction,
  onFix,
}: Pick<DraftListProps, 'drafts'> & Pick<DraftCardProps, 'onAction' | 'onFix'>) {
  const { t } = useTranslation('avatars')
  const list = useRef<HTMLUListElement>(null)
  const grid = useCardGrid(drafts, list)
  const failed = useFailedAnalyses()
  return (
    <ul ref={list} className={styles.list} style={grid.style} aria-label={t('drafts.list')}>
      {grid.shown.map(({ draft, index, place, measures }) => (
        <DraftCard
          key={draft.id}
          {...(measures === null ? {} : { ref: grid.measure })}
          draft={draft}
          position={index + 1}
          count={drafts.length}
          line={place?.line ?? null}
          column={place?.column ?? null}
          measures={measures}
          failure={failed.get(draft.id) ?? null}
          onAction={onAction}
          onFix={onFix}
        />
      ))}
    </ul>
  )
}

/** The draft cards, what can be done with each, and the place where the first will be. */
function DraftList({ drafts, shared, inputId }: DraftListProps) {
  const { t } = useTranslation('avatars')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const zone = useRef<HTMLDivElement>(null)
  useRefocusOnRemoval(zone, drafts.length)
  const remove = useCommand('draft.remove')
  const addWithout = useCommand('draft.addWithoutImage')
  const removeMany = useRemoveMany()
  const images = useImageFixes()
  const { mutate: removeDraft } = remove
  const act = useCallback(
    (action: DraftAction, draft: Draft): void => {
      if (action === 'remove') removeDraft({ draftId: draft.id })
      else setDialog({ action, draft })
    },
    [removeDraft],
  )
  const fixOne = useCallback(
    (fix: ImageFix, draft: Draft): void => {
      images.fix(fix, [draft])
    },
    [images],
  )
  const fixMany = (fix: Fix, concerned: readonly Draft[]): void => {
    if (fix === 'remove') removeMany.mutate(concerned)
    else images.fix(fix, concerned)
  }
  const close = (): void => {
    setDialog(null)
  }
  const otherImages = drafts.filter(({ id, original }) => original !== null && id !== dialog?.draft.id)
  const error = remove.error ?? removeMany.error ?? addWithout.error
  const withoutImage = (
    <Button
      tone="quiet"
      icon={<Plus aria-hidden />}
      busy={addWithout.isPending}
      onClick={() => {
        addWithout.mutate({})
      }}
    >
      {t('drafts.addWithout')}
    </Button>
  )
  return (
    <div ref={zone} tabIndex={-1} className={styles.zone}>
      {drafts.length === 0 ? (
        <DropLine inputId={inputId}>{withoutImage}</DropLine>
      ) : (
        <>
          <FixBar drafts={drafts} onFix={fixMany} onUndo={images.undo} />
          <DraftGrid drafts={drafts} onAction={act} onFix={fixOne} />
          <div className={styles.foot}>{withoutImage}</div>
        </>
      )}
      {error !== null && <ErrorNotice failure={failureOf(error)} />}
      {dialog?.action === 'crop' && dialog.draft.original !== null && (
        <CropDialog
          draft={dialog.draft}
          original={dialog.draft.original}
          others={otherImages.length}
          onCropOthers={(fix, mine) => {
            images.fix(fix, otherImages)
            joinFixed(mine)
          }}
          onClose={close}
        />
      )}
      {dialog?.action === 'own-fields' && <CustomFieldsDialog draft={dialog.draft} shared={shared} onClose={close} />}
    </div>
  )
}

/** The drafts of the open profile as they are read: on their way, unreadable, or there. */
export function Drafts({ shared, inputId }: Omit<DraftListProps, 'drafts'>) {
  const { t } = useTranslation('avatars')
  const creator = useQuery(read('creator.read', {}))
  if (creator.isError) return <QueryFailure query={creator} />
  if (creator.isPending) return <Skeleton label={t('drafts.loading')} lines={6} />
  return <DraftList drafts={creator.data.drafts} shared={shared} inputId={inputId} />
}
