/** Snapshots for tests, as main reads them back. */
import { readDocument } from '../../src/shared/conversation/document.ts'
import type { ConversationDocument } from '../../src/shared/conversation/document.ts'
import { buildView } from '../../src/shared/conversation/view.ts'
import { itemsPage } from '../../src/shared/conversation/items.ts'
import type { ItemsWanted } from '../../src/shared/conversation/items.ts'
import type { MediaRules } from '../../src/main/media/resolve-media-address.ts'
import type {
  ConversationList,
  ConversationSection,
  ConversationView,
  FieldGroup,
  FieldRow,
  ItemsPage,
  SectionView,
} from '../../src/shared/conversation/view-types.ts'

/** The rules of a public profile without a base for media. */
export const publicRules: MediaRules = { baseUrl: 'https://service.example/openapi/v2', mediaBaseUrl: '' }

/** A body whose `data` is this. */
export function fetchedConversation(data: unknown): ConversationDocument {
  return readDocument(JSON.stringify({ success: true, code: '0', data }))
}

/** The view of a body. */
export function viewOf(text: string): ConversationView {
  return buildView(readDocument(text), publicRules)
}

/** The view of a body whose `data` is this. */
export function viewOfData(data: unknown): ConversationView {
  return buildView(fetchedConversation(data), publicRules)
}

/** The first 200 items of a list, or those that are wanted. */
export function itemsOf(document: ConversationDocument, wanted: Partial<ItemsWanted> = {}): ItemsPage {
  return itemsPage(document, { list: 'scriptDtoList', search: '', from: 0, count: 200, rules: publicRules, ...wanted })
}

/** Rows of all sections, without the other fields. */
export function rowsIn({ sections }: ConversationView): readonly FieldRow[] {
  return sections.flatMap(({ rows }) => rows)
}

/** The row at a path; throws when there is none. */
export function rowAt(view: ConversationView, path: string): FieldRow {
  const row = rowsIn(view).find((candidate) => candidate.path === path)
  if (row === undefined) throw new Error(`no row at ${path}`)
  return row
}

/** A section of a view. */
export function sectionOf(view: ConversationView, name: ConversationSection): SectionView {
  const section = view.sections.find((candidate) => candidate.section === name)
  if (section === undefined) throw new Error(`no section ${name}`)
  return section
}

/** Everything that is shown of a body: rows of the contract's fields, rows of others, and how many were only counted. */
export interface Shown {
  readonly rows: readonly FieldRow[]
  readonly others: readonly FieldRow[]
  readonly more: number
}

function allItems(document: ConversationDocument, list: ConversationList): readonly FieldGroup[] {
  const { total, items } = itemsOf(document, { list })
  const later = Array.from({ length: Math.max(0, Math.ceil(total / 200) - 1) }, (_, page) => (page + 1) * 200)
  return [...items, ...later.flatMap((from) => itemsOf(document, { list, from }).items)]
}

/** What the viewer shows in all, with the items of all lists. */
export function shownOf(document: ConversationDocument): Shown {
  const view = buildView(document, publicRules)
  const items = view.sections.flatMap(({ list }) => (list === null ? [] : allItems(document, list.name)))
  const parts = [...view.sections, ...items]
  return {
    rows: [...view.envelope.rows, ...parts.flatMap(({ rows }) => rows)],
    others: [...view.envelope.otherFields, ...parts.flatMap(({ otherFields }) => otherFields)],
    more: parts.reduce((sum, { moreOtherFields }) => sum + moreOtherFields, view.envelope.moreOtherFields),
  }
}
