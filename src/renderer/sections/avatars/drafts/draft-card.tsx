import { CircleAlert, Crop, ImageOff, Info, RotateCw, SlidersHorizontal, TriangleAlert, X } from 'lucide-react'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import type { DraftId } from '../../../../shared/ids.ts'
import { withoutExtension } from '../../../../shared/model/creation-template.ts'
import { findingKinds } from '../../../../shared/model/findings.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { canBeDrawn, maxPixels } from '../../../imaging/image-messages.ts'
import { retryAnalysis } from '../../../state/image-analysis-store.ts'
import { Button } from '../../../ui/button.tsx'
import type { ButtonProps } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { thumbnailUrl } from '../image-url.ts'
import { useDraftFindingText } from './draft-finding-text.ts'
import styles from './drafts.module.css'

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

interface ContentProps extends Pick<DraftCardProps, 'draft' | 'failure' | 'onAction'> {
  readonly titleId: string
  readonly title: string
  readonly isWaiting: boolean
}

function Preview({ draft, isWaiting }: Pick<ContentProps, 'draft' | 'isWaiting'>) {
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
        !isWaiting && <ImageOff aria-hidden size={32} strokeWidth={1.25} />
      )}
    </div>
  )
}

/** What there is to know of a draft beyond its name: the whole name of its file, pixels, size, what was changed, and notes. */
function useDraftFacts(draft: Draft): string {
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
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}

const icons = { stop: CircleAlert, warn: TriangleAlert, advice: Info } as const
const tones = { stop: 'bad', warn: 'warn', advice: undefined } as const
const severities = ['stop', 'warn', 'advice'] as const

function FindingIcon({ severity, text }: { readonly severity: keyof typeof icons; readonly text: string }) {
  const Icon = icons[severity]
  return (
    <Tooltip text={text}>
      <Text className={styles.finding} tone={tones[severity]} data-severity={severity}>
        <Icon aria-hidden size={12} />
        <span className="visually-hidden">{text}</span>
      </Text>
    </Tooltip>
  )
}

/** The findings of a draft, an icon each: the most severe first, then advice. */
function Findings({ draft, failure }: Pick<ContentProps, 'draft' | 'failure'>) {
  const { t } = useTranslation('avatars')
  const text = useDraftFindingText()
  const reasonOf = useFailureText()
  return (
    <>
      {failure !== null && (
        <FindingIcon severity="warn" text={t('drafts.notPrepared', { reason: reasonOf(failure).sentence })} />
      )}
      {severities.map((severity) =>
        draft.findings
          .filter(({ id }) => findingKinds[id].severity === severity)
          .map((finding) => <FindingIcon key={finding.id} severity={severity} text={text(finding)} />),
      )}
    </>
  )
}

function Tool({ name, ...rest }: ButtonProps & { readonly name: string }) {
  return (
    <Tooltip text={name}>
      <Button tone="quiet" size="small" aria-label={name} {...rest} />
    </Tooltip>
  )
}

function Tools({ draft, failure, titleId, onAction }: Omit<ContentProps, 'title' | 'isWaiting'>) {
  const { t } = useTranslation('avatars')
  const reasonId = useId()
  const isDrawable = draft.original === null || canBeDrawn(draft.original)
  const act = (action: DraftAction) => (): void => onAction(action, draft)
  return (
    <div className={styles.tools}>
      {failure !== null && (
        <Tool
          name={t('drafts.tryAgain')}
          aria-describedby={titleId}
          icon={<RotateCw aria-hidden />}
          onClick={() => retryAnalysis(draft.id)}
        />
      )}
      {draft.original !== null && (
        <Tool
          name={t('drafts.crop')}
          aria-describedby={isDrawable ? titleId : `${titleId} ${reasonId}`}
          disabled={!isDrawable}
          icon={<Crop aria-hidden />}
          onClick={act('crop')}
        />
      )}
      {!isDrawable && (
        <small id={reasonId} className="visually-hidden">
          {t('drafts.notCroppable', { limit: maxPixels / 1_000_000 })}
        </small>
      )}
      <Tool
        name={t('drafts.ownFields')}
        aria-describedby={titleId}
        icon={<SlidersHorizontal aria-hidden />}
        onClick={act('custom-fields')}
      />
      <Tool name={t('drafts.remove')} aria-describedby={titleId} icon={<X aria-hidden />} onClick={act('remove')} />
    </div>
  )
}

// Memoised apart from its place: each draft that comes or goes changes the number of all cards and the place of most.
const Content = memo(function Content({ draft, title, isWaiting, ...rest }: ContentProps) {
  const facts = useDraftFacts(draft)
  return (
    <>
      <Preview draft={draft} isWaiting={isWaiting} />
      <Row gap={1} font="secondary" className={styles.foot}>
        <Tooltip text={facts}>
          <Text id={rest.titleId} as="p" truncate className={styles.title}>
            {title}
          </Text>
        </Tooltip>
        <p className="visually-hidden">{facts}</p>
        <Findings draft={draft} failure={rest.failure} />
      </Row>
      <Tools draft={draft} {...rest} />
    </>
  )
})

/** One draft: what will be sent, what to mind about it, and what can be done with it. */
export const DraftCard = memo(function DraftCard(props: DraftCardProps) {
  const { draft, position, count, line, failure, isSelected, onAction, onToggle } = props
  const { t } = useTranslation('avatars')
  const titleId = useId()
  const title = draft.original === null ? t('drafts.withoutTitle') : withoutExtension(draft.fileName)
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
          onChange={(_isChecked, isRange) => onToggle(draft.id, isRange)}
        />
      </div>
      <Content {...{ draft, failure, titleId, title, isWaiting, onAction }} />
    </li>
  )
})
