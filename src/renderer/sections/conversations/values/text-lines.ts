/** Finds the places of a prompt that something else is put into: `{{name}}`, `${name}` and `{name}`. */

interface TemplateVariable {
  /** As written, without spaces beside the braces: `{{name}}`. */
  readonly name: string
  /** Offset in the text, in UTF-16 units; `end` is exclusive. */
  readonly start: number
  readonly end: number
}

// Single braces are common in prose and JSON: only those around one plain name are taken for a variable.
const variable =
  /\{{3}[^{}\n]{1,200}\}{3}|\{{2}[^{}\n]{1,200}\}{2}|\$\{[^{}\n]{1,200}\}|\{[\p{L}_][\p{L}\p{N}_.-]{0,80}\}/gu

export function variablesIn(text: string): readonly TemplateVariable[] {
  if (!text.includes('{')) return []
  return Array.from(text.matchAll(variable), ({ 0: whole, index }) => ({
    name: whole.replaceAll(/(?<=\{)\s+|\s+(?=\})/g, ''),
    start: index,
    end: index + whole.length,
  }))
}

/** A row of a text that a screen can draw: a line, or a part of one that is too long. */
export interface TextLine {
  /** Counts from 1; the parts of a line have the same number. */
  readonly line: number
  readonly isContinued: boolean
  readonly text: string
}

// What wraps to some twenty lines on screen.
const maxRowLength = 2_000
// How far back from there a better break is searched for.
const searched = 200

function beforeVariable(line: string, from: number, end: number): number {
  const around = line.slice(from, end + searched)
  const cut = variablesIn(around).find(({ start, end: over }) => start < end - from && over > end - from)
  return cut === undefined || cut.start === 0 ? end : from + cut.start
}

function endOfRow(line: string, from: number): number {
  const max = from + maxRowLength
  if (max >= line.length) return line.length
  const gap = line.slice(max - searched, max).search(/[\s\p{P}][^\s\p{P}]*$/u)
  const end = gap === -1 ? max : max - searched + gap + 1
  const whole = beforeVariable(line, from, end)
  // Not between the halves of a character.
  return /[\uD800-\uDBFF]/.test(line.charAt(whole - 1)) ? whole - 1 : whole
}

function addLine(rows: TextLine[], line: number, text: string): void {
  let from = 0
  do {
    const end = endOfRow(text, from)
    rows.push({ line, isContinued: from > 0, text: text.slice(from, end) })
    from = end
  } while (from < text.length)
}

/** The rows of a text; together their texts are the text without its line ends. */
export function textLines(text: string): readonly TextLine[] {
  const rows: TextLine[] = []
  const lines = text.split(/\r?\n/)
  for (const [place, line] of lines.entries()) addLine(rows, place + 1, line)
  return rows
}
