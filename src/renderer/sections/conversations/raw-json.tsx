import { memo, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent as ReactKeyboardEvent, RefObject } from 'react'
import { jsonLines } from '../../../shared/conversation/json-lines.ts'
import type { JsonForm, JsonLines, JsonRow } from '../../../shared/conversation/json-lines.ts'
import { limits } from '../../../shared/model/limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { isModalOpen } from '../../ui/overlay-container.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useWindowEvent } from '../../ui/use-window-event.ts'
import { useFieldText } from './field-text.ts'
import { useOpened } from './shown-conversation.ts'
import { JsonText, MarkedText, ShownText } from './values/shown-text.tsx'
import { StepButtons } from './values/step-buttons.tsx'
import { LinesBox, NumberedLine, useVirtualLines } from './values/virtual-lines.tsx'
import viewer from './conversations.module.css'
import styles from './values/values.module.css'

interface Around {
  /** What stands in the rows of the same line before and after this one: a place may go over their ends. */
  readonly before: string
  readonly after: string
}

/** The places of a search, which is not empty; case is ignored. The current one is told by how many start before it. */
function rangesOf(search: string, text: string, { before, after, current }: Around & { readonly current: number }) {
  const pattern = new RegExp(search.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu')
  const places = Array.from(`${before}${text}${after}`.matchAll(pattern), ({ 0: { length }, index }) => {
    const start = index - before.length
    return { start, end: start + length }
  })
  const first = places.findIndex(({ start }) => start >= 0)
  return places
    .map(({ start, end }, place) => ({
      start: Math.max(0, start),
      end: Math.min(text.length, end),
      isCurrent: current >= 0 && place === first + current,
    }))
    .filter(({ start, end }) => start < end)
}

const rowHeight = 20
// Fewer rows are read in the page, more of them scroll in a box.
const maxInPage = 28

function Hint({ field, meaning }: NonNullable<JsonRow['hint']>) {
  const words = useFieldText()
  const said = words.meaning(meaning)
  return (
    <Text font="secondary" tone="faint" truncate className={styles.hint}>
      <ShownText text={words.label(field)} />
      {said !== null && (
        <Text as="b" font="label" tone="soft">
          {' '}
          · {said}
        </Text>
      )}
    </Text>
  )
}

interface RowOfJsonProps extends Around {
  readonly row: JsonRow
  readonly search: string
  /** Which of the places that start in this row is the current one, from 0; -1 is none. */
  readonly current: number
}

const RowOfJson = memo(function RowOfJson({ row, search, ...place }: RowOfJsonProps) {
  const isCurrent = place.current >= 0
  // One that starts in the middle of a line may start in the middle of a text: it has no syntax to be coloured.
  const Plain = row.isContinued ? ShownText : JsonText
  return (
    <NumberedLine
      line={row}
      hint={row.hint !== null && <Hint {...row.hint} />}
      className={isCurrent ? styles.current : undefined}
      data-current={isCurrent || undefined}
    >
      {search === '' ? (
        <Plain text={row.text} />
      ) : (
        <MarkedText text={row.text} ranges={rangesOf(search, row.text, place)} className={styles.found} />
      )}
    </NumberedLine>
  )
})

interface JsonRowsProps extends Pick<Find, 'search' | 'foundAt' | 'placeInRow'> {
  readonly lines: JsonLines
}

function JsonRows({ lines, search, foundAt, placeInRow }: JsonRowsProps) {
  const { t } = useTexts('conversations')
  const { count, rowAt } = lines
  const rows = useVirtualLines({ count, isLong: count > maxInPage, estimatedHeight: () => rowHeight })
  const showRow = useEffectEvent((index: number) => rows.scrollTo(index, 'center'))
  useEffect(() => {
    if (foundAt !== null) showRow(foundAt)
  }, [foundAt])
  const partOf = (line: number, index: number): string => {
    const row = rowAt(index)
    return row?.line === line ? row.text : ''
  }
  return (
    <LinesBox
      lines={rows}
      label={t('heading.raw')}
      className={cx(styles.box, styles.raised)}
      rowClassName={styles.rawRow}
      digits={String(count).length}
    >
      {(index) => {
        const row = rowAt(index)
        return (
          row && (
            <RowOfJson
              row={row}
              search={search}
              current={index === foundAt ? placeInRow : -1}
              before={partOf(row.line, index - 1)}
              after={partOf(row.line, index + 1)}
            />
          )
        )
      }}
    </LinesBox>
  )
}

type Find = ReturnType<typeof useFind>

/** `lines`: null until they are made. */
function useFind(lines: JsonLines | null) {
  const { t, format } = useTexts('conversations')
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const search = useDeferredValue(typed)
  const found = useMemo(() => (search === '' || lines === null ? null : lines.find(search)), [lines, search])
  // What was found of the previous text says nothing of the new text.
  const { rows, total } = (search === typed ? found : null) ?? { rows: [], total: null }
  const at = rows.length === 0 ? 0 : (place + rows.length) % rows.length
  const numbers = { place: format.number(at + 1), number: format.number(rows.length), total: format.number(total ?? 0) }
  const count = t(rows.length < (total ?? 0) ? 'raw.foundMany' : 'raw.found', numbers)
  return {
    typed,
    type: (next: string): void => {
      setTyped(next)
      setPlace(0)
    },
    /** Goes on by so many places, round the end. */
    go: (by: number): void => setPlace(at + by),
    search,
    /** The row to be shown; null while nothing is found. */
    foundAt: rows[at] ?? null,
    /** How many places start before it in that row. */
    placeInRow: at - rows.findIndex((row) => row === rows[at]),
    /** The number of the place among all, as text; empty without a search. */
    text: total === null ? '' : total === 0 ? t('noMatches') : count,
  }
}

function FindBar({ find, input }: { readonly find: Find; readonly input: RefObject<HTMLInputElement | null> }) {
  const { t } = useTexts('conversations')
  return (
    <Row gap={1} role="search" aria-label={t('raw.find')}>
      <SearchBox
        ref={input}
        label={t('raw.find')}
        maxLength={limits.searchInConversations}
        value={find.typed}
        onType={find.type}
      />
      <Text role="status" font="secondary" tone="soft" className={styles.count}>
        {find.text}
      </Text>
      <StepButtons canStep={find.foundAt !== null} onStep={find.go} />
    </Row>
  )
}

const isFindKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'f'

/** The rows come after the rest of the viewer, which does not wait for those of a large body. */
export function RawJson() {
  const { t } = useTexts('conversations')
  const { document } = useOpened()
  const [form, setForm] = useState<JsonForm>('pretty')
  const isDrawn = useDeferredValue(true, false)
  const lines = useMemo(() => (isDrawn ? jsonLines(document.text, form) : null), [isDrawn, document, form])
  const find = useFind(lines)
  const input = useRef<HTMLInputElement>(null)
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || !isFindKey(event) || isModalOpen()) return
    event.preventDefault()
    input.current?.focus()
  })
  const onKeyDown = (event: ReactKeyboardEvent): void => {
    const isEnter = event.key === 'Enter' && event.target === input.current && !event.nativeEvent.isComposing
    if (event.key !== 'F3' && !isEnter) return
    event.preventDefault()
    find.go(event.shiftKey ? -1 : 1)
  }
  return (
    // F3 works wherever the focus is in here; nothing here is a control that they would be taken from.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears keys of what is inside
    <div className={viewer.raw} onKeyDown={onKeyDown}>
      <Row gap={3} wrap>
        <RadioGroup
          label={t('raw.form')}
          showsLabel={false}
          options={(['pretty', 'received'] as const).map((value) => ({ value, label: t(`raw.${value}`) }))}
          value={form}
          onChange={setForm}
        />
        <FindBar find={find} input={input} />
        <span className="to-end">
          <CopyButton text={lines?.text ?? document.text} what={t('heading.raw')} hasLabel />
        </span>
      </Row>
      {lines !== null && <JsonRows key={form} lines={lines} {...find} />}
    </div>
  )
}
