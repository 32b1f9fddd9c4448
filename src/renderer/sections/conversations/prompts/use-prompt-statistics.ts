import { useEffect, useState } from 'react'
import type { TextLine } from '../values/text-lines.ts'
import { countPrompt } from './count-prompt.ts'
import type { PromptStatistics } from './count-prompt.ts'

// Half of a frame: what is counted must not be felt while scrolling.
const sliceMs = 8

interface Counted {
  readonly lines: readonly TextLine[]
  readonly statistics: PromptStatistics
}

/** Counts a prompt in small slices of time; null until that is done, and while `lines` is null. */
export function usePromptStatistics(lines: readonly TextLine[] | null): PromptStatistics | null {
  const [counted, setCounted] = useState<Counted | null>(null)
  useEffect(() => {
    if (lines === null) return undefined
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
    return () => {
      window.clearTimeout(timer)
    }
  }, [lines])
  return counted?.lines === lines ? counted.statistics : null
}
