/** From a manifest's rows to drafts that could be added: which cell is which field, and what is wrong with it. */
import type { Draft } from '../../shared/schemas/avatar.ts'
import { creationFields } from '../../shared/schemas/avatar.ts'
import { conversationId } from '../../shared/schemas/ids.ts'
import type { ManifestColumn, ManifestProblem } from '../../shared/schemas/manifest.ts'
import type { ManifestText, TextRow } from './manifest-text.ts'

/** A row as fields; `image` is "" for an avatar without one. It becomes a draft when it has no problems. */
export interface CheckedRow extends TextRow {
  readonly image: string
  readonly overrides: Draft['overrides']
  readonly problems: readonly ManifestProblem[]
}

const fieldOf = {
  name: 'name',
  greeting: 'greeting',
  profile: 'profileText',
  voice: 'voice',
  conversationId: 'conversationId',
  language: 'language',
} as const satisfies Record<Exclude<ManifestColumn, 'image'>, keyof Draft['overrides']>

const fieldColumns = Object.keys(fieldOf) as readonly (keyof typeof fieldOf)[]

function textsOf({ columns }: ManifestText, cells: readonly string[]): ReadonlyMap<ManifestColumn, string> {
  const texts = new Map<ManifestColumn, string>()
  for (const [place, column] of columns.entries()) {
    const text = cells[place] ?? ''
    // An empty cell is no field of its own: what all drafts share counts there.
    if (column !== null && text.trim() !== '') texts.set(column, text)
  }
  return texts
}

function overridesOf(texts: ReadonlyMap<ManifestColumn, string>): Draft['overrides'] {
  const own: Partial<Record<keyof Draft['overrides'], string>> = {}
  for (const column of fieldColumns) {
    const text = texts.get(column)
    if (text !== undefined) own[fieldOf[column]] = column === 'greeting' || column === 'profile' ? text : text.trim()
  }
  return own
}

function problemsOf(own: Draft['overrides'], cells: readonly string[], { header }: ManifestText): ManifestProblem[] {
  const found: ManifestProblem[] = []
  // Trailing delimiters alone shift nothing; a cell with text beyond the header does, as a forgotten quote makes it.
  const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (used > header.length) found.push({ kind: 'too-many-fields', found: used, expected: header.length })
  const id = own.conversationId
  if (id !== undefined && !conversationId.safeParse(id).success) {
    found.push({ kind: 'bad-conversation-id', spreadsheet: false })
  } else if (id !== undefined && /^\d(?:[.,]\d+)?e\+\d+$/i.test(id)) {
    found.push({ kind: 'bad-conversation-id', spreadsheet: true })
  }
  for (const column of fieldColumns) {
    if (column === 'conversationId') continue
    const field = fieldOf[column]
    if (!creationFields.shape[field].safeParse(own[field] ?? '').success) found.push({ kind: 'too-long', column })
  }
  return found
}

/** The rows as fields with the problems that the text alone tells; images are not looked at. */
export function checkRows(text: ManifestText): readonly CheckedRow[] {
  return text.rows.map(({ line, cells }) => {
    const texts = textsOf(text, cells)
    const overrides = overridesOf(texts)
    const image = texts.get('image')?.trim() ?? ''
    return { line, cells, image, overrides, problems: problemsOf(overrides, cells, text) }
  })
}
