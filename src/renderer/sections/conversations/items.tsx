import { memo, useDeferredValue, useMemo, useState } from 'react'
import { itemsOf } from '../../../shared/conversation/items.ts'
import type { ConversationList, FieldGroup, ListItems, ScriptKind } from '../../../shared/conversation/view-types.ts'
import { limits } from '../../../shared/model/limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { cx } from '../../ui/cx.ts'
import { Note, Row, Stack, Text } from '../../ui/layout.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Chips } from './chips.tsx'
import { fieldIn, textOf, useFieldText, useKindText } from './field-text.ts'
import { PromptViewer } from './prompt-viewer.tsx'
import { useScrollToItem } from './scroll-to-field.ts'
import { useOpened } from './shown-conversation.ts'
import { Fields, Value } from './values/field-rows.tsx'
import { ShownText } from './values/shown-text.tsx'
import { LinesBox, useVirtualLines } from './values/virtual-lines.tsx'
import styles from './conversations.module.css'
import look from './values/values.module.css'

/** The types that some scripts have, with the row of their heading and the place of their first script. */
export function groupsOf(kinds: readonly ScriptKind[]) {
  const groups: { readonly of: ScriptKind; readonly row: number; readonly place: number }[] = []
  let next = 0
  for (const of of kinds) {
    if (of.count === 0) continue
    groups.push({ of, row: next + groups.length, place: next })
    next += of.count
  }
  return groups
}

type ItemRow = { readonly kind: 'heading'; readonly of: ScriptKind } | { readonly kind: 'item'; readonly place: number }

/** The rows of the items that match: scripts under the headings of their types. */
export function itemRows({ kinds, items }: Pick<ListItems, 'kinds' | 'items'>) {
  const groups = groupsOf(kinds)
  return {
    count: items.length + groups.length,
    rowAt: (index: number): ItemRow => {
      const heading = groups.find(({ row }) => row === index)
      if (heading !== undefined) return { kind: 'heading', of: heading.of }
      return { kind: 'item', place: index - groups.filter(({ row }) => row < index).length }
    },
    headingOf: (kind: ScriptKind): number => groups.find(({ of }) => of === kind)?.row ?? 0,
    rowOf: (place: number): number => place + groups.filter((group) => group.place <= place).length,
  }
}

interface ItemProps {
  readonly group: FieldGroup
  /** Place in the list, from 1. */
  readonly number: number
}

const Script = memo(function Script({ group }: ItemProps) {
  const text = useFieldText()
  const said = fieldIn(group.rows, 'scriptDtoList.scriptContent')
  const audio = fieldIn(group.rows, 'scriptDtoList.ttsContent')
  const rest = group.rows.filter((row) => row !== said && row !== audio)
  return (
    <Stack gap={1} bounded className={styles.script} data-path={group.path}>
      {said !== undefined && (
        <div data-path={said.path}>
          <Value value={said.value} label={text.label(said.field)} />
        </div>
      )}
      <Fields {...group} rows={audio === undefined ? rest : [...rest, audio]} variant="line" />
    </Stack>
  )
})

// The contract names no field of a knowledge base; what is called a name is one.
const isName = /(?:^|\.)(?:\w*[nN]ame|title)$/

/** A language model with its prompt to be read, or a knowledge base, whatever came of it. */
const Item = memo(function Item({ group, number }: ItemProps) {
  const { t } = useTexts('conversations')
  const named =
    fieldIn(group.rows, 'modelDtoList.largeName') ??
    group.otherFields.find(({ field, value }) => isName.test(field) && value.kind === 'text')
  const name = textOf(named) ?? t('item', { number })
  const prompt = group.rows.find(({ field, value }) => field === 'modelDtoList.prompt' && value.kind === 'text')
  return (
    <div className={styles.item} data-path={group.path}>
      <h3>
        <ShownText text={name} />
      </h3>
      <Fields {...group} rows={group.rows.filter((row) => row !== prompt)} variant="line">
        {prompt !== undefined && <PromptViewer row={prompt} name={name} />}
      </Fields>
    </div>
  )
})

function KindHeading({ of }: { readonly of: ScriptKind }) {
  const text = useKindText()
  const { format } = useTexts('common')
  return (
    <Row as="h3" gap={2} align="baseline" className={cx(styles.kindHead, styles.capital)}>
      {text(of)}{' '}
      <Text as="small" font="secondary" tone="faint">
        {format.number(of.count)}
      </Text>
    </Row>
  )
}

// So many are read in the page; more of them scroll in a box.
const maxInPage = { scriptDtoList: 24, modelDtoList: 10, knowledgeDtoList: 10 }
const estimatedHeight = { heading: 34, scriptDtoList: 74, modelDtoList: 320, knowledgeDtoList: 120 }

export function Items({ list }: { readonly list: ConversationList }) {
  const { t, format } = useTexts(['conversations', 'common'])
  const nameOf = useKindText()
  const { document, media } = useOpened()
  const [typed, setTyped] = useState('')
  // Drawn between frames: the headings and the first screen do not wait for lists.
  const search = useDeferredValue(typed.trim())
  const found = useMemo(() => itemsOf(document, { list, search, media }), [document, list, search, media])
  const layout = useMemo(() => itemRows(found), [found])
  const rows = useVirtualLines({
    count: layout.count,
    isLong: layout.count > maxInPage[list],
    estimatedHeight: (index) => estimatedHeight[layout.rowAt(index).kind === 'heading' ? 'heading' : list],
  })
  useScrollToItem({
    list,
    onSought: (path) => {
      if (search !== '') {
        setTyped('')
        return 'not-yet'
      }
      const place = found.items.findIndex((item) => path.startsWith(item.path))
      if (place === -1) return 'not-there'
      rows.scrollTo(layout.rowOf(place), 'center')
      return 'shown'
    },
  })
  const { kinds, items, total } = found
  const numbers = { number: format.number(items.length), total: format.number(total) }
  const count = search === '' ? '' : t('scripts.found', numbers)
  const isScripts = list === 'scriptDtoList'
  const ShownItem = isScripts ? Script : Item
  return (
    <div className={styles.items}>
      {isScripts && (
        <>
          <Row gap={3} wrap>
            <SearchBox
              label={t('scripts.search')}
              maxLength={limits.searchInConversations}
              value={typed}
              onType={setTyped}
            />
            <Text role="status" font="secondary" tone="soft">
              {count}
            </Text>
          </Row>
          {/* In the contract's order. */}
          <Chips
            label={t('field.scriptDtoList/scriptType')}
            chips={kinds.map((kind) => ({
              name: nameOf(kind),
              count: kind.count,
              onShow: () => rows.scrollTo(layout.headingOf(kind), 'start'),
            }))}
          />
        </>
      )}
      {items.length === 0 ? (
        <Note className={styles.none}>{t('noMatches')}</Note>
      ) : (
        <LinesBox
          lines={rows}
          label={t(`field.${list}`)}
          className={cx((isScripts || rows.isLong) && look.box)}
          rowClassName={styles.row}
        >
          {(index) => {
            const row = layout.rowAt(index)
            if (row.kind === 'heading') return <KindHeading of={row.of} />
            const group = items[row.place]
            return group && <ShownItem group={group} number={row.place + 1} />
          }}
        </LinesBox>
      )}
    </div>
  )
}
