import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextPart } from '../../../../shared/model/conversation-changes.ts'
import type { JsonComparison } from '../../../../shared/schemas/conversation.ts'
import { PlainButton } from '../../../ui/button.tsx'
import { ShownCharacters } from '../values/shown-text.tsx'
import styles from './compare.module.css'

export interface TextLine {
  /** Counts from 1. */
  readonly number: number
  readonly parts: readonly TextPart[]
}

type Lines = readonly (readonly TextPart[])[]

function lineAt(lines: Lines, place: number, end: number): TextLine | null {
  const parts = place < end ? lines[place] : undefined
  return parts === undefined ? null : { number: place + 1, parts }
}

function addTo(lines: TextPart[][], part: TextPart, isNewLine: boolean): void {
  if (isNewLine) lines.push([])
  if (part.text !== '') lines.at(-1)?.push(part)
}

const isSameLine = (line: TextLine | null): boolean => line?.parts.every(({ kind }) => kind === 'same') ?? false

/** Two columns: same lines beside each other, changed ones in order, null where a side has none. */
export function textRows(parts: readonly TextPart[]) {
  const left: TextPart[][] = [[]]
  const right: TextPart[][] = [[]]
  // How many lines of each side stand above where both are level again.
  const levels: (readonly [left: number, right: number])[] = []
  for (const { kind, text } of parts) {
    const sides = kind === 'same' ? [left, right] : [kind === 'added' ? right : left]
    for (const [place, line] of text.split('\n').entries()) {
      for (const side of sides) addTo(side, { kind, text: line }, place > 0)
      if (place > 0 && kind === 'same') levels.push([left.length - 1, right.length - 1])
    }
  }
  return [...levels, [left.length, right.length] as const].flatMap(([leftEnd, rightEnd], place) => {
    const [fromLeft, fromRight] = levels[place - 1] ?? [0, 0]
    return Array.from({ length: Math.max(leftEnd - fromLeft, rightEnd - fromRight) }, (_none, at) => {
      const row = { left: lineAt(left, fromLeft + at, leftEnd), right: lineAt(right, fromRight + at, rightEnd) }
      return { ...row, isSame: isSameLine(row.left) && isSameLine(row.right) }
    })
  })
}

/** Runs of a text: removed ones struck through, added ones underlined. Each isolates its direction. */
export function TextParts({ parts }: { readonly parts: readonly TextPart[] }) {
  return (
    <bdi>
      {parts.map(({ kind, text }, place) => {
        // Runs have no name but their place, and a text that changes is drawn anew.
        const key = `${String(place)} ${kind}`
        if (kind === 'same') return <ShownCharacters key={key} text={text} />
        const Mark = kind === 'removed' ? 'del' : 'ins'
        return (
          <Mark key={key} className={styles.run} data-kind={kind}>
            <ShownCharacters text={text} />
          </Mark>
        )
      })}
    </bdi>
  )
}

/** Rows that are the same on both sides and far from a change: one line, until it is opened. */
interface Fold {
  readonly from: number
  readonly count: number
}

interface Collapsible {
  /** Where the runs of changed rows stand. */
  readonly changed: JsonComparison['changed']
  readonly total: number
  /** Rows from here on are not folded. */
  readonly known: number
}

const rowsAround = 3
const minCollapsed = 4

/** The rows of a diff that are on screen, by their numbers from 0, with a fold in the place of those that it holds. */
export function useFolds({ changed, total, known }: Collapsible) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(() => {
    const shown: (number | Fold)[] = []
    const show = (from: number, to: number): void => {
      for (let row = from; row < to; row += 1) shown.push(row)
    }
    const fold = (from: number, to: number): void => {
      const isCollapsed = !opened.has(from) && to - from >= minCollapsed && from < known
      if (isCollapsed) shown.push({ from, count: to - from })
      else show(from, to)
    }
    let at = 0
    for (const { from, count } of changed) {
      const start = Math.max(at, from - rowsAround)
      const end = Math.min(total, from + count + rowsAround)
      fold(at, start)
      show(start, end)
      at = end
    }
    fold(at, total)
    return shown
  }, [changed, total, known, opened])
  return { rows, open: (from: number): void => setOpened((before) => new Set([...before, from])) }
}

export function FoldButton({ fold, onOpen }: { readonly fold: Fold; readonly onOpen: (from: number) => void }) {
  const { t } = useTranslation('compare')
  return (
    <PlainButton className={styles.fold} onClick={() => onOpen(fold.from)}>
      {t('equalLines', { count: fold.count })}
    </PlainButton>
  )
}

const around = 60
const maxChangeLength = 600
const maxParts = 120
const gap = '…'

function shortPart({ kind, text }: TextPart, isFirst: boolean, isLast: boolean): string {
  if (kind !== 'same') return text.length > maxChangeLength ? `${text.slice(0, maxChangeLength)}${gap}` : text
  const head = isFirst ? '' : text.slice(0, around)
  const tail = isLast ? '' : text.slice(-around)
  return head.length + tail.length + gap.length >= text.length ? text : `${head}${gap}${tail}`
}

/** The first changes of a compared text with some words around them; texts without their like stay as they are. */
export function truncated(parts: readonly TextPart[]) {
  const short = parts.slice(0, maxParts).map((part, place) => ({
    kind: part.kind,
    text: shortPart(part, place === 0, place === parts.length - 1),
  }))
  const isTruncated = parts.length > maxParts || short.some(({ text }, place) => text !== parts[place]?.text)
  return { parts: short, isTruncated }
}
