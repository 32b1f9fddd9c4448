/** The last four characters of an id: enough to match lines of a log, too few to use the id at a service. */
export function shortId(id: string): string {
  return id.length <= 4 ? id : `…${id.slice(-4)}`
}

// Whole numbers of at least nine digits, UUIDs, and hashes.
const idPattern = /(?<!\w)(?:\d{9,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,})(?!\w)/gi

/** Shortens every id that is recognisable by its form. */
export function shortenIds(text: string): string {
  return text.replaceAll(idPattern, shortId)
}
