/** Finds the places of a prompt that the service fills in: `{{name}}`, `${name}` and `{name}`. */

interface TemplateVariable {
  /** As written, without spaces beside the braces: `{{name}}`. */
  readonly name: string
  /** Offset in the text, in UTF-16 units; `end` is exclusive. */
  readonly start: number
  readonly end: number
}

// Single braces are common in prose and JSON: only braces around one plain name are a variable.
const variable =
  /\{{3}[^{}\n]{1,200}\}{3}|\{{2}[^{}\n]{1,200}\}{2}|\$\{[^{}\n]{1,200}\}|\{[\p{L}_][\p{L}\p{N}_.-]{0,80}\}/gu

export function variablesIn(text: string): readonly TemplateVariable[] {
  if (!text.includes('{')) return []
  return Array.from(text.matchAll(variable), ({ 0: match, index }) => ({
    name: match.replaceAll(/(?<=\{)\s+|\s+(?=\})/g, ''),
    start: index,
    end: index + match.length,
  }))
}
