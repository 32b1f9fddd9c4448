import type { ParseKeys } from 'i18next'
import { ArrowUpDown, Minus, PencilLine, Plus } from 'lucide-react'
import { Fragment, useMemo, useState } from 'react'
import { headline, isInline, renamedFields, valueText } from '../../../../shared/conversation/change-text.ts'
import type { ChangeVocabulary } from '../../../../shared/conversation/change-text.ts'
import type { ConversationChange, ConversationChanges, Side } from '../../../../shared/conversation/change-types.ts'
import { textChanges } from '../../../../shared/conversation/text-diff.ts'
import { textOfValue } from '../../../../shared/conversation/values.ts'
import type { ConversationSection } from '../../../../shared/conversation/view-types.ts'
import { truncate } from '../../../../shared/model/truncate.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ToggleChip } from '../../../ui/toggle-chip.tsx'
import { useFieldText } from '../field-text.ts'
import { isNothing } from '../values/field-rows.tsx'
import { ShownText } from '../values/shown-text.tsx'
import { TextParts, truncated } from './text-parts.tsx'
import styles from './compare.module.css'

function useChangeText(): ChangeVocabulary {
  const { t } = useTexts('compare')
  const { label, meaning } = useFieldText()
  return {
    say: (sentence, values = {}) => t(`sentence.${sentence}`, values),
    // The boundary between the contract's paths and the typed catalogue; a test compares both.
    label: (field) =>
      renamedFields.has(field) ? t(`what.${field.replaceAll('.', '/')}` as ParseKeys<'compare'>) : label(field),
    meaning,
  }
}

/** A change of a text that is worth comparing by word. */
type ChangedText = Extract<ConversationChange, { readonly kind: 'changed' }>

/** A changed text with its changes by word. Long texts show each change with some words around it, and all on request. */
function InlineDiff({ change: { left, right } }: { readonly change: ChangedText }) {
  const { t } = useTexts(['compare', 'conversations'])
  const [isOpen, setOpen] = useState(false)
  const { parts, isWhole } = useMemo(
    () => textChanges(textOfValue(left.value), textOfValue(right.value)),
    [left.value, right.value],
  )
  const short = truncated(parts)
  return (
    <>
      <p className={cx(styles.line, styles.wrapped, styles.inlineText)}>
        <TextParts parts={isOpen ? parts : short.parts} />
      </p>
      {!isWhole && <Note font="secondary">{t('byLine')}</Note>}
      {short.isTruncated && (
        <QuietButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'conversations:value.showLess' : 'conversations:value.showAll')}
        </QuietButton>
      )}
    </>
  )
}

// Longer values show their beginning.
const maxShown = 2_000

const icons = { changed: PencilLine, added: Plus, removed: Minus, moved: ArrowUpDown }

interface SideProps {
  readonly side: Side
  readonly sideName: 'left' | 'right'
  readonly inline: boolean
}

function Value({ side, sideName, inline }: SideProps) {
  const { t, format } = useTexts('compare')
  const { value } = side
  const fullText = valueText(side, useChangeText())
  const text = <ShownText text={truncate(fullText, maxShown)} />
  if (inline) {
    const Mark = sideName === 'left' ? 'del' : 'ins'
    return (
      <Mark data-side={sideName} className={cx(styles.value, isNothing(value) && styles.nothing)}>
        {text}
      </Mark>
    )
  }
  return (
    <Row align="start" font="id" className={styles.block} data-side={sideName}>
      <span className={styles.sign} aria-label={t(sideName)}>
        {sideName === 'left' ? '−' : '+'}
      </span>
      <div>
        <p className={styles.wrapped}>{text}</p>
        {fullText.length > maxShown && (
          <Text as="small" font="body" tone="soft">
            {t('cut', { shown: format.number(maxShown), length: format.number(fullText.length) })}
          </Text>
        )}
      </div>
    </Row>
  )
}

interface ChangeRowProps {
  readonly change: ConversationChange
}

function Values({ change }: ChangeRowProps) {
  if (change.kind === 'moved') return null
  if (change.kind === 'changed' && change.isText) return <InlineDiff change={change} />
  const inline = isInline(change)
  const values = (
    <>
      {change.kind !== 'added' && <Value side={change.left} sideName="left" inline={inline} />}
      {inline && change.kind === 'changed' && <Text tone="soft"> → </Text>}
      {change.kind !== 'removed' && <Value side={change.right} sideName="right" inline={inline} />}
    </>
  )
  if (inline) return values
  return (
    <Stack gap={1} className={styles.line}>
      {values}
    </Stack>
  )
}

function ChangeRow({ change }: ChangeRowProps) {
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
          {inline && <Values change={change} />}
          <Row as="span" gap={2} font="secondary" tone="faint" className={styles.aside}>
            {!change.isDocumented && t('otherField')}
            {id !== null && (
              <code>
                <ShownText text={t('idOf', { id })} />
              </code>
            )}
          </Row>
        </p>
        {!inline && <Values change={change} />}
      </Stack>
    </Row>
  )
}

function groupsOf({ changes, sections }: ConversationChanges) {
  const bySection = Map.groupBy(changes, ({ section }) => section)
  return sections.map(({ section, count }) => ({ section, count, changes: bySection.get(section) ?? [] }))
}

type Group = ReturnType<typeof groupsOf>[number]

const lackingIn = ({ count, changes }: Group): number => count - changes.length

function Heading({ group }: { readonly group: Group }) {
  const { t, format } = useTexts(['compare', 'conversations'])
  const { section, count, changes } = group
  return (
    <Row as="h2" gap={2} align="baseline" className={styles.section}>
      {t(`conversations:heading.${section}`)}{' '}
      <Text font="secondary" tone="soft">
        {lackingIn(group) === 0
          ? t('changes', { count })
          : t('changesShown', { shown: format.number(changes.length), total: format.number(count) })}
      </Text>
    </Row>
  )
}

export function ChangeList({ comparison }: { readonly comparison: ConversationChanges }) {
  const { t, format } = useTexts(['compare', 'conversations'])
  const [sectionFilter, setSectionFilter] = useState<ConversationSection | null>(null)
  const groups = groupsOf(comparison)
  const shown = sectionFilter === null ? groups : groups.filter(({ section }) => section === sectionFilter)
  const more = shown.reduce((sum, group) => sum + lackingIn(group), 0)
  return (
    <Stack gap={3} bounded>
      {groups.length > 1 && (
        <Row gap={2} wrap role="group" aria-label={t('sections')}>
          {groups.map(({ section, count }) => (
            <ToggleChip
              key={section}
              label={t(`conversations:heading.${section}`)}
              count={format.number(count)}
              isOn={section === sectionFilter}
              onToggle={() => setSectionFilter(section === sectionFilter ? null : section)}
            />
          ))}
        </Row>
      )}
      <Panel padded={false}>
        {shown.map((group) => (
          <Fragment key={group.section}>
            <Heading group={group} />
            {group.changes.map((change, index) => (
              // Several changes can have the same field, so the path alone is not a key.
              <ChangeRow key={`${change.field} ${String(index)}`} change={change} />
            ))}
          </Fragment>
        ))}
        {more > 0 && (
          <Note font="secondary" className={styles.note}>
            {t('more', { count: more })}
          </Note>
        )}
      </Panel>
    </Stack>
  )
}
