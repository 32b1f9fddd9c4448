import { memo, useMemo, useRef } from 'react'
import type { Ref, RefObject } from 'react'
import { cx } from '../../../ui/cx.ts'
import { textForName } from './hidden-characters.ts'
import { JsonText } from './json-text.tsx'
import { ShownCharacters, ShownText } from './shown-text.tsx'
import { variablesIn } from './template-variables.ts'
import { textLines } from './text-lines.ts'
import type { TextLine } from './text-lines.ts'
import { useVirtualLines } from './use-virtual-lines.ts'
import type { VirtualLines } from './use-virtual-lines.ts'
import look from './values.module.css'
export type TextKind = 'prose' | 'prompt' | 'json'

export interface TextViewerProps {
  readonly text: string
  readonly kind: TextKind
  /** Accessible name of the box. */
  readonly label: string
}

/** A text in rows, and the window over them. */
export interface TextWindow {
  readonly lines: readonly TextLine[]
  readonly rows: VirtualLines
  /** Too long for the page: it scrolls in its box. */
  readonly isLong: boolean
}

export interface TextRowsProps extends TextWindow {
  readonly box: RefObject<HTMLDivElement | null>
  readonly kind: TextKind
  readonly label: string
}

const lineHeight = 18
// What fits beside each other in a window of usual width; only the first guess of a row's height hangs on it.
const defaultColumns = 96
// A text that is about as high as this is read in the page; a longer one scrolls in a box.
const maxHeight = 760

function heightOf(text: string): number {
  return Math.max(1, Math.ceil(text.length / defaultColumns)) * lineHeight
}

/** Text with its template variables marked. */
export function PromptText({ text }: { readonly text: string }) {
  const variables = variablesIn(text)
  if (variables.length === 0) return <ShownText text={text} />
  return (
    <bdi>
      {variables.map(({ start, end }, place) => (
        <span key={start}>
          <ShownCharacters text={text.slice(variables[place - 1]?.end ?? 0, start)} />
          <mark className={look.variable}>
            <ShownCharacters text={text.slice(start, end)} />
          </mark>
        </span>
      ))}
      <ShownCharacters text={text.slice(variables.at(-1)?.end)} />
    </bdi>
  )
}

const texts = { prose: ShownText, prompt: PromptText, json: JsonText }

interface LineProps {
  readonly line: TextLine
  readonly index: number
  readonly kind: TextKind
  readonly measure: Ref<HTMLDivElement>
}

const Line = memo(function Line({ line, index, kind, measure }: LineProps) {
  const Text = texts[kind]
  return (
    <div ref={measure} data-index={index} className={cx(look.linesLine, look.viewerLine)}>
      <span className={look.linesNumber} aria-hidden>
        {line.isContinued ? '' : line.line}
      </span>
      <span className={look.linesText}>{line.text === '' ? '\u00A0' : <Text text={line.text} />}</span>
    </div>
  )
})

/** The rows of a text that are on screen; joined to the lines and rows of `useTextRows`. */
export function TextRows({ box, lines, rows, isLong, kind, label }: TextRowsProps) {
  const digits = String(lines.at(-1)?.line ?? 1).length
  return (
    <div
      ref={box}
      className={cx(look.box, isLong && look.bounded, isLong && look.viewerBounded)}
      role="region"
      aria-label={textForName(label)}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the focus for its keys
      tabIndex={isLong ? 0 : undefined}
    >
      <div
        className={kind === 'prose' ? look.prose : undefined}
        style={{ paddingTop: rows.before, paddingBottom: rows.after, '--digits': `${String(digits)}ch` }}
      >
        {rows.indexes.map((index) => {
          const line = lines[index]
          return line && <Line key={index} line={line} index={index} kind={kind} measure={rows.measure} />
        })}
      </div>
    </div>
  )
}

/** The rows of a text, and the window over them in the box that shows them. */
export function useTextRows(text: string, box: RefObject<HTMLDivElement | null>): TextWindow {
  const lines = useMemo(() => textLines(text), [text])
  const isLong = useMemo(() => lines.reduce((sum, line) => sum + heightOf(line.text), 0) > maxHeight, [lines])
  const rows = useVirtualLines({
    box,
    count: lines.length,
    estimatedHeight: (index) => heightOf(lines[index]?.text ?? ''),
  })
  return { lines, rows, isLong }
}

/** A text of any length in a box of its own, wrapped, with line numbers; only what is on screen is drawn. */
export function TextViewer({ text, kind, label }: TextViewerProps) {
  const box = useRef<HTMLDivElement>(null)
  return <TextRows box={box} {...useTextRows(text, box)} kind={kind} label={label} />
}
