/** Markdown (GitHub's) out of texts that someone else wrote: none becomes a link, an image, HTML or a heading. */

// Characters that turn the direction of what follows or are not seen; joiners belong to many scripts and to pictures.
const unseen = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\t\n\u{600}-\u{605}\u{6DD}\u{70F}\u{8E2}\u{200C}\u{200D}]]/gv

function markOf(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** A text as a report shows it: line ends as one character, and characters that would hide or turn it as marks. */
function shown(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unseen, markOf)
}

function maxRunLength(text: string): number {
  let max = 0
  for (const [run] of text.matchAll(/`+/g)) max = Math.max(max, run.length)
  return max
}

/** A code span of one line; a blank one for an empty text. */
export function codeSpan(text: string): string {
  // Backticks with nothing between would open a span that ends somewhere in the text behind.
  const line = text === '' ? ' ' : shown(text).replaceAll('\n', '⏎')
  const backticks = '`'.repeat(maxRunLength(line) + 1)
  // One blank at each end is taken away again, where both are there.
  const pad = /[^ ]/.test(line) && /^[` ]|[` ]$/.test(line) ? ' ' : ''
  return `${backticks}${pad}${line}${pad}${backticks}`
}

export function fence(text: string, language = 'text'): string {
  const lines = shown(text)
  const backticks = '`'.repeat(Math.max(3, maxRunLength(lines) + 1))
  return `${backticks}${language}\n${lines}\n${backticks}`
}

/** A text inside a line of words, as text alone. */
export function plain(text: string): string {
  // Every sign of ASCII may be escaped; without its signs no address links itself.
  return shown(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
}
