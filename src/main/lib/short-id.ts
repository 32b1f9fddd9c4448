/** The last four characters of an id: enough to match two lines of a log, too little to ask a service about it. */
export function shortId(id: string): string {
  return id.length <= 4 ? id : `…${id.slice(-4)}`
}

// Whole numbers of nine digits and more, UUIDs, and hashes.
const idPattern = /(?<!\w)(?:\d{9,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,})(?!\w)/gi

/** Shortens every id that its form gives away. */
export function shortenIds(text: string): string {
  return text.replaceAll(idPattern, shortId)
}
