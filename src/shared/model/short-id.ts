// Below it the short form would not be shorter.
const minShortened = 12

/** An id as lists show it: by its first and last four characters. */
export function shortId(id: string): string {
  return id.length < minShortened ? id : `${id.slice(0, 4)}…${id.slice(-4)}`
}
