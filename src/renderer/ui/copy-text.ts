/**
 * Puts text on the clipboard from a click; false when the system refused. The selection way, because the asynchronous
 * clipboard asks for a permission, and this window is granted none.
 */
export function copyText(text: string): boolean {
  const carrier = document.createElement('textarea')
  carrier.value = text
  carrier.className = 'visually-hidden'
  // Inside an open dialog everything else is inert and cannot hold the selection.
  const host = document.querySelector('dialog[open]') ?? document.body
  const before = document.activeElement
  host.append(carrier)
  carrier.select()
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way to copy without a permission
  const done = document.execCommand('copy')
  carrier.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
