// As browsers read it: parameters are passed over, base64 may be broken by spaces, and may lack its padding.
const pattern = /^data:([^,]*),(.*)$/is

/** The bytes of a `data:` address; null for any other address. */
export function readDataAddress(address: string): Uint8Array | null {
  const [, head, body] = pattern.exec(address) ?? []
  if (head === undefined || body === undefined) return null
  const bytes = body.includes('%') ? unescaped(body) : Buffer.from(body, 'latin1')
  return /;\s*base64\s*$/i.test(head) ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes
}

const percent = 0x25

// Each escape is one byte, and what is left of it stays: decodeURIComponent would want them to be UTF-8.
function unescaped(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const escaped = byte === percent ? hexAt(bytes, at + 1) * 16 + hexAt(bytes, at + 2) : NaN
    bytes[length] = Number.isNaN(escaped) ? byte : escaped
    length += 1
    if (!Number.isNaN(escaped)) at += 2
  }
  return bytes.subarray(0, length)
}

function hexAt(bytes: Buffer, at: number): number {
  const sign = bytes[at] ?? 0
  if (sign >= 0x30 && sign <= 0x39) return sign - 0x30
  // Both cases: the bit between them is 32.
  const letter = (sign | 32) - 0x61
  return letter >= 0 && letter < 6 ? letter + 10 : NaN
}
