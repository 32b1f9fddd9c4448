/** Names of files made from texts that someone else wrote: safe on Windows, macOS and Linux. */

// What separates folders or is not allowed in a name somewhere, and what nobody sees or what turns the direction.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}/\\:*?"<>|]+/gu

// Names of devices on Windows, with any ending.
const device = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?=$|[ .])/i

// Folders allow 255 bytes for both parts, the ending, and the 43 more that a name has while its file is unfinished.
const maxBytes = 100

function limited(text: string): string {
  let fitting = ''
  let bytes = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    fitting += character
  }
  return fitting
}

/** A part of a file's name, at most 100 bytes; "" when nothing of the text may stand in one. */
export function safeName(text: string): string {
  const words = text.slice(0, 1_000).normalize('NFC').replace(unsafe, ' ').replace(/\s+/gu, ' ')
  // Leading dots hide a file, and Windows drops trailing ones; a leading hyphen reads as an option.
  const name = limited(words.replace(/^[\s.\-~]+/u, '')).replace(/[\s.]+$/u, '')
  return device.test(name) ? `_${name}` : name
}

/** The name of a conversation's file, without an ending: its name and its id. */
export function conversationFileName(name: string | null, conversationId: string): string {
  const parts = [safeName(name ?? ''), safeName(conversationId)].filter((part) => part !== '')
  return parts.length < 2 ? `conversation ${parts.join('')}`.trim() : parts.join(' ')
}
