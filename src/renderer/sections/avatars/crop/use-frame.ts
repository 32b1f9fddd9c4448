import { useState } from 'react'
import type { Framed } from './crop-geometry.ts'

/** The frame as it is being placed, with the way back. */
export interface FrameHistory {
  readonly framed: Framed
  /** Changes of the same `source` in a row, such as the moves of one drag, are one step back. */
  readonly change: (framed: Framed, source: string) => void
  readonly undo: () => void
  readonly canUndo: boolean
}

interface FrameState {
  readonly now: Framed
  readonly past: readonly Framed[]
  readonly source: string | null
}

/** Holds a frame and what it was before each change. */
export function useFrame(first: Framed): FrameHistory {
  const [{ now, past }, setHistory] = useState<FrameState>({ now: first, past: [], source: null })
  return {
    framed: now,
    change: (framed, source) => {
      setHistory((history) => ({
        now: framed,
        past: history.source === source ? history.past : [...history.past, history.now],
        source,
      }))
    },
    undo: () => {
      setHistory((history) => {
        const last = history.past.at(-1)
        return last === undefined ? history : { now: last, past: history.past.slice(0, -1), source: null }
      })
    },
    canUndo: past.length > 0,
  }
}
