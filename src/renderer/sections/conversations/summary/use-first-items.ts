import { useQuery } from '@tanstack/react-query'
import type {
  ConversationList,
  ConversationView,
  FieldGroup,
  FieldRow,
  FieldValue,
  ItemsPage,
} from '../../../../shared/model/conversation-view.ts'
import { read } from '../../../api/queries.ts'
import { itemsPage } from '../items/use-scroll-to-item.ts'

export interface OfSnapshot {
  readonly snapshotId: string
  readonly view: ConversationView
}

/** The first page of a list, as its section reads it; undefined until it is there, or where no list came. */
export function useFirstItems({ snapshotId, view }: OfSnapshot, list: ConversationList): ItemsPage | undefined {
  const isThere = view.sections.some((section) => section.list?.name === list)
  return useQuery({
    ...read('conversation.items', { snapshotId, list, search: '', from: 0, count: itemsPage }),
    enabled: isThere,
  }).data
}

/** A field of an item by its path in the contract, such as `scriptDtoList.scriptContent`. */
export function rowOf(group: FieldGroup | undefined, field: string): FieldRow | undefined {
  return group?.rows.find((row) => row.field === field)
}

/** A field of the conversation itself by its path in the contract, such as `detailDto.ttsName`. */
export function fieldOf({ sections }: ConversationView, field: string): FieldRow | undefined {
  return sections.flatMap(({ rows }) => rows).find((row) => row.field === field)
}

/** The text or the digits of a value; null where there are none. */
export function textOf(value: FieldValue | undefined): string | null {
  return value?.kind === 'text' || value?.kind === 'number' ? value.text : null
}
