import { memo, useMemo } from 'react'
import { cx } from '../../../ui/cx.ts'
import { JsonText, MarkedText, ShownText, textForName } from './shown-text.tsx'
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
  return <MarkedText text={text} ranges={variablesIn(text)} className={styles.variable} />
}

const texts = { prose: ShownText, prompt: PromptText, json: JsonText }

interface LineProps {
  readonly line: TextLine
  readonly kind: keyof typeof texts
}

const Line = memo(function Line({ line, kind }: LineProps) {
  const Text = texts[kind]
  return <NumberedLine line={line}>{line.text === '' ? '\u00A0' : <Text text={line.text} />}</NumberedLine>
})

interface TextRowsProps extends ReturnType<typeof useTextRows>, Pick<LineProps, 'kind'> {
  readonly label: string
}

export function TextRows({ lines, rows, kind, label }: TextRowsProps) {
  return (
    <LinesBox
      lines={rows}
      label={textForName(label)}
      className={cx(styles.box, styles.raised)}
      rowClassName={kind === 'prose' ? styles.prose : undefined}
      digits={String(lines.at(-1)?.line ?? 1).length}
    >
      {(index) => {
        const line = lines[index]
        return line && <Line line={line} kind={kind} />
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
    isLong,
    estimatedHeight: (index) => heightOf(lines[index]?.text ?? ''),
  })
  return { lines, rows }
}

export function TextViewer({ text, ...rest }: Pick<TextRowsProps, 'kind' | 'label'> & { readonly text: string }) {
  return <TextRows {...useTextRows(text)} {...rest} />
}
