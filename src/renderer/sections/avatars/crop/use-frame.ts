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

interface Kept {
  readonly now: Framed
  readonly past: readonly Framed[]
  readonly source: string | null
}

/** Holds a frame and what it was before each change. */
export function useFrame(first: Framed): FrameHistory {
  const [{ now, past }, setKept] = useState<Kept>({ now: first, past: [], source: null })
  return {
    framed: now,
    change: (framed, source) => {
      setKept((kept) => ({
        now: framed,
        past: kept.source === source ? kept.past : [...kept.past, kept.now],
        source,
      }))
    },
    undo: () => {
      setKept((kept) => {
        const last = kept.past.at(-1)
        return last === undefined ? kept : { now: last, past: kept.past.slice(0, -1), source: null }
      })
    },
    canUndo: past.length > 0,
  }
}
