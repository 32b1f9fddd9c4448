import { Crop, ImageOff, RotateCw, SlidersHorizontal, X } from 'lucide-react'
import { memo, useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftId } from '../../../../shared/ids.ts'
import type { Failure } from '../../../../shared/failure.ts'
import { withoutExtension } from '../../../../shared/model/creation-template.ts'
import { findingKinds } from '../../../../shared/model/findings.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { canBeDrawn, maxPixels } from '../../../imaging/image-messages.ts'
import { retryAnalysis } from '../../../state/image-analysis-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { thumbnailUrl } from '../image-url.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './drafts.module.css'
import { useDraftFindingText } from './draft-finding-text.ts'
import { DraftFindings } from './draft-findings.tsx'

export type DraftAction = 'crop' | 'custom-fields' | 'remove'

export interface DraftCardProps {
  readonly draft: Draft
  /** From 1. */
  readonly position: number
  /** Cards in all. */
  readonly count: number
  /** Line of the grid, from 1; null: placed by the grid. */
  readonly line: number | null
  /** Why the image could not be prepared. */
  readonly failure: Failure | null
  readonly isSelected: boolean
  readonly onAction: (action: DraftAction, draft: Draft) => void
  readonly onToggle: (id: DraftId, isRange: boolean) => void
}

type OfDraft = Pick<DraftCardProps, 'draft'>

function Preview({ draft, isWaiting }: OfDraft & { readonly isWaiting: boolean }) {
  // An image that was only stripped is shown as it was dropped.
  const image = draft.edit === null ? draft.original : (draft.prepared ?? draft.original)
  return (
    <div className={cx(styles.preview, isWaiting && styles.waiting)}>
      {image !== null && draft.analysis?.decoded === true ? (
        <img
          src={thumbnailUrl(image.imageId)}
          alt=""
          draggable={false}
          decoding="async"
          className={image.width > image.height ? styles.whole : undefined}
        />
      ) : (
        !isWaiting && <ImageOff aria-hidden />
      )}
    </div>
  )
}

function useTitle({ original, fileName }: Draft): string {
  const { t } = useTranslation('avatars')
  return original === null ? t('drafts.withoutTitle') : withoutExtension(fileName)
}

/** What there is to know of a draft beyond its name: the whole name of its file, pixels, size, what was changed, and notes. */
function useDraftFacts(draft: Draft): readonly string[] {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const text = useDraftFindingText()
  const image = draft.prepared ?? draft.original
  const { area = null, longestSide = null } = draft.edit ?? {}
  const own = Object.keys(draft.overrides).length
  return [
    draft.fileName,
    image === null
      ? t('drafts.withoutWords')
      : `${t('drafts.size', { width: image.width, height: image.height })} · ${format.bytes(image.bytes)}`,
    area === null ? '' : t('drafts.cropped'),
    longestSide === null ? '' : t('drafts.scaled'),
    own === 0 ? '' : t('drafts.ownFieldsCount', { count: own }),
    ...draft.findings.filter(({ id }) => findingKinds[id].severity === 'note').map(text),
  ].filter((fact) => fact !== '')
}

interface ToolProps {
  readonly name: string
  readonly describedBy: string
  readonly icon: ReactNode
  readonly disabled?: boolean
  readonly onClick: () => void
}

function Tool({ name, describedBy, ...rest }: ToolProps) {
  return (
    <Tooltip text={name}>
      <Button tone="quiet" size="small" aria-label={name} aria-describedby={describedBy} {...rest} />
    </Tooltip>
  )
}

interface ContentProps extends Pick<DraftCardProps, 'draft' | 'failure' | 'onAction'> {
  readonly titleId: string
  readonly isWaiting: boolean
}

function Tools({ draft, failure, titleId, onAction }: Omit<ContentProps, 'isWaiting'>) {
  const { t } = useTranslation('avatars')
  const reasonId = useId()
  const isDrawable = draft.original === null || canBeDrawn(draft.original)
  return (
    <div className={styles.tools}>
      {failure !== null && (
        <Tool
          name={t('drafts.tryAgain')}
          describedBy={titleId}
          icon={<RotateCw aria-hidden />}
          onClick={() => {
            retryAnalysis(draft.id)
          }}
        />
      )}
      {draft.original !== null && (
        <Tool
          name={t('drafts.crop')}
          describedBy={isDrawable ? titleId : `${titleId} ${reasonId}`}
          disabled={!isDrawable}
          icon={<Crop aria-hidden />}
          onClick={() => {
            onAction('crop', draft)
          }}
        />
      )}
      {!isDrawable && (
        <small id={reasonId} className="visually-hidden">
          {t('drafts.notCroppable', { limit: maxPixels / 1_000_000 })}
        </small>
      )}
      <Tool
        name={t('drafts.ownFields')}
        describedBy={titleId}
        icon={<SlidersHorizontal aria-hidden />}
        onClick={() => {
          onAction('custom-fields', draft)
        }}
      />
      <Tool
        name={t('drafts.remove')}
        describedBy={titleId}
        icon={<X aria-hidden />}
        onClick={() => {
          onAction('remove', draft)
        }}
      />
    </div>
  )
}

// Memoised apart from its place: each draft that comes or goes changes the number of all cards and the place of most.
const Content = memo(function Content({ draft, failure, titleId, isWaiting, onAction }: ContentProps) {
  const title = useTitle(draft)
  const facts = useDraftFacts(draft).join(' · ')
  return (
    <>
      <Preview draft={draft} isWaiting={isWaiting} />
      <Row gap={1} font="secondary" className={styles.foot}>
        <Tooltip text={facts}>
          <Text id={titleId} as="p" truncate className={styles.title}>
            {title}
          </Text>
        </Tooltip>
        <p className="visually-hidden">{facts}</p>
        <DraftFindings draft={draft} failure={failure} />
      </Row>
      <Tools {...{ draft, failure, titleId, onAction }} />
    </>
  )
})

/** One draft: what will be sent, what to mind about it, and what can be done with it. */
export const DraftCard = memo(function DraftCard(props: DraftCardProps) {
  const { draft, position, count, line, failure, isSelected, onAction, onToggle } = props
  const { t } = useTranslation('avatars')
  const titleId = useId()
  const title = useTitle(draft)
  const isWaiting = draft.original !== null && draft.analysis === null && failure === null
  return (
    <li
      className={styles.card}
      style={line === null ? undefined : { gridRow: line }}
      data-draft={draft.id}
      data-selected={isSelected || undefined}
      aria-labelledby={titleId}
      aria-posinset={position}
      aria-setsize={count}
      aria-busy={isWaiting || undefined}
    >
      <div className={styles.select}>
        <Checkbox
          variant="cell"
          label={t('drafts.select', { file: title })}
          isChecked={isSelected}
          onChange={(_isChecked, isRange) => {
            onToggle(draft.id, isRange)
          }}
        />
      </div>
      <Content {...{ draft, failure, titleId, isWaiting, onAction }} />
    </li>
  )
})
