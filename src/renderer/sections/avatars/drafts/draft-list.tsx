import { ImagePlus, Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { CreationFields, Draft } from '../../../../shared/schemas/avatar.ts'
import { failureOf } from '../../../api/call.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { CropDialog } from '../crop/crop-dialog.tsx'
import { useDraftCommand } from '../use-creator.ts'
import { useKeptFocus } from '../use-kept-focus.ts'
import { DraftCard } from './draft-card.tsx'
import type { DraftAction } from './draft-card.tsx'
import styles from './draft-list.module.css'
import { OwnFieldsDialog } from './own-fields-dialog.tsx'

/** Props of `DraftList`. */
export interface DraftListProps {
  readonly drafts: readonly Draft[]
  /** What counts where a draft has nothing of its own. */
  readonly shared: CreationFields
  /** Id of the file input that "choose them from this computer" opens. */
  readonly inputId: string
}

interface OpenDialog {
  readonly action: Exclude<DraftAction, 'remove'>
  readonly draft: Draft
}

function EmptyDrafts({ inputId }: Pick<DraftListProps, 'inputId'>) {
  const { t } = useTranslation('avatars')
  return (
    <div className={styles.empty}>
      <ImagePlus aria-hidden />
      <p className={styles.title}>{t('drafts.emptyTitle')}</p>
      <p>
        <Trans
          t={t}
          i18nKey="drafts.emptyWords"
          // A label and not a second button: "Choose images" in the head is the one that keys and screen readers find.
          // eslint-disable-next-line jsx-a11y/label-has-associated-control -- Trans puts the words inside
          components={{ choose: <label htmlFor={inputId} className={styles.choose} /> }}
        />
      </p>
      <p>{t('drafts.emptyWithout')}</p>
    </div>
  )
}

/** The draft cards, what can be done with each, and the place where the first will be. */
export function DraftList({ drafts, shared, inputId }: DraftListProps) {
  const { t } = useTranslation('avatars')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const zone = useRef<HTMLDivElement>(null)
  useKeptFocus(zone, drafts.length)
  const remove = useDraftCommand('draft.remove')
  const addWithout = useDraftCommand('draft.addWithoutImage')
  const { mutate: removeDraft } = remove
  const act = useCallback(
    (action: DraftAction, draft: Draft): void => {
      if (action === 'remove') removeDraft({ draftId: draft.id })
      else setDialog({ action, draft })
    },
    [removeDraft],
  )
  const close = (): void => {
    setDialog(null)
  }
  const error = remove.error ?? addWithout.error
  return (
    <div ref={zone} tabIndex={-1} className={styles.zone}>
      {drafts.length === 0 ? (
        <EmptyDrafts inputId={inputId} />
      ) : (
        <ul className={styles.list} aria-label={t('drafts.list')}>
          {drafts.map((draft) => (
            <DraftCard key={draft.id} draft={draft} onAction={act} />
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          busy={addWithout.isPending}
          onClick={() => {
            addWithout.mutate({})
          }}
        >
          {t('drafts.addWithout')}
        </Button>
      </div>
      {error !== null && <ErrorNotice failure={failureOf(error)} />}
      {dialog?.action === 'crop' && dialog.draft.original !== null && (
        <CropDialog draft={dialog.draft} original={dialog.draft.original} onClose={close} />
      )}
      {dialog?.action === 'own-fields' && <OwnFieldsDialog draft={dialog.draft} shared={shared} onClose={close} />}
    </div>
  )
}
