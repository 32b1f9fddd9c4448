import { useState } from 'react'
import type { DragEvent } from 'react'

/**
 * A place to drop files on, for an element that spreads `handlers`. The element says so in `data-takes-files`: the
 * window's own listener, which refuses drops beside an open dialog, leaves them to it.
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
