/** The lines of a text with their numbers, top to bottom. */
import { useMemo } from 'react'
import type { ReactNode, RefObject } from 'react'
import { cx } from '../../../ui/cx.ts'
import { JsonText, MarkedText, ShownText, textForName } from './shown-text.tsx'
import { variablesIn } from './template-variables.ts'
import { useNear } from './use-near.ts'
import styles from './values.module.css'

export function PromptText({ text }: { readonly text: string }) {
  return <MarkedText text={text} ranges={variablesIn(text)} className={styles.variable} />
}

/** A line, or a part of a line that is too long for one block. */
export interface LinePart {
  /** Counts from 1; the parts of a line have the same number. */
  readonly line: number
  readonly text: string
  readonly isStart: boolean
  readonly isEnd: boolean
}

// Chromium lays out a block as a whole, and the text of a part as a whole.
const maxBlockLines = 100
const maxBlockLength = 4_000
const maxPartLength = 2_000

/** The lines of a text; lines that are too long are split into parts. */
export function* partsOf(lines: readonly string[]): Generator<LinePart> {
  for (const [index, line] of lines.entries()) {
    let from = 0
    do {
      let end = Math.min(line.length, from + maxPartLength)
      // Not between the halves of a surrogate pair.
      if (end < line.length && /[\uD800-\uDBFF]/.test(line.charAt(end - 1))) end -= 1
      yield { line: index + 1, text: line.slice(from, end), isStart: from === 0, isEnd: end === line.length }
      from = end
    } while (from < line.length)
  }
}

/** The lines in blocks that Chromium lays out when they come near the window. */
export function blocksOf(lines: readonly string[]): readonly (readonly LinePart[])[] {
  const blocks: LinePart[][] = []
  let block: LinePart[] = []
  let length = 0
  for (const part of partsOf(lines)) {
    if (block.length === 0 || block.length === maxBlockLines || length + part.text.length > maxBlockLength) {
      block = []
      length = 0
      blocks.push(block)
    }
    block.push(part)
    length += part.text.length
  }
  return blocks
}

// The characters that fit in a row of a window of usual width.
const columns = 90

/** About how many rows a block takes on screen. */
const rowsOf = (parts: readonly LinePart[]): number =>
  parts.reduce((sum, { text }) => sum + Math.max(1, Math.ceil(text.length / columns)), 0)

const texts = { prose: ShownText, prompt: PromptText, json: JsonText }

interface LineProps {
  readonly part: LinePart
  readonly kind: keyof typeof texts
  readonly hint: ReactNode
}

function Line({ part: { line, text, isStart, isEnd }, kind, hint }: LineProps) {
  // A part can begin in the middle of a string, so its syntax cannot be coloured.
  const Content = kind === 'json' && !(isStart && isEnd) ? ShownText : texts[kind]
  return (
    <div className={styles.numbered} data-line={isStart ? line : ''}>
      <span className={styles.lineText}>
        <Content text={text} />
      </span>
      {hint}
    </div>
  )
}

interface BlockProps {
  readonly parts: readonly LinePart[]
  readonly kind: LineProps['kind']
  readonly hintOf: ((line: number) => ReactNode) | undefined
  readonly isFirst: boolean
}

/** Far from the window, only the text, so that it can be found and selected; near it, numbers, colours and hints. */
function Block({ parts, kind, hintOf, isFirst }: BlockProps) {
  const { isNear, watch } = useNear(isFirst)
  const [first] = parts
  return (
    <div ref={watch} className={styles.block} style={{ '--rows': rowsOf(parts) }}>
      {isNear ? (
        parts.map((part, index) => (
          // The index is the key: lines have no other name, and a changed text is drawn again.
          <Line key={index} part={part} kind={kind} hint={part.isStart && hintOf?.(part.line)} />
        ))
      ) : (
        <div className={styles.farText} data-line={first?.isStart === true ? first.line : ''}>
          <ShownText
            text={parts.map(({ text, isStart }, index) => (isStart && index > 0 ? `\n${text}` : text)).join('')}
          />
        </div>
      )}
    </div>
  )
}

interface DocumentLinesProps {
  readonly ref?: RefObject<HTMLDivElement | null>
  readonly lines: readonly string[]
  readonly kind: LineProps['kind']
  readonly label: string
  /** The hint beside a line, by the line's number from 1. */
  readonly hintOf?: (line: number) => ReactNode
}

export function DocumentLines({ ref, lines, kind, label, hintOf }: DocumentLinesProps) {
  const blocks = useMemo(() => blocksOf(lines), [lines])
  return (
    <div
      ref={ref}
      className={cx(styles.lines, kind !== 'prompt' && styles[kind])}
      style={{ '--digits': `${String(String(lines.length).length)}ch` }}
      role="region"
      aria-label={textForName(label)}
    >
      {blocks.map((parts, index) => (
        // The index is the key: lines have no other name, and a changed text is drawn again.
        <Block key={index} parts={parts} kind={kind} hintOf={hintOf} isFirst={index === 0} />
      ))}
    </div>
  )
}
