/** Counts of a prompt: its characters and words, and the variables in it. */
import { variablesIn } from './values/text-lines.ts'
import type { TextLine } from './values/text-lines.ts'

export interface UsedVariable {
  readonly name: string
  /** Rows of the prompt that hold it, in order, one for each place. */
  readonly rows: readonly number[]
}

export interface PromptStatistics {
  /** Letters of any script, however many units they take; line ends count as one. */
  readonly characters: number
  /** Words as `Intl.Segmenter` counts them, so that Chinese is counted too. */
  readonly words: number
  readonly lines: number
  /** In the order of their first use in the prompt. */
  readonly variables: readonly UsedVariable[]
}

function wordsIn(text: string, segmenter: Intl.Segmenter): number {
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) words += 1
  return words
}

/** Counts a prompt's rows one at a time; the generator's last value is the whole. */
export function* countPrompt(lines: readonly TextLine[]): Generator<undefined, PromptStatistics> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  const rows = new Map<string, number[]>()
  const lineCount = lines.at(-1)?.line ?? 0
  let words = 0
  let characters = Math.max(0, lineCount - 1)
  for (const [row, { text }] of lines.entries()) {
    words += wordsIn(text, segmenter)
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
