import { useEffect, useState } from 'react'
import type { TextLine } from '../values/text-lines.ts'
import { countPrompt } from './count-prompt.ts'
import type { PromptFacts } from './count-prompt.ts'

// Half of a frame: what is counted must not be felt while scrolling.
const sliceMs = 8

interface Counted {
  readonly lines: readonly TextLine[]
  readonly facts: PromptFacts
}

/** Counts a prompt in small slices of time; null until that is done, and while `lines` is null. */
export function usePromptFacts(lines: readonly TextLine[] | null): PromptFacts | null {
  const [counted, setCounted] = useState<Counted | null>(null)
  useEffect(() => {
    if (lines === null) return undefined
    const counting = countPrompt(lines)
    let timer = 0
    const goOn = (): void => {
      const end = performance.now() + sliceMs
      let step = counting.next()
      while (step.done !== true && performance.now() < end) step = counting.next()
      if (step.done === true) setCounted({ lines, facts: step.value })
      else timer = window.setTimeout(goOn)
    }
    timer = window.setTimeout(goOn)
    return () => {
      window.clearTimeout(timer)
    }
  }, [lines])
  return counted !== null && counted.lines === lines ? counted.facts : null
}
