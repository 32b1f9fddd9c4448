import { useEffect } from 'react'

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
}

/**
 * Takes pasted images and files while mounted. In a text field text stays text: only a clipboard without any text is
 * taken from there. With a dialog open nothing is taken.
 */
export function useFilePaste(onFiles: (files: readonly File[]) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const data = event.clipboardData
      if (data === null || data.files.length === 0 || document.querySelector('dialog[open]') !== null) return
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
