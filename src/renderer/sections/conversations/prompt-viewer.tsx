import { useEffect, useRef, useState } from 'react'
import type { FieldRow } from '../../../shared/conversation/view-types.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { Chips } from './chips.tsx'
import { textOf } from './field-text.ts'
import { variablesIn } from './values/text-lines.ts'
import type { TextLine } from './values/text-lines.ts'
import { TextRows, useTextRows } from './values/text-viewer.tsx'
import styles from './conversations.module.css'

interface PromptStatistics {
  /** Letters of any script, however many units they take; line ends count as one. */
  readonly characters: number
  /** Words as `Intl.Segmenter` counts them, so that Chinese is counted too. */
  readonly words: number
  readonly lines: number
  /** In the order of their first use, each with the rows that hold it, in order, one for each place. */
  readonly variables: readonly { readonly name: string; readonly rows: readonly number[] }[]
}

/** Counts a prompt's rows one at a time; the generator's last value is the whole. */
export function* countPrompt(lines: readonly TextLine[]): Generator<undefined, PromptStatistics> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  const rows = new Map<string, number[]>()
  const lineCount = lines.at(-1)?.line ?? 0
  let words = 0
  let characters = Math.max(0, lineCount - 1)
  for (const [row, { text }] of lines.entries()) {
    for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) words += 1
    // A pair of units is one character.
    characters += Array.from(text).length
    for (const { name } of variablesIn(text)) {
      const places = rows.get(name)
      if (places === undefined) rows.set(name, [row])
      else places.push(row)
    }
    yield
  }
  return {
    characters,
    words,
    lines: lineCount,
    variables: Array.from(rows, ([name, places]) => ({ name, rows: places })),
  }
}

// Half of a frame: what is counted must not be felt while scrolling.
const sliceMs = 8

/** Counts a prompt in small slices of time; null until that is done. */
function usePromptStatistics(lines: readonly TextLine[]): PromptStatistics | null {
  const [counted, setCounted] = useState<{ lines: readonly TextLine[]; statistics: PromptStatistics } | null>(null)
  useEffect(() => {
    const counting = countPrompt(lines)
    let timer = 0
    const resume = (): void => {
      const end = performance.now() + sliceMs
      let step = counting.next()
      while (step.done !== true && performance.now() < end) step = counting.next()
      if (step.done === true) setCounted({ lines, statistics: step.value })
      else timer = window.setTimeout(resume)
    }
    timer = window.setTimeout(resume)
    return () => window.clearTimeout(timer)
  }, [lines])
  return counted?.lines === lines ? counted.statistics : null
}

function Counts({ of }: { readonly of: PromptStatistics | null }) {
  const { t, format } = useTexts('conversations')
  if (of === null) return t('prompt.counting')
  return [
    t('value.characters', { count: of.characters, number: format.number(of.characters) }),
    t('prompt.words', { count: of.words, number: format.number(of.words) }),
    t('prompt.lines', { count: of.lines, number: format.number(of.lines) }),
  ].join(' · ')
}

export function PromptViewer({ row, name }: { readonly row: FieldRow; readonly name: string }) {
  const { t } = useTexts('conversations')
  const text = textOf(row) ?? ''
  const shown = useTextRows(text)
  const statistics = usePromptStatistics(shown.lines)
  const variables = statistics?.variables ?? []
  const next = useRef(new Map<string, number>())
  return (
    <div className={styles.prompt} data-path={row.path}>
      <Row gap={3} wrap font="secondary" tone="soft" className={styles.promptTools}>
        <span>
          {t('field.modelDtoList/prompt')}{' '}
          <Text as="code" tone="faint">
            {row.field.split('.').at(-1)}
          </Text>
        </span>
        <Text tone="faint">
          <Counts of={statistics} />
        </Text>
        <span className="to-end">
          <CopyButton text={text} what={t('prompt.copy')} />
        </span>
      </Row>
      <Chips
        label={t('prompt.variables')}
        chips={variables.map(({ name: variable, rows }) => ({
          name: variable,
          count: rows.length,
          // From use to use.
          onShow: () => {
            const place = next.current.get(variable) ?? 0
            next.current.set(variable, place + 1)
            shown.rows.scrollTo(rows[place % rows.length] ?? 0, 'center')
          },
        }))}
      />
      <TextRows {...shown} kind="prompt" label={t('prompt.of', { name })} />
    </div>
  )
}
