/** Parses the bytes of a manifest into rows, and rows into fields with their problems. Reads no files or images. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { creationFieldNames, creationFieldRows } from '../../shared/model/creation-fields.ts'
import type { CreationFieldName } from '../../shared/model/creation-fields.ts'
import { textOfCell } from '../../shared/model/spreadsheet-cell.ts'
import type { Draft } from '../../shared/schemas/avatar.ts'
import { creationFields } from '../../shared/schemas/avatar.ts'
import { isIdUnwrapped, typedId } from '../../shared/model/pasted-text.ts'
import { conversationId } from '../../shared/schemas/ids.ts'
import type { ManifestColumn, ManifestProblem, UnusableManifest } from '../../shared/schemas/manifest.ts'
import { manifestColumn } from '../../shared/schemas/manifest.ts'
import { markedEncoding } from '../files/plain-text.ts'

/** A row: the line at which it begins (from 1, the header included), and the texts of its cells. */
interface TextRow {
  readonly line: number
  readonly cells: readonly string[]
}

export interface ManifestText {
  /** The header's cells, trimmed. */
  readonly header: readonly string[]
  /** The column at each place of the header; null for an unknown column. */
  readonly columns: readonly (ManifestColumn | null)[]
  /** At most `maxRows`; rows without any text are left out. */
  readonly rows: readonly TextRow[]
}

export type TextProblem = Pick<UnusableManifest, 'reason' | 'line' | 'detail'>

export const maxRows = 10_000

const pieceBytes = 2 ** 16
const delimiters = [',', ';', '\t'] as const

class Unusable extends Error {
  readonly problem: TextProblem

  constructor(reason: TextProblem['reason'], line: number | null = null, detail: string | null = null) {
    super(reason)
    this.problem = { reason, line, detail }
  }
}

// Guessing an older code page would silently change names, so such a file is refused.
function decoded(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder(markedEncoding(bytes), { fatal: true }).decode(bytes)
    // Only one kind of line end: greetings have no other, and the parser miscounts the others inside quotes.
    if (!text.includes('\0')) return text.replace(/\r\n?/g, '\n')
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new Unusable('not-text')
}

// No column name contains a delimiter, so the first line decides: spreadsheets of many countries write semicolons.
function delimiterOf(text: string): string {
  const firstLine = /[^\n]*/.exec(text.trimStart())?.[0] ?? ''
  const [best] = delimiters
    .map((delimiter) => ({ delimiter, count: firstLine.split(delimiter).length }))
    .sort((one, other) => other.count - one.count)
  return best?.delimiter ?? ','
}

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '')

const columnsByName: ReadonlyMap<string, ManifestColumn> = new Map(
  manifestColumn.options.map((column) => [plain(column), column]),
)

function columnsOf({ cells, line }: TextRow): readonly (ManifestColumn | null)[] {
  const columns = cells.map((cell) => columnsByName.get(plain(cell)) ?? null)
  const knownColumns = columns.filter((column) => column !== null)
  if (knownColumns.length === 0) throw new Unusable('no-header', line)
  const twice = knownColumns.find((column, index) => knownColumns.indexOf(column) !== index)
  if (twice !== undefined) throw new Unusable('column-twice', line, twice)
  return columns
}

// In chunks, with a turn of the event loop in between: ten thousand rows at once would block main.
async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text, 'utf8')
  for (let from = 0; from < bytes.byteLength; from += pieceBytes) {
    await setImmediate()
    yield bytes.subarray(from, from + pieceBytes)
  }
}

// The parser reports the last line of a row; subtracting the line ends inside its cells gives the first line.
function rowOf(record: readonly string[], lastLine: number): TextRow {
  const inside = record.reduce((sum, cell) => sum + (cell.split('\n').length - 1), 0)
  return { line: lastLine - inside, cells: record.map(textOfCell) }
}

async function rowsOf(text: string): Promise<readonly TextRow[]> {
  // Loaded with the first manifest, because no start needs it.
  const { CsvError, parse } = await import('csv-parse')
  const rows: TextRow[] = []
  let lastLine: number | null = null
  const parser = parse({
    delimiter: delimiterOf(text),
    record_delimiter: '\n',
    info: true,
    // Noted immediately: records that were parsed before an error might never come out of the stream.
    on_record: (record: string[], { lines }) => {
      lastLine = lines
      return record
    },
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  })
  try {
    await pipeline(
      Readable.from(piecesOf(text)),
      parser,
      async (parsed: AsyncIterable<{ record: readonly string[]; info: { lines: number } }>) => {
        for await (const { record, info } of parsed) {
          rows.push(rowOf(record, info.lines))
          if (rows.length > maxRows + 1) throw new Unusable('too-many-rows', null, String(maxRows))
        }
      },
    )
  } catch (error) {
    // With these options the parser fails only for a quote that swallowed the rest of the file.
    throw error instanceof CsvError ? new Unusable('quote-open', lastLine) : error
  }
  return rows
}

/**
 * Reads UTF-8, or UTF-16 with a byte order mark; commas, semicolons or tabs; any line ends. Never throws for the
 * content.
 */
export async function readManifestText(bytes: Uint8Array): Promise<ManifestText | TextProblem> {
  try {
    const [head, ...rows] = await rowsOf(decoded(bytes))
    if (head === undefined) throw new Unusable('no-header')
    const columns = columnsOf(head)
    return { header: head.cells.map((cell) => cell.trim()), columns, rows }
  } catch (error) {
    if (error instanceof Unusable) return error.problem
    throw error
  }
}

/** A row as fields; `image` is "" for an avatar without an image. A row without problems becomes a draft. */
export interface CheckedRow extends TextRow {
  readonly image: string
  readonly overrides: Draft['overrides']
  /** The conversation ID was in quotes, behind a name or between invisible characters. */
  readonly isIdUnwrapped: boolean
  readonly problems: readonly ManifestProblem[]
}

function textsOf({ columns }: ManifestText, cells: readonly string[]): ReadonlyMap<ManifestColumn, string> {
  const texts = new Map<ManifestColumn, string>()
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? ''
    // An empty cell is no custom field: the shared field applies there.
    if (column !== null && text.trim() !== '') texts.set(column, text)
  }
  return texts
}

function overridesOf(texts: ReadonlyMap<ManifestColumn, string>): Draft['overrides'] {
  const overrides: Partial<Record<CreationFieldName, string>> = {}
  for (const name of creationFieldNames) {
    const { column, input } = creationFieldRows[name]
    const text = texts.get(column)
    if (text === undefined) continue
    if (input === 'conversation') overrides[name] = typedId(text)
    else overrides[name] = input === 'text' ? text : text.trim()
  }
  return overrides
}

function problemsOf(
  overrides: Draft['overrides'],
  cells: readonly string[],
  { header }: ManifestText,
): ManifestProblem[] {
  const problems: ManifestProblem[] = []
  // Trailing delimiters alone shift no cell; text beyond the header shows a shift, such as after a forgotten quote.
  const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (used > header.length) problems.push({ kind: 'too-many-fields', found: used, expected: header.length })
  const id = overrides.conversationId
  if (id !== undefined && !conversationId.safeParse(id).success) {
    problems.push({ kind: 'bad-conversation-id', spreadsheet: false })
  } else if (id !== undefined && /^\d(?:[.,]\d+)?e\+\d+$/i.test(id)) {
    problems.push({ kind: 'bad-conversation-id', spreadsheet: true })
  }
  for (const name of creationFieldNames) {
    // The conversation ID is checked above.
    if (name === 'conversationId') continue
    const { column } = creationFieldRows[name]
    if (!creationFields.shape[name].safeParse(overrides[name] ?? '').success)
      problems.push({ kind: 'too-long', column })
  }
  return problems
}

/** The rows as fields, with the problems that the text alone shows; images are not read. */
export function checkRows(text: ManifestText): readonly CheckedRow[] {
  return text.rows.map(({ line, cells }) => {
    const texts = textsOf(text, cells)
    const overrides = overridesOf(texts)
    const image = texts.get('image')?.trim() ?? ''
    const hasUnwrappedId = isIdUnwrapped(texts.get('conversationId') ?? '')
    return {
      line,
      cells,
      image,
      overrides,
      isIdUnwrapped: hasUnwrappedId,
      problems: problemsOf(overrides, cells, text),
    }
  })
}
