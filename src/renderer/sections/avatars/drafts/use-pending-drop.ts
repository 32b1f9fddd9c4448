import { useCallback, useEffect, useEffectEvent } from 'react'
import { setEmptyDrop, consumePendingDrop, useWaitingDrop } from '../../../state/pending-drop-store.ts'
import type { DroppedThings } from '../../../state/pending-drop-store.ts'
import type { DragContent } from './drag-content.ts'
import { useFileDrop } from './use-file-drop.ts'

/** Who takes what was dropped; both keep their identity. */
export interface DropHandlers {
  readonly addFiles: (files: readonly File[]) => void
  readonly addAddresses: (addresses: readonly string[]) => void
}

/** Takes what is dropped on the window, and what was dropped on another section just before; answers what is dragged. */
export function usePendingDrop({ addFiles: add, addAddresses }: DropHandlers): DragContent | null {
  const addBoth = useCallback(
    ({ files, addresses }: DroppedThings): void => {
      if (files.length > 0) add(files)
      if (addresses.length > 0) addAddresses(addresses)
    },
    [add, addAddresses],
  )
  const addNow = useCallback(
    (dropped: DroppedThings): void => {
      setEmptyDrop(dropped)
      addBoth(dropped)
    },
    [addBoth],
  )
  const content = useFileDrop(addNow)
  const waiting = useWaitingDrop()
  const addPending = useEffectEvent(() => {
    const saved = consumePendingDrop()
    if (saved !== null) addBoth(saved)
  })
  useEffect(() => {
    if (waiting !== null) addPending()
  }, [waiting])
  return content
}
