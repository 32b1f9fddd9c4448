import { useQuery } from '@tanstack/react-query'
import { ImagePlus, Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Fix } from '../../../../shared/model/findings.ts'
import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { joinFixed } from '../../../state/image-edit-batch-store.ts'
import { Button } from '../../../ui/button.tsx'
import { CropDialog } from '../crop/crop-dialog.tsx'
import { useRefocusOnRemoval } from '../use-refocus-on-removal.ts'
import { DraftCard } from './draft-card.tsx'
import type { DraftAction, DraftCardProps } from './draft-card.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './drafts.module.css'
import { DraftToolbar } from './draft-toolbar.tsx'
import { FixBar } from './fix-bar.tsx'
import type { DraftSelection } from './use-draft-selection.ts'
import { CustomFieldsDialog } from './custom-fields-dialog.tsx'
import { useImageFixes } from './use-image-fixes.ts'
import { useRemoveDrafts } from './use-remove-drafts.ts'
import { useDrafts } from '../use-creator.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFailedAnalyses } from '../../../state/image-analysis-store.ts'
import { cardOf, useCardGrid } from './use-card-grid.ts'

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

interface DropLineProps extends Pick<DraftListProps, 'inputId'> {
  readonly children: ReactNode
}

/** Where nothing is to be created yet: one line, above the queue. */
function DropLine({ inputId, children }: DropLineProps) {
  const { t } = useTranslation('avatars')
  return (
    <Row className={styles.line}>
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
    </Row>
  )
}

interface DraftGridProps extends Pick<DraftListProps, 'drafts'>, Pick<DraftCardProps, 'onAction'> {
  readonly selection: DraftSelection
  readonly onRemove: (drafts: readonly Draft[]) => void
}

const steps: Readonly<Record<string, (columns: number) => number>> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
}

function focusCard(list: Element, draft: Draft | undefined): void {
  const card = draft && list.querySelector(`[data-draft="${CSS.escape(draft.id)}"]`)
  card?.querySelector('input')?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
}

/** Keys of the list: arrows move among cards, Ctrl+A selects all, Delete removes what is selected. */
function useGridKeys({ drafts, selection, onRemove }: Omit<DraftGridProps, 'onAction'>, columns: number) {
  return (event: KeyboardEvent<HTMLUListElement>): void => {
    const { key, currentTarget } = event
    const step = steps[key]?.(columns)
    if (step !== undefined) {
      const place = drafts.findIndex(({ id }) => id === cardOf(event.target))
      focusCard(currentTarget, drafts[place + step])
    } else if (key === 'a' && (event.ctrlKey || event.metaKey)) selection.select(drafts)
    else if (key === 'Delete' && selection.selected.length > 0) onRemove(selection.selected)
    else return
    event.preventDefault()
  }
}

/** The list of draft cards, of any length. */
function DraftGrid({ drafts, selection, onAction, onRemove }: DraftGridProps) {
  const { t } = useTranslation('avatars')
  const list = useRef<HTMLUListElement>(null)
  const grid = useCardGrid(drafts, list)
  const failed = useFailedAnalyses()
  const onKeyDown = useGridKeys({ drafts, selection, onRemove }, grid.columns)
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the boxes and buttons in it
    <ul
      ref={list}
      className={styles.list}
      style={grid.style}
      aria-label={t('drafts.list')}
      data-selecting={selection.selected.length > 0 || undefined}
      onKeyDown={onKeyDown}
    >
      {grid.shown.map(({ draft, index, line }) => (
        <DraftCard
          key={draft.id}
          draft={draft}
          position={index + 1}
          count={drafts.length}
          line={line}
          failure={failed.get(draft.id) ?? null}
          isSelected={selection.has(draft.id)}
          onAction={onAction}
          onToggle={selection.toggle}
        />
      ))}
    </ul>
  )
}

/** The draft cards, what can be done with each, and the place where the first will be. */
function DraftList({ drafts, shared, selection, inputId }: DraftListProps) {
  const { t } = useTranslation('avatars')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const zone = useRef<HTMLDivElement>(null)
  useRefocusOnRemoval(zone, drafts.length)
  const addWithout = useCommand('draft.addWithoutImage')
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
  const close = (): void => {
    setDialog(null)
  }
  const cropped = dialog?.action === 'crop' ? dialog.draft : null
  const otherImages = drafts.filter(({ id, original }) => original !== null && id !== cropped?.id)
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
          <DraftToolbar
            drafts={drafts}
            selection={selection}
            onFix={fixMany}
            onCustomFields={(some) => {
              setDialog({ action: 'custom-fields', drafts: some })
            }}
          />
          <FixBar onUndo={images.undo} />
          <DraftGrid drafts={drafts} selection={selection} onAction={act} onRemove={remove} />
          <Row align="stretch">{withoutImage}</Row>
        </>
      )}
      <ErrorNotice error={addWithout.error} />
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
    </div>
  )
}

/** The drafts of the open profile as they are read: on their way, unreadable, or there. */
export function Drafts({ shared, selection, inputId }: Omit<DraftListProps, 'drafts'>) {
  const { t } = useTranslation('avatars')
  const creator = useQuery(read('creator.read', {}))
  const drafts = useDrafts()
  if (creator.isError) return <QueryFailure query={creator} />
  if (creator.isPending) return <Skeleton label={t('drafts.loading')} lines={6} />
  return <DraftList drafts={drafts} shared={shared} selection={selection} inputId={inputId} />
}
