/**
 * Puts text on the clipboard from a click; false when the system refused. By the event of a copy, because the
 * asynchronous clipboard asks for a permission, and this window is granted none; without an element that holds the
 * text, because megabytes of it would be laid out.
 */
export function copyText(text: string): boolean {
  let isCopied = false
  // Nothing is selected: without a handler of this event the browser has nothing to copy.
  const allow = (event: Event): void => event.preventDefault()
  const copy = (event: ClipboardEvent): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
    isCopied = event.clipboardData !== null
  }
  const listening = { capture: true, once: true }
  document.addEventListener('beforecopy', allow, listening)
  document.addEventListener('copy', copy, listening)
  // oxlint-disable-next-line typescript/no-deprecated -- the only way to copy without a permission
  document.execCommand('copy')
  document.removeEventListener('beforecopy', allow, listening)
  document.removeEventListener('copy', copy, listening)
  return isCopied
}
