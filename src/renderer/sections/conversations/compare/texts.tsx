import { useQuery } from '@tanstack/react-query'
import { TextQuote } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { headline } from '../../../../shared/model/change-text.ts'
import type { ConversationChange, TextPart } from '../../../../shared/model/conversation-changes.ts'
import type { ComparedPair } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import { Unread } from '../../../failures/query-failure.tsx'
import { showText } from '../../../state/comparison-store.ts'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Note, Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
import { piecesOf } from '../values/shown-text.tsx'
import { StepButtons } from '../values/step-buttons.tsx'
import { changedTexts, useChangeText } from './changes.tsx'
import type { ChangedText } from './changes.tsx'
import { FoldButton, TextParts, textRows, useFolds } from './text-parts.tsx'
import type { TextLine } from './text-parts.tsx'
import styles from './compare.module.css'

function Cell({ line, side }: { readonly line: TextLine | null; readonly side: 'left' | 'right' }) {
  const isChanged = line?.parts.some(({ kind }) => kind !== 'same') ?? false
  return (
    <>
      <span className={styles.number} data-side={side}>
        {line?.number}
      </span>
      <p
        className={cx(styles.wrapped, styles.cell)}
        data-side={side}
        data-empty={line === null}
        data-changed={isChanged}
      >
        {line !== null && <TextParts parts={line.parts} />}
      </p>
    </>
  )
}

const estimatedHeight = 22

function Columns({ parts }: { readonly parts: readonly TextPart[] }) {
  const body = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => textRows(parts), [parts])
  const changed = useMemo(() => rows.flatMap(({ isSame }, from) => (isSame ? [] : [{ from, count: 1 }])), [rows])
  const { rows: shown, open } = useFolds({ changed, total: rows.length, known: rows.length })
  const keys = shown.map((one) => (typeof one === 'number' ? String(one) : `f${one.from}`))
  const { indexes, gapBefore, after, measure } = useVirtualRows({ body, keys, estimatedHeight })
  return (
    <Text ref={body} as="div" font="id" style={{ paddingTop: gapBefore(0), paddingBottom: after }}>
      {indexes.map((index) => {
        const one = shown[index]
        const row = typeof one === 'number' ? rows[one] : undefined
        return (
          <div key={keys[index]} ref={measure} data-index={index}>
            {row !== undefined && (
              <div data-same={row.isSame} className={styles.row}>
                <Cell line={row.left} side="left" />
                <Cell line={row.right} side="right" />
              </div>
            )}
            {typeof one === 'object' && <FoldButton fold={one} onOpen={open} />}
          </div>
        )
      })}
    </Text>
  )
}

function OneText({ pair, text }: { readonly pair: ComparedPair; readonly text: ChangedText }) {
  const { t } = useTranslation(['compare', 'common'])
  const comparison = useQuery(
    read('comparison.text', { ...pair, leftPath: text.left.path, rightPath: text.right.path }),
  )
  if (!comparison.isSuccess) return <Unread query={comparison} lines={6} />
  return (
    <>
      {!comparison.data.isWhole && <Note className={styles.note}>{t('byLine')}</Note>}
      <Columns parts={comparison.data.parts} />
    </>
  )
}

// A native option holds text alone: what hides in it is named in place.
function visible(text: string): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : `⟨${piece.mark}⟩`))
    .join('')
}

function Picker({ texts, at }: { readonly texts: readonly ChangedText[]; readonly at: number }) {
  const { t } = useTranslation(['compare', 'conversations'])
  const words = useChangeText()
  const pathAt = (place: number): string => texts[place]?.left.path ?? ''
  const options = texts.map((text) => {
    const id = text.item?.id ?? null
    const what = `${t(`conversations:heading.${text.section}`)}: ${headline(text, words)}`
    return { value: text.left.path, label: visible(id === null ? what : `${what} (${id})`) }
  })
  return (
    <Stack gap={1} className={styles.picker}>
      <Select aria-label={t('text')} options={options} value={pathAt(at)} onChange={showText} />
      <StepButtons canStep={(by) => pathAt(at + by) !== ''} onStep={(by) => showText(pathAt(at + by))} />
    </Stack>
  )
}

interface TextsProps {
  readonly pair: ComparedPair
  readonly changes: readonly ConversationChange[]
  /** The selected text, by its path on the left; null for the first. */
  readonly shownText: string | null
}

export function Texts({ pair, changes, shownText: requested }: TextsProps) {
  const { t } = useTranslation('compare')
  const texts = changedTexts(changes)
  const at = Math.max(
    0,
    texts.findIndex(({ left }) => left.path === requested),
  )
  const text = texts[at]
  if (text === undefined) {
    return <EmptyState Icon={TextQuote} title={t('noTexts')} />
  }
  return (
    <Stack gap={3} bounded>
      <Picker texts={texts} at={at} />
      <Panel padded={false}>
        <OneText key={text.left.path} pair={pair} text={text} />
      </Panel>
    </Stack>
  )
}
