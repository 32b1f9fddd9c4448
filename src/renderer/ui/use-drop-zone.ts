import { useState } from 'react'
import type { DragEvent } from 'react'

/**
 * Makes an element that spreads `handlers` a drop zone for files. `data-takes-files` marks the element, so that the
 * window's own listener, which refuses drops beside an open dialog, leaves its drops alone.
 */
export function useDropZone(onFiles: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  return {
    isOver,
    handlers: {
      'data-takes-files': true,
      onDragEnter: over,
      onDragOver: over,
      onDragLeave: (event: DragEvent): void => {
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false)
      },
      onDrop: (event: DragEvent): void => {
        setIsOver(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
