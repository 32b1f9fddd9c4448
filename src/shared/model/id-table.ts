/** Finds tables in a text that is searched for ids: the cells of columns whose heading describes their content. */

interface Cell {
  readonly text: string
  readonly at: number
}

/** A cell of a described column; `at` is its position in the whole text. */
export interface TableCell<Standing> extends Cell {
  readonly standing: Standing
}

const aroundCell = /[\s"']/

/** Start and end of a cell's trimmed text, found from both ends because a pattern would try every inner blank. */
function trimmedRange(raw: string): readonly [from: number, to: number] {
  let to = raw.length
  while (to > 0 && aroundCell.test(raw.charAt(to - 1))) to -= 1
  let from = 0
  while (from < to && aroundCell.test(raw.charAt(from))) from += 1
  return [from, to]
}

/** Cells of a line; a separator inside quotes does not count. */
function cellsOf(line: string, separator: string, from: number): readonly Cell[] {
  const cells: Cell[] = []
  let isQuoted = false
  let start = 0
  for (let index = 0; index <= line.length; index += 1) {
    const sign = line[index]
    if (sign === '"') isQuoted = !isQuoted
    if (index < line.length && (isQuoted || sign !== separator)) continue
    const raw = line.slice(start, index)
    const [first, end] = trimmedRange(raw)
    cells.push({ text: raw.slice(first, end), at: from + start + first })
    start = index + 1
  }
  return cells
}

/** Maximum length of a heading line, in characters. */
const maxHeaderLength = 2_000

interface Table<Standing> {
  readonly separator: string
  readonly columns: readonly (Standing | null)[]
  /** Position of the first row. */
  readonly from: number
}

function tableOf<Standing>(text: string, standingOf: (heading: string) => Standing | null): Table<Standing> | null {
  const headEnd = text.indexOf('\n')
  if (headEnd === -1 || headEnd > maxHeaderLength) return null
  const head = text
    .slice(0, headEnd)
    .replace(/^\ufeff/, '')
    .trim()
  // Several lines that end with CR only.
  if (head.includes('\r')) return null
  const separator = [',', ';', '\t'].find((sign) => head.includes(sign)) ?? ','
  const columns = cellsOf(head, separator, 0).map((cell) => standingOf(cell.text))
  return columns.every((standing) => standing === null) ? null : { separator, columns, from: headEnd + 1 }
}

/** The first line of a text with its line break, if it is the heading of a table with described columns; else "". */
export function headingOf(text: string, standingOf: (heading: string) => unknown): string {
  return tableOf(text, standingOf) === null ? '' : text.slice(0, text.indexOf('\n') + 1)
}

/** The cells of columns for whose heading `standingOf` returns a standing, in the order of the text. */
export function* cellsOfColumns<Standing>(
  text: string,
  standingOf: (heading: string) => Standing | null,
): Generator<TableCell<Standing>> {
  const table = tableOf(text, standingOf)
  if (table === null) return
  for (let from = table.from; from < text.length;) {
    const newLine = text.indexOf('\n', from)
    const end = newLine === -1 ? text.length : newLine
    for (const [index, cell] of cellsOf(text.slice(from, end), table.separator, from).entries()) {
      const standing = table.columns[index] ?? null
      if (standing !== null) yield { ...cell, standing }
    }
    from = end + 1
  }
}
