import { cellOf } from '../../../../shared/model/spreadsheet-cell.ts'
import type { ManifestPreview } from '../../../../shared/schemas/manifest.ts'

function quoted(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** The two columns before the cells of each row: their headings, and a row’s problem as text. */
export interface WrongRowText {
  readonly line: string
  readonly problem: string
  readonly why: (row: ManifestPreview['wrong'][number]) => string
}

/** The wrong rows as CSV, each with its line and what is wrong: to be put right in a spreadsheet and dropped again. */
export function wrongRowsCsv(
  { header, wrong }: Pick<ManifestPreview, 'header' | 'wrong'>,
  words: WrongRowText,
): string {
  const rows = wrong.map((row) => [String(row.line), words.why(row), ...row.cells])
  return [[words.line, words.problem, ...header], ...rows]
    .map((cells) => cells.map((text) => quoted(cellOf(text))).join(','))
    .join('\n')
}
