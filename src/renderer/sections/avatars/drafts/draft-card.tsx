import { Crop, ImageOff, SlidersHorizontal, TriangleAlert, X } from 'lucide-react'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { needsLook } from '../../../../shared/model/findings.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { imageUrl } from '../image-url.ts'
import styles from './draft-card.module.css'

/** What an operator asks of a card. */
export type DraftAction = 'crop' | 'own-fields' | 'remove'

/** Props of `DraftCard`. */
export interface DraftCardProps {
  readonly draft: Draft
  readonly onAction: (action: DraftAction, draft: Draft) => void
}

function Preview({ draft }: Pick<DraftCardProps, 'draft'>) {
  const image = draft.prepared ?? draft.original
  return (
    <div className={styles.preview}>
      {image === null ? (
        <ImageOff aria-hidden />
      ) : (
        <img src={imageUrl(image.imageId)} alt="" draggable={false} loading="lazy" decoding="async" />
      )}
    </div>
  )
}

function Facts({ draft }: Pick<DraftCardProps, 'draft'>) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const image = draft.prepared ?? draft.original
  const own = Object.keys(draft.overrides).length
  const extras = [
    draft.edit === null ? '' : t('drafts.cropped'),
    own === 0 ? '' : t('drafts.ownFieldsCount', { count: own }),
  ].filter((words) => words !== '')
  return (
    <>
      <p className={styles.facts}>
        {image === null
          ? t('drafts.withoutWords')
          : `${t('drafts.size', { width: image.width, height: image.height })} · ${format.bytes(image.bytes)}`}
      </p>
      {extras.length > 0 && <p className={styles.facts}>{extras.join(' · ')}</p>}
    </>
  )
}

/** One draft: what will be sent, what to mind about it, and what can be done with it. */
export const DraftCard = memo(function DraftCard({ draft, onAction }: DraftCardProps) {
  const { t } = useTranslation('avatars')
  const titleId = useId()
  const title = draft.original === null ? t('drafts.withoutTitle') : draft.fileName
  return (
    <li className={styles.card} aria-labelledby={titleId} data-warn={needsLook(draft.findings) || undefined}>
      <Preview draft={draft} />
      <div className={styles.remove}>
        <Button
          size="small"
          aria-label={t('drafts.remove')}
          title={t('drafts.remove')}
          aria-describedby={titleId}
          icon={<X aria-hidden />}
          onClick={() => {
            onAction('remove', draft)
          }}
        />
      </div>
      <div className={styles.words}>
        <p id={titleId} className={styles.title} title={title}>
          {title}
        </p>
        <Facts draft={draft} />
        {draft.findings.map(({ id, facts }) => (
          <p key={id} className={styles.problem}>
            <TriangleAlert aria-hidden />
            {t(`drafts.finding.${id}`, facts)}
          </p>
        ))}
      </div>
      <div className={styles.actions}>
        {draft.original !== null && (
          <Button
            size="small"
            aria-describedby={titleId}
            icon={<Crop aria-hidden />}
            onClick={() => {
              onAction('crop', draft)
            }}
          >
            {t('drafts.crop')}
          </Button>
        )}
        <Button
          tone="quiet"
          size="small"
          aria-label={t('drafts.ownFields')}
          title={t('drafts.ownFields')}
          aria-describedby={titleId}
          icon={<SlidersHorizontal aria-hidden />}
          onClick={() => {
            onAction('own-fields', draft)
          }}
        />
      </div>
    </li>
  )
})
