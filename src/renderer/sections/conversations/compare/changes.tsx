import { useQuery } from '@tanstack/react-query'
import type { ParseKeys } from 'i18next'
import { ArrowUpDown, Columns2, Minus, PencilLine, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { headline, isInline, renamedFields, valueText } from '../../../../shared/model/change-text.ts'
import type { ChangeVocabulary } from '../../../../shared/model/change-text.ts'
import type { ConversationChange, Side } from '../../../../shared/model/conversation-changes.ts'
import type { ConversationSection } from '../../../../shared/model/conversation-view.ts'
import type { ComparedPair, Comparison } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import { Unread } from '../../../failures/query-failure.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { showText } from '../../../state/comparison-store.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ToggleChip } from '../../../ui/toggle-chip.tsx'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
import { useFieldText } from '../field-text.ts'
import { isNothing, isTruncated } from '../values/field-rows.tsx'
import { ShownText } from '../values/shown-text.tsx'
import { TextParts, truncated } from './text-parts.tsx'
import styles from './compare.module.css'

export function useChangeText(): ChangeVocabulary {
  const { t } = useTexts('compare')
  const { label, meaning } = useFieldText()
  return {
    say: (sentence, values = {}) => t(`sentence.${sentence}`, values),
    // The boundary between the contract's paths and the typed catalogue; a test walks one against the other.
    label: (field) =>
      renamedFields.has(field) ? t(`what.${field.replaceAll('.', '/')}` as ParseKeys<'compare'>) : label(field),
    meaning,
  }
}

/** A change of a text that is worth comparing by word. */
export type ChangedText = Extract<ConversationChange, { readonly kind: 'changed' }>

export function changedTexts(changes: readonly ConversationChange[]): readonly ChangedText[] {
  return changes.filter((change) => change.kind === 'changed').filter(({ isText }) => isText)
}

/** A changed text with its changes by word, what is the same around them shortened. */
function InlineDiff({ pair, change: { left, right } }: { readonly pair: ComparedPair; readonly change: ChangedText }) {
  const { t } = useTexts(['compare', 'common'])
  const text = useQuery(read('comparison.text', { ...pair, leftPath: left.path, rightPath: right.path }))
  if (!text.isSuccess) return <Unread query={text} lines={1} />
  const short = truncated(text.data.parts)
  return (
    <>
      <p className={cx(styles.line, styles.wrapped, styles.inlineText)}>
        <TextParts parts={short.parts} />
      </p>
      {!text.data.isWhole && <Note font="secondary">{t('byLine')}</Note>}
      {short.isTruncated && (
        <QuietButton Icon={Columns2} onClick={() => showText(left.path)}>
          {t('sideBySide')}
        </QuietButton>
      )}
    </>
  )
}

const icons = { changed: PencilLine, added: Plus, removed: Minus, moved: ArrowUpDown }

interface SideProps {
  readonly side: Side
  readonly of: 'left' | 'right'
  readonly inline: boolean
}

function Value({ side, of, inline }: SideProps) {
  const { t, format } = useTexts('compare')
  const { value } = side
  const text = <ShownText text={valueText(side, useChangeText())} />
  if (inline) {
    const Mark = of === 'left' ? 'del' : 'ins'
    return (
      <Mark data-side={of} className={cx(styles.value, isNothing(value) && styles.nothing)}>
        {text}
      </Mark>
    )
  }
  return (
    <Row align="start" font="id" className={styles.block} data-side={of}>
      <span className={styles.sign} aria-label={t(of)}>
        {of === 'left' ? '−' : '+'}
      </span>
      <div>
        <p className={styles.wrapped}>{text}</p>
        {'length' in value && isTruncated(value) && (
          <Text as="small" font="body" tone="soft">
            {t('cut', { shown: format.number(value.text.length), length: format.number(value.length) })}
          </Text>
        )}
      </div>
    </Row>
  )
}

interface ChangeRowProps {
  readonly pair: ComparedPair
  readonly change: ConversationChange
}

function Values({ pair, change }: ChangeRowProps) {
  if (change.kind === 'moved') return null
  if (change.kind === 'changed' && change.isText) return <InlineDiff pair={pair} change={change} />
  const inline = isInline(change)
  const values = (
    <>
      {change.kind !== 'added' && <Value side={change.left} of="left" inline={inline} />}
      {inline && change.kind === 'changed' && <Text tone="soft"> → </Text>}
      {change.kind !== 'removed' && <Value side={change.right} of="right" inline={inline} />}
    </>
  )
  if (inline) return values
  return (
    <Stack gap={1} className={styles.line}>
      {values}
    </Stack>
  )
}

function ChangeRow({ pair, change }: ChangeRowProps) {
  const { t } = useTexts('compare')
  const words = useChangeText()
  const Icon = icons[change.kind]
  const inline = isInline(change)
  const id = change.item?.id ?? null
  return (
    <Row gap={3} align="start" className={styles.change} data-kind={change.kind}>
      <span className={styles.mark}>
        <Icon size={13} aria-hidden />
      </span>
      <Stack gap={1} bounded grow className={styles.words}>
        <p className={styles.line}>
          <Text font="label">
            <ShownText text={headline(change, words)} />
          </Text>{' '}
          {inline && <Values pair={pair} change={change} />}
          <Row as="span" gap={2} font="secondary" tone="faint" className={styles.aside}>
            {!change.isDocumented && t('otherField')}
            {id !== null && (
              <code>
                <ShownText text={t('idOf', { id })} />
              </code>
            )}
          </Row>
        </p>
        {!inline && <Values pair={pair} change={change} />}
      </Stack>
    </Row>
  )
}

function groupsOf({ changes, sections }: Comparison) {
  const bySection = Map.groupBy(changes, ({ section }) => section)
  return sections.map(({ section, count }) => ({ section, count, changes: bySection.get(section) ?? [] }))
}

type Group = ReturnType<typeof groupsOf>[number]

const lackingIn = ({ count, changes }: Group): number => count - changes.length

function Heading({ of }: { readonly of: Group }) {
  const { t, format } = useTexts(['compare', 'conversations'])
  const { section, count, changes } = of
  return (
    <Row as="h2" gap={2} align="baseline" className={styles.section}>
      {t(`conversations:heading.${section}`)}{' '}
      <Text font="secondary" tone="soft">
        {lackingIn(of) === 0
          ? t('changes', { count })
          : t('changesShown', { shown: format.number(changes.length), total: format.number(count) })}
      </Text>
    </Row>
  )
}

const estimatedHeight = 48

function Rows({ pair, rows }: { readonly pair: ComparedPair; readonly rows: readonly (Group | ConversationChange)[] }) {
  const body = useRef<HTMLDivElement>(null)
  const keys = rows.map((_row, place) => String(place))
  const { indexes, gapBefore, after, measure } = useVirtualRows({ body, keys, estimatedHeight })
  return (
    <div ref={body} style={{ paddingTop: gapBefore(0), paddingBottom: after }}>
      {indexes.map((index) => {
        const row = rows[index]
        return (
          <div key={index} ref={measure} data-index={index}>
            {row && ('changes' in row ? <Heading of={row} /> : <ChangeRow pair={pair} change={row} />)}
          </div>
        )
      })}
    </div>
  )
}

export function ChangeList({ pair, comparison }: { readonly pair: ComparedPair; readonly comparison: Comparison }) {
  const { t, format } = useTexts(['compare', 'conversations'])
  const [only, setOnly] = useState<ConversationSection | null>(null)
  const groups = groupsOf(comparison)
  const shown = only === null ? groups : groups.filter(({ section }) => section === only)
  const more = shown.reduce((sum, of) => sum + lackingIn(of), 0)
  return (
    <Stack gap={3} bounded>
      {groups.length > 1 && (
        <Row gap={2} wrap role="group" aria-label={t('sections')}>
          {groups.map(({ section, count }) => (
            <ToggleChip
              key={section}
              label={t(`conversations:heading.${section}`)}
              count={format.number(count)}
              isOn={section === only}
              onToggle={() => setOnly(section === only ? null : section)}
            />
          ))}
        </Row>
      )}
      <Panel padded={false}>
        {/* Another filter is another list: heights measured for one are not those of the other. */}
        <Rows key={only} pair={pair} rows={shown.flatMap((group) => [group, ...group.changes])} />
        {more > 0 && (
          <Note font="secondary" className={styles.note}>
            {t('more', { count: more })}
          </Note>
        )}
      </Panel>
    </Stack>
  )
}
