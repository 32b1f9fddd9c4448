import { CircleAlert, Crop, ImageOff, Info, RotateCw, SlidersHorizontal, TriangleAlert, X } from 'lucide-react'
import { memo, useId } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import type { DraftId } from '../../../../shared/ids.ts'
import { formFieldNames } from '../../../../shared/model/creation-fields.ts'
import { findingKinds } from '../../../../shared/model/finding-kinds.ts'
import type { Fix } from '../../../../shared/model/finding-kinds.ts'
import { isolated } from '../../../../shared/model/file-names.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { canBeDrawn, maxPixels } from '../../../imaging/image-messages.ts'
import { retryAnalysis } from '../preparation/image-analysis-store.ts'
import { Button, PlainButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { thumbnailUrl } from '../../../imaging/image-url.ts'
import { useDraftFindingText } from './draft-finding-text.ts'
import styles from './drafts.module.css'

/** The actions for drafts: a fix of their images, or a dialog. */
export type DraftAction = Fix | 'crop' | 'custom-fields'

export interface DraftCardProps {
  readonly draft: Draft
  /** The avatar's name, or a title that distinguishes the draft; "" without either. */
  readonly name: string
  /** From 1. */
  readonly position: number
  readonly count: number
  /** Line of the grid, from 1; null: placed by the grid. */
  readonly line: number | null
  /** Why the image could not be prepared. */
  readonly failure: Failure | null
  readonly isSelected: boolean
  /** Must keep its identity. */
  readonly onAction: (action: DraftAction, drafts: readonly Draft[]) => void
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
  const isDrawn = image !== null && draft.analysis?.decoded === true
  return (
    <div className={cx(styles.preview, isWaiting && styles.waiting)} data-whole={isDrawn && image.width > image.height}>
      {isDrawn && <img src={thumbnailUrl(image.imageId)} alt="" draggable={false} decoding="async" />}
      {!isDrawn && !isWaiting && <ImageOff aria-hidden size={32} strokeWidth={1.25} />}
    </div>
  )
}

// The most severe first.
const severities = [
  { severity: 'stop', Icon: CircleAlert, tone: 'bad' },
  { severity: 'warn', Icon: TriangleAlert, tone: 'warn' },
  { severity: 'advice', Icon: Info, tone: undefined },
] as const

/** One mark for all findings, with the highest severity. Its tooltip lists them on hover, on focus and on press. */
function Findings({ draft, failure }: Pick<ContentProps, 'draft' | 'failure'>) {
  const { t } = useTexts(['avatars', 'common'])
  const textOf = useDraftFindingText()
  const reasonOf = useFailureText()
  const unprepared = failure && t('drafts.notPrepared', { reason: reasonOf(failure).sentence })
  const found = severities.map(({ severity, ...look }) => {
    const texts = draft.findings.filter(({ id }) => findingKinds[id].severity === severity).map(textOf)
    return { severity, ...look, texts: severity === 'warn' && unprepared !== null ? [unprepared, ...texts] : texts }
  })
  const worst = found.find(({ texts }) => texts.length > 0)
  if (worst === undefined) return null
  const { severity, Icon, tone } = worst
  const all = found.flatMap(({ texts }) => texts)
  const [firstText = ''] = all
  const read = all.length > 1 ? all.map((text) => t('queue.asSentence', { text })).join(t('common:between')) : firstText
  return (
    <Tooltip text={all.join('\n')} opensOnPress>
      <PlainButton className={styles.mark}>
        <Row as="span" gap={1} className={styles.finding} tone={tone} data-severity={severity}>
          <Icon aria-hidden size={12} />
          {all.length > 1 && <span aria-hidden>{all.length}</span>}
          <span className="visually-hidden">{read}</span>
        </Row>
      </PlainButton>
    </Tooltip>
  )
}

function Tools({ draft, failure, titleId, onAction }: Omit<ContentProps, 'title' | 'isWaiting'>) {
  const { t } = useTexts(['avatars', 'common'])
  const reasonId = useId()
  const isDrawable = draft.original === null || canBeDrawn(draft.original)
  const common = { tone: 'quiet', size: 'small', 'aria-describedby': titleId } as const
  const act = (action: DraftAction) => (): void => onAction(action, [draft])
  return (
    <div className={styles.tools}>
      {failure !== null && (
        <Button {...common} name={t('common:retry')} Icon={RotateCw} onClick={() => retryAnalysis(draft.id)} />
      )}
      {draft.original !== null && (
        <Button
          {...common}
          name={t('drafts.crop')}
          aria-describedby={isDrawable ? titleId : `${titleId} ${reasonId}`}
          disabled={!isDrawable}
          Icon={Crop}
          onClick={act('crop')}
        />
      )}
      {!isDrawable && (
        <small id={reasonId} className="visually-hidden">
          {t('drafts.notCroppable', { limit: maxPixels / 1_000_000 })}
        </small>
      )}
      <Button {...common} name={t('drafts.ownFields')} Icon={SlidersHorizontal} onClick={act('custom-fields')} />
      <Button {...common} name={t('remove')} Icon={X} onClick={act('remove')} />
    </div>
  )
}

// Memoised without its position: each added or removed draft changes the count of all cards and most positions.
const Content = memo(function Content({ draft, title, isWaiting, ...rest }: ContentProps) {
  const { t, format } = useTexts('avatars')
  const text = useDraftFindingText()
  const image = draft.prepared ?? draft.original
  const { area = null, longestSide = null } = draft.edit ?? {}
  const custom = formFieldNames.filter((name) => draft.overrides[name] !== undefined).map((name) => t(`fields.${name}`))
  const customText = custom.length > 0 && t('drafts.customFields', { fields: format.list(custom) })
  const facts = [
    isolated(draft.fileName) || t('drafts.withoutTitle'),
    draft.folder && t('drafts.inFolder', { folder: isolated(draft.folder) }),
    image && `${t('drafts.size', { width: image.width, height: image.height })} · ${format.bytes(image.bytes)}`,
    area && t('drafts.cropped'),
    longestSide && t('drafts.scaled'),
    customText,
    ...draft.findings.filter(({ id }) => findingKinds[id].severity === 'note').map(text),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <Preview draft={draft} isWaiting={isWaiting} />
      <Row gap={1} font="secondary" className={styles.foot}>
        <Tooltip text={facts}>
          <Text id={rest.titleId} as="p" grow truncate>
            {title}
          </Text>
        </Tooltip>
        <p className="visually-hidden">{facts}</p>
        {customText !== false && (
          <Tooltip text={customText}>
            <SlidersHorizontal aria-hidden size={12} className={styles.custom} />
          </Tooltip>
        )}
        <Findings draft={draft} failure={rest.failure} />
      </Row>
      <Tools draft={draft} {...rest} />
    </>
  )
})

export const DraftCard = memo(function DraftCard(props: DraftCardProps) {
  const { draft, name, position, count, line, failure, isSelected, onAction, onToggle } = props
  const { t } = useTexts('avatars')
  const titleId = useId()
  const title = name === '' ? t('drafts.withoutTitle') : name
  const isWaiting = draft.original !== null && draft.analysis === null && failure === null
  return (
    <li
      className={styles.card}
      style={line === null ? undefined : { gridRow: line }}
      data-key={draft.id}
      data-selected={isSelected || undefined}
      aria-labelledby={titleId}
      aria-posinset={position}
      aria-setsize={count}
      aria-busy={isWaiting || undefined}
    >
      <div className={styles.select}>
        <Checkbox
          variant="cell"
          label={t('do.select', { what: title })}
          isChecked={isSelected}
          onChange={(_isChecked, isRange) => onToggle(draft.id, isRange)}
        />
      </div>
      <Content
        draft={draft}
        failure={failure}
        titleId={titleId}
        title={title}
        isWaiting={isWaiting}
        onAction={onAction}
      />
    </li>
  )
})
