import { useEffect, useMemo, useRef, useState } from 'react'
import type { FieldRow } from '../../../shared/conversation/view-types.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { Chips } from './chips.tsx'
import { fieldId } from './go-to-field.ts'
import { textOf } from './field-text.ts'
import { documentRanges, documentText, flashRange, scrollToRange } from './find/document-ranges.ts'
import { DocumentLines, partsOf } from './values/document-lines.tsx'
import { variablesIn } from './values/template-variables.ts'
import styles from './conversations.module.css'

interface PromptStatistics {
  /** Characters of any script, however many code units they take; a line end counts as one. */
  readonly characters: number
  /** Words as `Intl.Segmenter` counts them, so that Chinese is counted too. */
  readonly words: number
  readonly lines: number
  /** How often each variable is used, in the order of their first use. */
  readonly variables: ReadonlyMap<string, number>
}

/** Counts a prompt part by part; the generator's last value has the totals. */
export function* countPrompt(lines: readonly string[]): Generator<undefined, PromptStatistics> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  const variables = new Map<string, number>()
  let words = 0
  let characters = lines.length - 1
  for (const { text } of partsOf(lines)) {
    for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) words += 1
    // A surrogate pair is one character.
    characters += Array.from(text).length
    for (const { name } of variablesIn(text)) variables.set(name, (variables.get(name) ?? 0) + 1)
    yield
  }
  return { characters, words, lines: lines.length, variables }
}

// Half of a frame: counting must not disturb scrolling.
const sliceMs = 8

/** Counts a prompt in small slices of time; null until the count is complete. */
function usePromptStatistics(lines: readonly string[]): PromptStatistics | null {
  const [counted, setCounted] = useState<{ lines: readonly string[]; statistics: PromptStatistics } | null>(null)
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

function Counts({ statistics }: { readonly statistics: PromptStatistics | null }) {
  const { t, format } = useTexts('conversations')
  if (statistics === null) return t('prompt.counting')
  return [
    t('value.characters', { count: statistics.characters, number: format.number(statistics.characters) }),
    t('prompt.words', { count: statistics.words, number: format.number(statistics.words) }),
    t('prompt.lines', { count: statistics.lines, number: format.number(statistics.lines) }),
  ].join(' · ')
}

/** Scrolls to a use of a variable in a prompt on screen. `use` counts from 0 and wraps around. */
function showUse(prompt: HTMLElement, variable: string, use: number): void {
  const read = documentText(prompt)
  const uses = variablesIn(read.text).filter(({ name }) => name === variable)
  const shown = uses[use % uses.length]
  const [range] = shown === undefined ? [] : documentRanges(read, [[shown.start, shown.end]])
  if (range === undefined) return
  scrollToRange(range)
  flashRange(range)
}

export function PromptViewer({ row, name }: { readonly row: FieldRow; readonly name: string }) {
  const { t } = useTexts('conversations')
  const text = textOf(row) ?? ''
  const lines = useMemo(() => text.split(/\r?\n/), [text])
  const statistics = usePromptStatistics(lines)
  const prompt = useRef<HTMLDivElement>(null)
  const nextUses = useRef(new Map<string, number>())
  return (
    <div id={fieldId(row.path)} className={styles.prompt}>
      <Row gap={3} wrap font="secondary" tone="soft" className={styles.promptTools}>
        <span>
          {t('field.modelDtoList/prompt')}{' '}
          <Text as="code" tone="faint">
            {row.field.split('.').at(-1)}
          </Text>
        </span>
        <Text tone="faint">
          <Counts statistics={statistics} />
        </Text>
        <span className="to-end">
          <CopyButton text={text} valueName={t('prompt.copy')} />
        </span>
      </Row>
      <Chips
        label={t('prompt.variables')}
        chips={Array.from(statistics?.variables ?? [], ([variable, count]) => ({
          name: variable,
          count,
          // Each click goes to the next use.
          onShow: () => {
            const use = nextUses.current.get(variable) ?? 0
            nextUses.current.set(variable, use + 1)
            if (prompt.current !== null) showUse(prompt.current, variable, use)
          },
        }))}
      />
      <DocumentLines ref={prompt} lines={lines} kind="prompt" label={t('prompt.of', { name })} />
    </div>
  )
}
