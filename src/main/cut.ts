/** Cuts texts to a length without breaking a character in two. */

/** The text up to `most` UTF-16 units, one less where that would part a surrogate pair. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)
}
