import { memo, useMemo } from 'react'
import type { Ref } from 'react'
import { cx } from '../../../ui/cx.ts'
import { JsonText, ShownCharacters, ShownText, textForName } from './shown-text.tsx'
import { textLines, variablesIn } from './text-lines.ts'
import type { TextLine } from './text-lines.ts'
import { LinesBox, NumberedLine, useVirtualLines } from './virtual-lines.tsx'
import styles from './values.module.css'

const lineHeight = 18
// What fits beside each other in a window of usual width; only the first guess of a row's height hangs on it.
const defaultColumns = 96
// A text that is about as high as this is read in the page; a longer one scrolls in a box.
const maxHeight = 760

const heightOf = (text: string): number => Math.max(1, Math.ceil(text.length / defaultColumns)) * lineHeight

export function PromptText({ text }: { readonly text: string }) {
  const variables = variablesIn(text)
  if (variables.length === 0) return <ShownText text={text} />
  return (
    <bdi>
      {variables.map(({ start, end }, place) => (
        <span key={start}>
          <ShownCharacters text={text.slice(variables[place - 1]?.end ?? 0, start)} />
          <mark className={styles.variable}>
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
  readonly kind: keyof typeof texts
  readonly measure: Ref<HTMLDivElement>
}

const Line = memo(function Line({ line, index, kind, measure }: LineProps) {
  const Text = texts[kind]
  return (
    <NumberedLine ref={measure} data-index={index} line={line}>
      {line.text === '' ? '\u00A0' : <Text text={line.text} />}
    </NumberedLine>
  )
})

interface TextRowsProps extends ReturnType<typeof useTextRows> {
  readonly kind: keyof typeof texts
  /** Accessible name of the box. */
  readonly label: string
}

/** The rows of a text that are on screen. */
export function TextRows({ lines, rows, isLong, kind, label }: TextRowsProps) {
  return (
    <LinesBox
      lines={rows}
      label={textForName(label)}
      isLong={isLong}
      className={cx(styles.box, styles.raised, isLong && styles.textHeight)}
      rowsClassName={kind === 'prose' ? styles.prose : undefined}
      digits={String(lines.at(-1)?.line ?? 1).length}
    >
      {(index, { ref }) => {
        const line = lines[index]
        return line && <Line key={index} line={line} index={index} kind={kind} measure={ref} />
      }}
    </LinesBox>
  )
}

/** The rows of a text, and the window over them; a long one scrolls in its box. */
export function useTextRows(text: string) {
  const lines = useMemo(() => textLines(text), [text])
  const isLong = useMemo(() => lines.reduce((sum, line) => sum + heightOf(line.text), 0) > maxHeight, [lines])
  const rows = useVirtualLines({
    count: lines.length,
    estimatedHeight: (index) => heightOf(lines[index]?.text ?? ''),
  })
  return { lines, rows, isLong }
}

/** A text of any length in a box of its own, wrapped, with line numbers; only what is on screen is drawn. */
export function TextViewer({ text, ...rest }: Pick<TextRowsProps, 'kind' | 'label'> & { readonly text: string }) {
  return <TextRows {...useTextRows(text)} {...rest} />
}
