import { useEffect, useState, useCallback, useEffectEvent } from 'react'
import { consumePendingDrop, setEmptyDrop, useWaitingDrop } from '../../../state/intake-store.ts'
import type { DroppedThings } from '../../../state/intake-store.ts'
import { addressesIn, dragContent } from './drag-content.ts'
import type { DragContent } from './drag-content.ts'
import type { Intake } from './use-intake.ts'

// A drop zone inside marks the drag as handled; no overlay is shown then.
const isTakenThere = ({ target }: DragEvent): boolean =>
  target instanceof Element && target.closest('[data-takes-files]') !== null

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

function contentOf({ dataTransfer }: DragEvent): DragContent | null {
  if (dataTransfer === null) return null
  // Some drags name their types alone; a test's has no items at all.
  const items = (dataTransfer.items as DataTransferItemList | undefined) ?? []
  return dragContent(
    [...dataTransfer.types],
    Array.from(items, ({ kind, type }) => ({ kind, type })),
  )
}

function droppedIn({ dataTransfer }: DragEvent, content: DragContent): DroppedThings {
  if (dataTransfer === null) return { files: [], addresses: [] }
  if (!content.isFromProgram) return { files: [...dataTransfer.files], addresses: [] }
  return { files: [], addresses: addressesIn(dataTransfer.getData('text/html'), dataTransfer.getData('text/uri-list')) }
}

const sameContent = (one: DragContent | null, other: DragContent | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Makes the whole window a drop target while mounted; answers what is dragged over it, null when nothing is that could
 * be taken. With a dialog open nothing is taken; what is dragged out of this window itself is left alone.
 */
export function useFileDrop(onDrop: (dropped: DroppedThings) => void): DragContent | null {
  const [content, setContent] = useState<DragContent | null>(null)
  useEffect(() => {
    let isOurs = false
    const start = (): void => {
      isOurs = true
    }
    const over = (event: DragEvent): void => {
      if (isTakenThere(event)) {
        setContent(null)
        return
      }
      const found = isOurs ? null : contentOf(event)
      if (found === null) return
      // Without this the window would not be a drop target at all.
      event.preventDefault()
      const accepted = !isDialogOpen()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = accepted ? 'copy' : 'none'
      // A drag moves many times a second, mostly with the same things.
      setContent((before) => (sameContent(before, accepted ? found : null) ? before : accepted ? found : null))
    }
    const leave = (event: DragEvent): void => {
      // Leaving one element for another inside the window names the other; leaving the window names none.
      if (event.relatedTarget === null) setContent(null)
    }
    // During a drag no pointer moves: one that does means that the drag ended somewhere else.
    const end = (): void => {
      isOurs = false
      setContent(null)
    }
    const drop = (event: DragEvent): void => {
      const found = isOurs || isTakenThere(event) ? null : contentOf(event)
      end()
      if (found === null) return
      event.preventDefault()
      const dropped = droppedIn(event, found)
      if (isDialogOpen() || (dropped.files.length === 0 && !found.isFromProgram)) return
      onDrop(dropped)
    }
    const handlers = [
      ['dragstart', start],
      ['dragenter', over],
      ['dragover', over],
      ['dragleave', leave],
      ['drop', drop],
      ['dragend', end],
      ['pointermove', end],
    ] as const
    for (const [name, listener] of handlers) window.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of handlers) window.removeEventListener(name, listener as EventListener)
    }
  }, [onDrop])
  return content
}

/** Takes what is dropped on the window, and what was dropped on another section just before; answers what is dragged. */
export function usePendingDrop({
  addFiles: add,
  addAddresses,
}: Pick<Intake, 'addFiles' | 'addAddresses'>): DragContent | null {
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

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/**
 * Takes pasted images and files while mounted. In a text field text stays text: only a clipboard without any text is
 * taken from there. With a dialog open nothing is taken.
 */
export function useFilePaste(onFiles: (files: readonly File[]) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const data = event.clipboardData
      if (data === null || data.files.length === 0 || isDialogOpen()) return
      if (isTextField(event.target) && data.types.includes('text/plain')) return
      event.preventDefault()
      onFiles([...data.files])
    }
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('paste', paste)
    }
  }, [onFiles])
}
