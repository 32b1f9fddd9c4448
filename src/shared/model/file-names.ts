/** Makes the names of files and avatars, which come from others, safe to show, compare and send. */

// Control characters, line breaks, direction marks, and characters without width or ink. A joiner stays where it
// connects letters of a joining script or combines emoji.
const hidden =
  /(?:(?!(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{M}]|\p{Extended_Pictographic}\p{Emoji_Modifier}?)[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}]))[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0])+/gu

/**
 * A name in one line, composed (NFC): each run of characters that are invisible or change the text direction becomes a
 * space. "" where nothing is left.
 */
export function cleanName(name: string): string {
  return name.toWellFormed().normalize('NFC').replace(hidden, ' ').trim()
}

// Letters that are written from right to left.
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** A name for use within a sentence: a right-to-left name is isolated, so that it does not reorder the sentence. */
export function isolated(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name
}
