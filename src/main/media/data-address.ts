// As browsers read it: parameters are passed over, base64 may be broken by spaces, and may lack its padding.
const pattern = /^data:([^,]*),(.*)$/is

/** The bytes of a `data:` address; null for any other address. */
export function readDataAddress(address: string): Uint8Array | null {
  const [, head, body] = pattern.exec(address) ?? []
  if (head === undefined || body === undefined) return null
  const text = unescaped(body)
  return /;\s*base64\s*$/i.test(head) ? Buffer.from(text, 'base64') : Buffer.from(text, 'latin1')
}

// Each escape is one byte, and what is left of it stays: decodeURIComponent would want them to be UTF-8.
function unescaped(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
