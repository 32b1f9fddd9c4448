import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, TextQuote } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { headline } from '../../../../shared/model/change-text.ts'
import type { ConversationChange } from '../../../../shared/model/conversation-changes.ts'
import type { ComparedPair, TextComparison } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { showText } from '../../../state/comparison-store.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
import { piecesOf } from '../values/hidden-characters.ts'
import { changedTexts } from './changed-texts.ts'
import type { ChangedText } from './changed-texts.ts'
import { rowRuns, screenList } from './collapsed-rows.ts'
import type { ChangedRuns } from './collapsed-rows.ts'
import { TextParts } from './text-parts.tsx'
import { textRows } from './text-rows.ts'
import type { TextLine, TextRow } from './text-rows.ts'
import { useChangeText } from './use-change-text.ts'
import { Text } from '../../../ui/layout.tsx'
import styles from './compare.module.css'

export interface TextsProps {
  readonly pair: ComparedPair
  readonly changes: readonly ConversationChange[]
  /** The selected text, by its path on the left; null for the first. */
  readonly shownText: string | null
}

interface CellProps {
  readonly line: TextLine | null
  readonly side: 'left' | 'right'
}

function Cell({ line, side }: CellProps) {
  const isChanged = line?.parts.some(({ kind }) => kind !== 'same') ?? false
  return (
    <>
      <span className={styles.number} data-side={side}>
        {line?.number}
      </span>
      <p className={styles.cell} data-side={side} data-empty={line === null} data-changed={isChanged}>
        {line !== null && <TextParts parts={line.parts} />}
      </p>
    </>
  )
}

const estimatedHeight = 22

function changedRuns(rows: readonly TextRow[]): ChangedRuns {
  const runs: { from: number; count: number }[] = []
  for (const [place, { isSame }] of rows.entries()) {
    const last = runs.at(-1)
    if (isSame) continue
    if (last !== undefined && last.from + last.count === place) last.count += 1
    else runs.push({ from: place, count: 1 })
  }
  return runs
}

function useCollapsed(rows: readonly TextRow[]) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const list = useMemo(() => {
    const total = rows.length
    return screenList(rowRuns({ changed: changedRuns(rows), total, known: total }, opened))
  }, [rows, opened])
  return {
    shown: useMemo(() => Array.from({ length: list.length }, (_none, place) => list.at(place)), [list]),
    open: (from: number): void => {
      setOpened((before) => new Set([...before, from]))
    },
  }
}

function Columns({ rows }: { readonly rows: readonly TextRow[] }) {
  const { t } = useTranslation('compare')
  const body = useRef<HTMLDivElement>(null)
  const { shown, open } = useCollapsed(rows)
  const keys = useMemo(() => shown.map((one) => (one?.kind === 'fold' ? `f${one.from}` : String(one?.row))), [shown])
  const { indexes, before, after, measure } = useVirtualRows<HTMLDivElement>({ body, keys, estimatedHeight })
  return (
    <Text ref={body} as="div" font="id" style={{ paddingTop: before, paddingBottom: after }}>
      {indexes.map((index) => {
        const one = shown[index]
        const row = one?.kind === 'row' ? rows[one.row] : undefined
        return (
          <div key={keys[index]} ref={measure} data-index={index}>
            {row !== undefined && (
              <div data-same={row.isSame} className={styles.row}>
                <Cell line={row.left} side="left" />
                <Cell line={row.right} side="right" />
              </div>
            )}
            {one?.kind === 'fold' && (
              <PlainButton
                className={styles.fold}
                onClick={() => {
                  open(one.from)
                }}
              >
                {t('equalLines', { count: one.count })}
              </PlainButton>
            )}
          </div>
        )
      })}
    </Text>
  )
}

function SideBySide({ comparison: { parts, isWhole } }: { readonly comparison: TextComparison }) {
  const { t } = useTranslation('compare')
  const rows = useMemo(() => textRows(parts), [parts])
  return (
    <>
      {!isWhole && <p className={styles.textsNote}>{t('byLine')}</p>}
      <Columns rows={rows} />
    </>
  )
}

function OneText({ pair, text }: { readonly pair: ComparedPair; readonly text: ChangedText }) {
  const { t } = useTranslation('compare')
  const comparison = useQuery(
    read('comparison.text', { ...pair, leftPath: text.left.path, rightPath: text.right.path }),
  )
  if (comparison.isPending) return <Skeleton label={t('loading')} lines={6} />
  if (comparison.isError) return <QueryFailure query={comparison} />
  return <SideBySide comparison={comparison.data} />
}

// A native option holds text alone: what hides in it is named in place.
function visible(text: string): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : `⟨${piece.mark}⟩`))
    .join('')
}

interface PickerProps {
  readonly texts: readonly ChangedText[]
  readonly at: number
}

function Picker({ texts, at }: PickerProps) {
  const { t } = useTranslation('compare')
  const { t: conversations } = useTranslation('conversations')
  const words = useChangeText()
  const show = (place: number): void => {
    const text = texts[place]
    if (text !== undefined) showText(text.left.path)
  }
  const options = texts.map((text) => {
    const id = text.item?.id ?? null
    const what = `${conversations(`heading.${text.section}`)}: ${headline(text, words)}`
    return { value: text.left.path, label: visible(id === null ? what : `${what} (${id})`) }
  })
  return (
    <div className={styles.picker}>
      <Select
        aria-label={t('text')}
        options={options}
        value={texts[at]?.left.path ?? ''}
        onChange={(path) => {
          showText(path)
        }}
      />
      <Button
        tone="quiet"
        aria-label={t('previousText')}
        title={t('previousText')}
        icon={<ChevronUp aria-hidden />}
        disabled={at === 0}
        onClick={() => {
          show(at - 1)
        }}
      />
      <Button
        tone="quiet"
        aria-label={t('nextText')}
        title={t('nextText')}
        icon={<ChevronDown aria-hidden />}
        disabled={at === texts.length - 1}
        onClick={() => {
          show(at + 1)
        }}
      />
    </div>
  )
}

/** The changed texts, one at a time, side by side by word. */
export function Texts({ pair, changes, shownText: requested }: TextsProps) {
  const { t } = useTranslation('compare')
  const texts = changedTexts(changes)
  const at = Math.max(
    0,
    texts.findIndex(({ left }) => left.path === requested),
  )
  const text = texts[at]
  if (text === undefined) {
    return (
      <EmptyState icon={<TextQuote aria-hidden />} title={t('noTexts')}>
        {t('noTextsHint')}
      </EmptyState>
    )
  }
  return (
    <div className={styles.texts}>
      <Picker texts={texts} at={at} />
      <Panel padded={false}>
        <OneText key={text.left.path} pair={pair} text={text} />
      </Panel>
    </div>
  )
}
