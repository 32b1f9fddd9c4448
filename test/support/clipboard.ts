/** A clipboard, which jsdom lacks: it receives the page's copies as a browser's clipboard would. */
import { onTestFinished } from 'vitest'

/** Everything that the page copies from now on, in order; stops when the test ends. */
export function listenToCopies(): readonly string[] {
  const copies: string[] = []
  const execCommand = (command: string): boolean => {
    const event = Object.assign(new Event(command, { bubbles: true, cancelable: true }), {
      clipboardData: { setData: (_type: string, text: string) => copies.push(text) },
    })
    return !(document.activeElement ?? document.body).dispatchEvent(event)
  }
  Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'execCommand')
  })
  return copies
}
