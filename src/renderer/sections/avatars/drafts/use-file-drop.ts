import { useEffect, useState } from 'react'

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true
}

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/**
 * Makes the whole window a drop target for files while mounted; true while files are dragged over it. `onFiles` gets
 * files and folders as they were dropped; with a dialog open nothing is taken.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      // Without this the window would not be a drop target at all.
      event.preventDefault()
      const taken = !isDialogOpen()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = taken ? 'copy' : 'none'
      setOver(taken)
    }
    const leave = (event: DragEvent): void => {
      // Leaving one element for another inside the window names the other; leaving the window names none.
      if (event.relatedTarget === null) setOver(false)
    }
    // During a drag no pointer moves: one that does means that the drag ended somewhere else.
    const end = (): void => {
      setOver(false)
    }
    const drop = (event: DragEvent): void => {
      setOver(false)
      if (!carriesFiles(event)) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0 && !isDialogOpen()) onFiles(files)
    }
    window.addEventListener('dragenter', over)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('pointermove', end)
    return () => {
      window.removeEventListener('dragenter', over)
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('pointermove', end)
    }
  }, [onFiles])
  return isOver
}
