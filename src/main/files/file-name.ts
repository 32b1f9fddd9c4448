/** File names made from texts that other people wrote: safe on Windows, macOS and Linux. */

// Characters that separate folders, are forbidden on some system, are invisible, or change the text direction.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}/\\:*?"<>|]+/gu

// Names of devices on Windows, with any extension.
const device = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?=$|[ .])/i

// File systems allow 255 bytes for both parts, the extension, and the 43 extra bytes of an unfinished file's name.
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

/** A part of a file's name, at most 100 bytes; "" when no character of the text is allowed. */
export function safeName(text: string): string {
  const words = text.slice(0, 1_000).normalize('NFC').replace(unsafe, ' ').replace(/\s+/gu, ' ')
  // Leading dots hide a file, and Windows drops trailing dots; a leading hyphen reads as an option.
  const name = limited(words.replace(/^[\s.\-~]+/u, '')).replace(/[\s.]+$/u, '')
  return device.test(name) ? `_${name}` : name
}

/** The file name of a conversation, without an extension: its name and its id. */
export function conversationFileName(name: string | null, conversationId: string): string {
  const parts = [safeName(name ?? ''), safeName(conversationId)].filter((part) => part !== '')
  return parts.length < 2 ? `conversation ${parts.join('')}`.trim() : parts.join(' ')
}
