// For a shorter id the short form would not be shorter.
const minShortened = 12

/** The short form of an id in lists: its first and last four characters. */
export function shortId(id: string): string {
  return id.length < minShortened ? id : `${id.slice(0, 4)}…${id.slice(-4)}`
}
