/** Bodies of exchanges without what they say: prompts, greetings and transcripts stand in them. */

const shown: ReadonlySet<string> = new Set(['success', 'code', 'status', 'processingStep'])
// What the service says of a refusal; it is redacted like any line of the log.
const plainKinds: ReadonlySet<string> = new Set(['message', 'msg'])
const MAX_SHOWN = 200

const size = (text: string): string => `<${String(text.length)} characters>`

// A text that is truncated ends where the body does, perhaps behind half an escape.
const texts = /"((?:[^"\\]|\\[\s\S]|\\$)*)("\s*:|"|$)/g
const isIdKey = /^(?:uuid|id|\w*Id)$/
const isKey = /^[A-Za-z_][\w.-]{0,39}$/

/** Gives JSON, whole or truncated, with its keys and numbers, its ids by what `nameOf` makes of them, its other texts by their length. */
export function outline(body: string, nameOf: (id: string) => string): string {
  if (!/^\s*[[{]/.test(body)) return size(body)
  let key = ''
  return body.replaceAll(texts, (_all, text: string, end: string) => {
    if (end.endsWith(':')) {
      key = text
      return `"${isKey.test(text) ? text : size(text)}${end}`
    }
    if (isIdKey.test(key)) return `"${nameOf(text)}"`
    const isShown = end === '"' && text.length <= MAX_SHOWN && (shown.has(key) || plainKinds.has(key))
    return isShown ? `"${text}"` : `"${size(text)}"`
  })
}
