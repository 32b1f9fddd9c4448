/** Conversations for tests, as the page sees them. */
import { readConversation } from '../../src/shared/conversation/document.ts'
import type { ConversationDocument } from '../../src/shared/conversation/document.ts'
import { itemsOf as allItemsOf } from '../../src/shared/conversation/items.ts'
import type { ItemsQuery } from '../../src/shared/conversation/items.ts'
import { mediaTextsIn } from '../../src/shared/conversation/media.ts'
import type { MediaAddresses } from '../../src/shared/conversation/media.ts'
import { viewOf as viewOfDocument } from '../../src/shared/conversation/view.ts'
import type {
  ConversationSection,
  ConversationView,
  FieldRow,
  ListItems,
  SectionView,
} from '../../src/shared/conversation/view-types.ts'
import { mediaAddress } from '../../src/main/media/resolve-media-address.ts'
import type { MediaRules } from '../../src/main/media/resolve-media-address.ts'

/** The rules of a public profile without a base for media. */
export const publicRules: MediaRules = { baseUrl: 'https://service.example/openapi/v2', mediaBaseUrl: '' }

/** Main's decisions about the addresses of a conversation under these rules. */
export function mediaOf(document: ConversationDocument, rules: MediaRules = publicRules): MediaAddresses {
  return Object.fromEntries(mediaTextsIn(document).map(({ path, text }) => [path, mediaAddress(text, rules)]))
}

/** A body whose `data` is this. */
export function fetchedConversation(data: unknown): ConversationDocument {
  return readConversation(JSON.stringify({ success: true, code: '0', data }))
}

/** The view of a body. */
export function viewOf(text: string): ConversationView {
  const document = readConversation(text)
  return viewOfDocument(document, mediaOf(document))
}

/** The view of a body whose `data` is this. */
export function viewOfData(data: unknown): ConversationView {
  const document = fetchedConversation(data)
  return viewOfDocument(document, mediaOf(document))
}

/** The items of a list; default the scripts. */
export function itemsOf(document: ConversationDocument, wanted: Partial<ItemsQuery> = {}): ListItems {
  return allItemsOf(document, { list: 'scriptDtoList', search: '', media: mediaOf(document), ...wanted })
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

/**
 * Everything that is shown of a body: rows of the contract's fields, rows of other fields, and the number of fields
 * that are only counted.
 */
export interface Shown {
  readonly rows: readonly FieldRow[]
  readonly others: readonly FieldRow[]
  readonly more: number
}

/** Everything that the viewer shows, with the items of all lists. */
export function shownOf(document: ConversationDocument): Shown {
  const view = viewOfDocument(document, mediaOf(document))
  const items = view.sections.flatMap(({ list }) => (list === null ? [] : itemsOf(document, { list: list.name }).items))
  const parts = [...view.sections, ...items]
  return {
    rows: [...view.envelope.rows, ...parts.flatMap(({ rows }) => rows)],
    others: [...view.envelope.otherFields, ...parts.flatMap(({ otherFields }) => otherFields)],
    more: parts.reduce((sum, { moreOtherFields }) => sum + moreOtherFields, view.envelope.moreOtherFields),
  }
}
