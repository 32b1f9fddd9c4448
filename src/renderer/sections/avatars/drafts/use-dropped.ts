import { useCallback, useEffect, useEffectEvent } from 'react'
import { noteDrop, takeDropped, useWaitingDrop } from '../../../state/dropped.ts'
import type { DroppedThings } from '../../../state/dropped.ts'
import type { DragContent } from './dragged.ts'
import { useFileDrop } from './use-file-drop.ts'

/** Who takes what was dropped; both keep their identity. */
export interface Takers {
  readonly take: (files: readonly File[]) => void
  readonly takeAddresses: (addresses: readonly string[]) => void
}

/** Takes what is dropped on the window, and what was dropped on another section just before; answers what is dragged. */
export function useDropped({ take, takeAddresses }: Takers): DragContent | null {
  const takeBoth = useCallback(
    ({ files, addresses }: DroppedThings): void => {
      if (files.length > 0) take(files)
      if (addresses.length > 0) takeAddresses(addresses)
    },
    [take, takeAddresses],
  )
  const takeNow = useCallback(
    (dropped: DroppedThings): void => {
      noteDrop(dropped)
      takeBoth(dropped)
    },
    [takeBoth],
  )
  const content = useFileDrop(takeNow)
  const waiting = useWaitingDrop()
  const takeWaiting = useEffectEvent(() => {
    const kept = takeDropped()
    if (kept !== null) takeBoth(kept)
  })
  useEffect(() => {
    if (waiting !== null) takeWaiting()
  }, [waiting])
  return content
}
