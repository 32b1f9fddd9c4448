import { Fragment, memo, startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { itemsOf } from '../../../shared/conversation/items.ts'
import type {
  ConversationList,
  FieldGroup,
  FieldRow,
  ListItems,
  ScriptKind,
} from '../../../shared/conversation/view-types.ts'
import { limits } from '../../../shared/model/limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { QuietButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Note, Row, Stack, Text } from '../../ui/layout.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Chips } from './chips.tsx'
import { fieldIn, textOf, useFieldText, useKindText } from './field-text.ts'
import { PromptViewer } from './prompt-viewer.tsx'
import { fieldId, useFieldGoneTo } from './go-to-field.ts'
import { useOpened } from './shown-conversation.ts'
import { Fields, Value } from './values/field-rows.tsx'
import { ShownText } from './values/shown-text.tsx'
import { useNear } from './values/use-near.ts'
import styles from './conversations.module.css'

interface ScriptGroup {
  readonly kind: ScriptKind
  /** The index of the type's first script among all scripts. */
  readonly first: number
}

/** The types that have scripts, in order. */
export function groupsOf(kinds: readonly ScriptKind[]): readonly ScriptGroup[] {
  let first = 0
  return kinds.flatMap((kind) => {
    const group = { kind, first }
    first += kind.count
    return kind.count === 0 ? [] : [group]
  })
}

/** An item without members is a single field with the item's own path. */
const idOfItem = ({ path, rows }: FieldGroup): string | undefined =>
  rows.some((row) => row.path === path) ? undefined : fieldId(path)

interface ItemProps {
  readonly group: FieldGroup
  /** Place in the list, from 1. */
  readonly number: number
  /** False: the item shows only its text or its name. */
  readonly isWhole: boolean
}

function Script({ group, isWhole }: ItemProps) {
  const scriptRow = fieldIn(group.rows, 'scriptDtoList.scriptContent')
  return (
    <Stack gap={1} bounded className={styles.script} id={idOfItem(group)}>
      {scriptRow !== undefined && (
        <div id={fieldId(scriptRow.path)}>
          {isWhole ? <ScriptValue row={scriptRow} /> : <ShownText text={textOf(scriptRow) ?? ''} />}
        </div>
      )}
      {isWhole && <ScriptFields group={group} scriptRow={scriptRow} />}
    </Stack>
  )
}

function ScriptValue({ row: { value, field } }: { readonly row: FieldRow }) {
  const { label } = useFieldText()
  return <Value value={value} label={label(field)} />
}

interface ScriptFieldsProps {
  readonly group: FieldGroup
  /** The text of the script, which is shown above. */
  readonly scriptRow: FieldRow | undefined
}

function ScriptFields({ group, scriptRow }: ScriptFieldsProps) {
  const audio = fieldIn(group.rows, 'scriptDtoList.ttsContent')
  const otherRows = group.rows.filter((row) => row !== scriptRow && row !== audio)
  return <Fields {...group} rows={audio === undefined ? otherRows : [...otherRows, audio]} variant="line" />
}

// The contract names no field of a knowledge base, so any field that is called a name is its name.
const isName = /(?:^|\.)(?:\w*[nN]ame|title)$/

/** A language model with its prompt in a viewer, or a knowledge base with whatever fields it came with. */
function Item({ group, number, isWhole }: ItemProps) {
  const { t } = useTexts('conversations')
  const named =
    fieldIn(group.rows, 'modelDtoList.largeName') ??
    group.otherFields.find(({ field, value }) => isName.test(field) && value.kind === 'text')
  const name = textOf(named) ?? t('item', { number })
  const prompt = group.rows.find(({ field, value }) => field === 'modelDtoList.prompt' && value.kind === 'text')
  return (
    <div className={styles.item} id={idOfItem(group)}>
      <h3>
        <ShownText text={name} />
      </h3>
      {isWhole && (
        <Fields {...group} rows={group.rows.filter((row) => row !== prompt)} variant="line">
          {prompt !== undefined && <PromptViewer row={prompt} name={name} />}
        </Fields>
      )}
    </div>
  )
}

const headingId = ({ type }: ScriptKind): string => `scripts-${type ?? 'none'}`

function KindHeading({ kind }: { readonly kind: ScriptKind }) {
  const text = useKindText()
  const { format } = useTexts('common')
  return (
    <Row as="h3" id={headingId(kind)} gap={2} align="baseline" className={cx(styles.kindHead, styles.capital)}>
      {text(kind)}{' '}
      <Text as="small" font="secondary" tone="faint">
        {format.number(kind.count)}
      </Text>
    </Row>
  )
}

// This many items are drawn completely from the start, and this many on each side of the field that the location leads
// to.
const firstItems = 20

interface ItemRowProps extends Omit<ItemProps, 'isWhole'> {
  readonly list: ConversationList
  /**
   * The location leads to a field of this item or of a neighbour; a later change of height would move that field away.
   */
  readonly isNearTarget: boolean
}

const ItemRow = memo(function ItemRow({ list, group, number, isNearTarget }: ItemRowProps) {
  const { isNear, watch } = useNear(number <= firstItems)
  const ShownItem = list === 'scriptDtoList' ? Script : Item
  return (
    <div ref={watch} className={styles.row}>
      <ShownItem group={group} number={number} isWhole={isNear || isNearTarget} />
    </div>
  )
})

interface DrawnItemsProps {
  readonly list: ConversationList
  readonly found: ListItems
  /** How many items are drawn, from the first. */
  readonly count: number
  /** The index of the item with the location's field; -1 for none. */
  readonly targetIndex: number
}

function DrawnItems({ list, found: { kinds, items }, count, targetIndex }: DrawnItemsProps) {
  const groups = new Map(groupsOf(kinds).map(({ kind, first }) => [first, kind]))
  return items.slice(0, count).map((group, index) => {
    const kind = groups.get(index)
    return (
      <Fragment key={group.path}>
        {kind && <KindHeading kind={kind} />}
        <ItemRow
          list={list}
          group={group}
          number={index + 1}
          isNearTarget={targetIndex >= 0 && Math.abs(index - targetIndex) <= firstItems}
        />
      </Fragment>
    )
  })
}

// How many items are drawn without a request and added by each step of **Show all**: thousands at a time would block
// the window.
const maxItems = 200

/** How many items are drawn: 200 at first, and more for the location's field, for a type and for **Show all**. */
function useDrawnCount(items: readonly FieldGroup[], at: { readonly path: string } | null) {
  const [requestedCount, setRequestedCount] = useState(maxItems)
  const [isAllWanted, setAllWanted] = useState(false)
  const targetIndex = at === null ? -1 : items.findIndex(({ path }) => at.path.startsWith(path))
  const count = Math.min(items.length, Math.max(requestedCount, targetIndex + 1))
  useEffect(() => {
    if (isAllWanted && count < items.length) startTransition(() => setRequestedCount(count + maxItems))
  }, [isAllWanted, count, items.length])
  return { count, setRequestedCount, targetIndex, isAllWanted, drawAll: () => setAllWanted(true) }
}

/** The search of a list. It ends when the location leads to a field of the list. */
function useItemSearch(list: ConversationList, at: { readonly path: string } | null) {
  const [typed, type] = useState('')
  const [lastAt, setLastAt] = useState(at)
  if (at !== lastAt) {
    setLastAt(at)
    if (at?.path.startsWith(`data.${list}[`) === true) type('')
  }
  const deferred = useDeferredValue(typed)
  return { typed, type, search: typed === '' ? '' : deferred.trim() }
}

export function Items({ list }: { readonly list: ConversationList }) {
  const { t, format } = useTexts(['conversations', 'common'])
  const nameOf = useKindText()
  const { document, media } = useOpened()
  const at = useFieldGoneTo()
  const { typed, type, search } = useItemSearch(list, at)
  const found = useMemo(() => itemsOf(document, { list, search, media }), [document, list, search, media])
  const { kinds, items, total } = found
  const { count, setRequestedCount, targetIndex, isAllWanted, drawAll } = useDrawnCount(items, at)
  const showKind = (kind: ScriptKind): void => {
    const first = groupsOf(kinds).find((group) => group.kind === kind)?.first ?? 0
    flushSync(() => setRequestedCount(Math.max(count, first + maxItems)))
    window.document.getElementById(headingId(kind))?.scrollIntoView({ block: 'start' })
  }
  const isScripts = list === 'scriptDtoList'
  return (
    <div className={styles.items}>
      {isScripts && (
        <>
          <Row gap={3} wrap>
            <SearchBox
              label={t('scripts.search')}
              maxLength={limits.searchInConversations}
              value={typed}
              onType={type}
            />
            <Text role="status" font="secondary" tone="soft">
              {search !== '' &&
                t('scripts.found', { number: format.number(items.length), total: format.number(total) })}
            </Text>
          </Row>
          {/* In the contract's order. */}
          <Chips
            label={t('field.scriptDtoList/scriptType')}
            chips={kinds.map((kind) => ({ name: nameOf(kind), count: kind.count, onShow: () => showKind(kind) }))}
          />
        </>
      )}
      {items.length === 0 ? (
        <Note className={styles.none}>{t('noMatches')}</Note>
      ) : (
        <div role="region" aria-label={t(`field.${list}`)} className={cx(isScripts && styles.scripts)}>
          <DrawnItems list={list} found={found} count={count} targetIndex={targetIndex} />
        </div>
      )}
      {count < items.length && !isAllWanted && (
        <Row gap={2} font="secondary" tone="soft">
          {t('scripts.found', { number: format.number(count), total: format.number(items.length) })}
          <QuietButton onClick={drawAll}>{t('value.showAll')}</QuietButton>
        </Row>
      )}
    </div>
  )
}
