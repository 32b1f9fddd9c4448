/** Writes texts of other people as GitHub's Markdown: no text becomes a link, an image, HTML or a heading. */

// Characters that change the text direction or are invisible, except joiners, which many scripts and emoji need.
const unseen = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\t\n\u{600}-\u{605}\u{6DD}\u{70F}\u{8E2}\u{200C}\u{200D}]]/gv

function markOf(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** A text as a report shows it: line ends as one character, and invisible or direction-changing characters as marks. */
function visibleText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unseen, markOf)
}

function maxRunLength(text: string): number {
  let max = 0
  for (const [run] of text.matchAll(/`+/g)) max = Math.max(max, run.length)
  return max
}

/** A code span of one line; a blank for an empty text. */
export function codeSpan(text: string): string {
  // Backticks with nothing in between would open a span that ends somewhere in the text after them.
  const line = text === '' ? ' ' : visibleText(text).replaceAll('\n', '⏎')
  const backticks = '`'.repeat(maxRunLength(line) + 1)
  // Markdown removes one blank at each end, where both ends have one.
  const pad = /[^ ]/.test(line) && /^[` ]|[` ]$/.test(line) ? ' ' : ''
  return `${backticks}${pad}${line}${pad}${backticks}`
}

export function fence(text: string, language = 'text'): string {
  const lines = visibleText(text)
  const backticks = '`'.repeat(Math.max(3, maxRunLength(lines) + 1))
  return `${backticks}${language}\n${lines}\n${backticks}`
}

/** A text inside a line, without any effect as Markdown. */
export function plain(text: string): string {
  // Every punctuation character of ASCII can be escaped; with escaped punctuation no address becomes a link.
  return visibleText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
}
