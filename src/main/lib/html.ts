/** Escapes a text for the content or an attribute of an HTML file. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** A name and its value, both as HTML. */
export type HtmlFact = readonly [name: string, value: string]

/** A description list; `false` entries are omitted. */
export function htmlFacts(facts: readonly (HtmlFact | false)[]): string {
  const items = facts.filter((fact) => fact !== false).map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`)
  return `<dl>${items.join('\n')}</dl>`
}

function htmlCells(tag: 'th' | 'td', values: readonly string[]): string {
  return `<tr>${values.map((value) => `<${tag}>${value}</${tag}>`).join('')}</tr>`
}

/** A table; the cells are HTML. */
export function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `<table><thead>${htmlCells('th', head)}</thead>
<tbody>${rows.map((row) => htmlCells('td', row)).join('\n')}</tbody></table>`
}
