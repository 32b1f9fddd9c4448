/** Names that somebody else wrote, of files and of avatars, as they are shown, compared and sent. */

// Controls, line breaks, what turns the direction of a text, and what has no width or no ink. A joiner stays where it makes
// letters of a script that joins, or one picture of two.
const hidden =
  /(?:(?!(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{M}]|\p{Extended_Pictographic}\p{Emoji_Modifier}?)[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}]))[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0])+/gu

/**
 * A name in one line, composed (NFC), as it reads: each run of characters that nobody sees, or that change the direction
 * of what follows, becomes a space. "" where nothing is left.
 */
export function cleanName(name: string): string {
  return name.toWellFormed().normalize('NFC').replace(hidden, ' ').trim()
}

// Letters that are written from right to left.
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** A name for the middle of a sentence, whose order it does not change: isolated where it is written from right to left. */
export function isolated(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name
}
