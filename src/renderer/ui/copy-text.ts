/**
 * Puts text on the clipboard from a click; false when the system refused. Uses the copy event, because the asynchronous
 * clipboard requires a permission, which this window does not have. Uses no element with the text, because the browser
 * would lay out megabytes of it.
 */
export function copyText(text: string): boolean {
  let isCopied = false
  // Nothing is selected, so without a handler of this event the browser has nothing to copy.
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
