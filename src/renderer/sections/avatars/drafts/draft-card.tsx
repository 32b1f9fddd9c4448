import { Crop, ImageOff, SlidersHorizontal, TriangleAlert, X } from 'lucide-react'
import { memo, useId } from 'react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import { needsReview } from '../../../../shared/model/findings.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import type { ImageFix } from '../../../state/image-edit-batch-store.ts'
import { retryAnalysis } from '../../../state/image-analysis-store.ts'
import { canBeDrawn, maxPixels } from '../../../imaging/image-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { thumbnailUrl } from '../image-url.ts'
import styles from './draft-card.module.css'
import { DraftFindings } from './draft-findings.tsx'

export type DraftAction = 'crop' | 'own-fields' | 'remove'

export interface DraftCardProps {
  readonly draft: Draft
  /** From 1. */
  readonly position: number
  /** Cards in all. */
  readonly count: number
  /** Line and column of the grid, from 1; null: placed by the grid. */
  readonly line: number | null
  readonly column: number | null
  /** Row of the list, from 0, for the one card that is measured for its row’s height; else null. */
  readonly measures: number | null
  readonly ref?: Ref<HTMLLIElement>
  /** Why the image could not be prepared. */
  readonly failure: Failure | null
  readonly onAction: (action: DraftAction, draft: Draft) => void
  readonly onFix: (fix: ImageFix, draft: Draft) => void
}

type OfDraft = Pick<DraftCardProps, 'draft'>

function Preview({ draft, isWaiting }: OfDraft & { readonly isWaiting: boolean }) {
  // An image that was only stripped is shown as it was dropped.
  const image = draft.edit === null ? draft.original : (draft.prepared ?? draft.original)
  return (
    <div className={cx(styles.preview, isWaiting && styles.waiting)}>
      {image !== null && draft.analysis?.decoded === true ? (
        <img src={thumbnailUrl(image.imageId)} alt="" draggable={false} decoding="async" />
      ) : (
        !isWaiting && <ImageOff aria-hidden />
      )}
    </div>
  )
}

function DraftDetails({ draft }: OfDraft) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const image = draft.prepared ?? draft.original
  const { area = null, longestSide = null } = draft.edit ?? {}
  const own = Object.keys(draft.overrides).length
  const extras = [
    area === null ? '' : t('drafts.cropped'),
    longestSide === null ? '' : t('drafts.scaled'),
    own === 0 ? '' : t('drafts.ownFieldsCount', { count: own }),
  ].filter((text) => text !== '')
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

interface NotPreparedProps extends OfDraft {
  readonly failure: Failure
  readonly titleId: string
}

function NotPrepared({ draft, failure, titleId }: NotPreparedProps) {
  const { t } = useTranslation('avatars')
  const text = useFailureText()
  return (
    <div className={styles.notPrepared}>
      <p>
        <TriangleAlert aria-hidden />
        {t('drafts.notPrepared', { reason: text(failure).sentence })}
      </p>
      <Button
        size="small"
        aria-describedby={titleId}
        onClick={() => {
          retryAnalysis(draft.id)
        }}
      >
        {t('drafts.tryAgain')}
      </Button>
    </div>
  )
}

function Actions({
  draft,
  titleId,
  onAction,
}: Pick<DraftCardProps, 'draft' | 'onAction'> & { readonly titleId: string }) {
  const { t } = useTranslation('avatars')
  const reasonId = useId()
  const isDrawable = draft.original === null || canBeDrawn(draft.original)
  return (
    <div className={styles.actions}>
      {draft.original !== null && (
        <Button
          size="small"
          aria-describedby={isDrawable ? titleId : `${titleId} ${reasonId}`}
          disabled={!isDrawable}
          icon={<Crop aria-hidden />}
          onClick={() => {
            onAction('crop', draft)
          }}
        >
          {t('drafts.crop')}
        </Button>
      )}
      {!isDrawable && (
        <small id={reasonId} className={styles.notCroppable}>
          {t('drafts.notCroppable', { limit: maxPixels / 1_000_000 })}
        </small>
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
  )
}

interface ContentProps extends Pick<DraftCardProps, 'draft' | 'failure' | 'onAction' | 'onFix'> {
  readonly titleId: string
  readonly isWaiting: boolean
}

// Memoised apart from its place: each draft that comes or goes changes the number of all cards and the place of most.
const Content = memo(function Content({ draft, failure, titleId, isWaiting, onAction, onFix }: ContentProps) {
  const { t } = useTranslation('avatars')
  const title = draft.original === null ? t('drafts.withoutTitle') : draft.fileName
  return (
    <>
      <Preview draft={draft} isWaiting={isWaiting} />
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
        <DraftDetails draft={draft} />
        {failure !== null && <NotPrepared draft={draft} failure={failure} titleId={titleId} />}
        <DraftFindings draft={draft} isWaiting={isWaiting} titleId={titleId} onFix={onFix} />
      </div>
      <Actions draft={draft} titleId={titleId} onAction={onAction} />
    </>
  )
})

/** One draft: what will be sent, what to mind about it, and what can be done with it. */
export const DraftCard = memo(function DraftCard(props: DraftCardProps) {
  const { draft, position, count, line, column, measures, ref, failure, onAction, onFix } = props
  const titleId = useId()
  const isWaiting = draft.original !== null && draft.analysis === null && failure === null
  return (
    <li
      ref={ref}
      className={styles.card}
      style={line === null || column === null ? undefined : { gridRow: line, gridColumn: column }}
      data-index={measures ?? undefined}
      data-draft={draft.id}
      aria-labelledby={titleId}
      aria-posinset={position}
      aria-setsize={count}
      aria-busy={isWaiting || undefined}
      data-warn={needsReview(draft.findings) || undefined}
    >
      <Content {...{ draft, failure, titleId, isWaiting, onAction, onFix }} />
    </li>
  )
})
