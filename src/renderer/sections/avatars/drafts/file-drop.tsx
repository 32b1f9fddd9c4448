/** Dropping and pasting files anywhere in the window. */
import { ImageDown } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { consumePendingDrop, setEmptyDrop, useWaitingDrop } from '../../../state/intake-store.ts'
import type { DroppedThings } from '../../../state/intake-store.ts'
import { DropOverlay } from '../../../ui/empty-state.tsx'
import { Note, Text } from '../../../ui/layout.tsx'
import { useWindowEvent } from '../../../ui/use-window-event.ts'
import { addressesIn, dragContent } from './drag-content.ts'
import type { DragContent } from './drag-content.ts'

// A drop zone inside marks the drag as handled; no overlay is shown then.
const isTakenThere = ({ target }: DragEvent): boolean =>
  target instanceof Element && target.closest('[data-takes-files]') !== null

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

function contentOf({ types, items }: DataTransfer): DragContent | null {
  // Some drags only name their types; a drag in a test has no items at all.
  return dragContent(types, Array.from((items as DataTransferItemList | undefined) ?? []))
}

function droppedIn(transfer: DataTransfer, { isFromProgram }: DragContent): DroppedThings {
  if (!isFromProgram) return { files: [...transfer.files], addresses: [] }
  return { files: [], addresses: addressesIn(transfer.getData('text/html'), transfer.getData('text/uri-list')) }
}

/**
 * Makes the whole window a drop target while mounted. Returns the content of a drag, or null when nothing in it is
 * accepted. While a dialog is open, nothing is accepted. Drags that start in this window are ignored.
 */
function useFileDrop(onDrop: (dropped: DroppedThings) => void): DragContent | null {
  const [content, setContent] = useState<DragContent | null>(null)
  const isOurs = useRef(false)
  const over = (event: DragEvent): void => {
    if (isTakenThere(event)) {
      setContent(null)
      return
    }
    const transfer = isOurs.current ? null : event.dataTransfer
    const found = transfer && contentOf(transfer)
    if (transfer === null || found === null) return
    // Without this the window would not be a drop target at all.
    event.preventDefault()
    const accepted = isDialogOpen() ? null : found
    transfer.dropEffect = accepted === null ? 'none' : 'copy'
    // A drag reports its content many times a second, mostly unchanged.
    setContent((before) => (JSON.stringify(before) === JSON.stringify(accepted) ? before : accepted))
  }
  const end = (): void => {
    isOurs.current = false
    setContent(null)
  }
  useWindowEvent('dragstart', () => {
    isOurs.current = true
  })
  useWindowEvent('dragenter', over)
  useWindowEvent('dragover', over)
  useWindowEvent('dragleave', (event) => {
    // Moving between elements inside the window names a related target; leaving the window does not.
    if (event.relatedTarget === null) setContent(null)
  })
  useWindowEvent('drop', (event) => {
    const transfer = isOurs.current || isTakenThere(event) ? null : event.dataTransfer
    const found = transfer && contentOf(transfer)
    end()
    if (transfer === null || found === null) return
    event.preventDefault()
    const dropped = droppedIn(transfer, found)
    if (!isDialogOpen() && (dropped.files.length > 0 || found.isFromProgram)) onDrop(dropped)
  })
  useWindowEvent('dragend', end)
  // During a drag, no pointer events arrive: a pointer that moves means that the drag ended somewhere else.
  useWindowEvent('pointermove', end)
  return content
}

interface DropTargetProps {
  readonly onDrop: (dropped: DroppedThings) => void
}

/** Takes drops on the window while mounted; during a drag, an overlay shows what the drop will do. */
export function DropTarget({ onDrop }: DropTargetProps) {
  const { t } = useTexts(['avatars', 'common'])
  const content = useFileDrop((dropped) => {
    setEmptyDrop(dropped)
    onDrop(dropped)
  })
  if (content === null) return null
  const { accepted, refused } = content
  const isRefused = accepted === 0 && refused.length > 0
  return (
    <DropOverlay Icon={ImageDown} title={t(isRefused ? 'drop.nothing' : 'drop.title')}>
      {accepted > 0 && (
        <Text as="p" font="label" tone="ink">
          {t('drop.items', { count: accepted })}
        </Text>
      )}
      {!isRefused && <p>{t('drop.words')}</p>}
      {refused.length > 0 && (
        <Note tone="warn">
          {t('drop.refused', { count: refused.length, types: [...new Set(refused)].join(t('common:comma')) })}
        </Note>
      )}
    </DropOverlay>
  )
}

/** Takes files that were chosen, or dropped on another section just before. */
export function usePendingDrop(onDrop: DropTargetProps['onDrop']): void {
  const waiting = useWaitingDrop()
  const take = useEffectEvent(() => {
    const saved = consumePendingDrop()
    if (saved !== null) onDrop(saved)
  })
  useEffect(() => {
    if (waiting !== null) take()
  }, [waiting])
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/**
 * Takes pasted images and files while mounted. In a text field, only a clipboard without text is taken, so that text is
 * pasted as text. While a dialog is open, nothing is taken.
 */
export function useFilePaste(onFiles: (files: readonly File[]) => void): void {
  useWindowEvent('paste', (event) => {
    const data = event.clipboardData
    if (data === null || data.files.length === 0 || isDialogOpen()) return
    if (isTextField(event.target) && data.types.includes('text/plain')) return
    event.preventDefault()
    onFiles([...data.files])
  })
}
