import type { TextPart } from '../../../../shared/model/conversation-changes.ts'
import { ShownCharacters } from '../values/shown-text.tsx'
import styles from './compare.module.css'

/** Sets a compared text in two columns: lines that are the same stand beside each other, changed ones in order. */

export interface TextLine {
  /** Counts from 1. */
  readonly number: number
  readonly parts: readonly TextPart[]
}

/** Lines side by side; null where a side has none. */
interface TextRow {
  readonly left: TextLine | null
  readonly right: TextLine | null
  readonly isSame: boolean
}

/** One column while it is filled: finished lines since both were last level, and the line that is begun. */
class Column {
  private lines: TextLine[] = []
  private begun: TextPart[] = []
  private number = 1

  add(kind: TextPart['kind'], text: string): void {
    if (text !== '') this.begun.push({ kind, text })
  }

  endLine(): void {
    this.lines.push({ number: this.number, parts: this.begun })
    this.begun = []
    this.number += 1
  }

  take(): readonly TextLine[] {
    const accepted = this.lines
    this.lines = []
    return accepted
  }
}

const isSameLine = (line: TextLine | null): boolean => line?.parts.every(({ kind }) => kind === 'same') ?? false

function paired(left: readonly TextLine[], right: readonly TextLine[]): readonly TextRow[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_none, place) => {
    const row = { left: left[place] ?? null, right: right[place] ?? null }
    return { ...row, isSame: isSameLine(row.left) && isSameLine(row.right) }
  })
}

/** The rows of two columns; together the lines of a side are its text. */
export function textRows(parts: readonly TextPart[]): readonly TextRow[] {
  const left = new Column()
  const right = new Column()
  const rows: TextRow[] = []
  const level = (): void => {
    rows.push(...paired(left.take(), right.take()))
  }
  for (const { kind, text } of parts) {
    const columns = [kind === 'added' ? null : left, kind === 'removed' ? null : right].filter((one) => one !== null)
    for (const [place, line] of text.split('\n').entries()) {
      if (place > 0) for (const column of columns) column.endLine()
      if (place > 0 && kind === 'same') level()
      for (const column of columns) column.add(kind, line)
    }
  }
  left.endLine()
  right.endLine()
  level()
  return rows
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
          <Mark key={key} className={styles[kind]}>
            <ShownCharacters text={text} />
          </Mark>
        )
      })}
    </bdi>
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
