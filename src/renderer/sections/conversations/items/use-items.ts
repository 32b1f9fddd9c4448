import { useQueries } from '@tanstack/react-query'
import type { ConversationList, FieldGroup } from '../../../../shared/model/conversation-view.ts'
import { queries } from '../../../api/queries.ts'
import { pagesOf } from '../values/pages.ts'

/** Items that are asked for at once. */
export const itemsPage = 100

/** What `useItems` takes. */
export interface ItemsOptions {
  readonly snapshotId: string
  readonly list: ConversationList
  readonly search: string
  /** Places of the wanted items among those that match, from 0. */
  readonly places: readonly number[]
}

/** Reads the pages that hold these items; the function gives one by its place, undefined while it is awaited. */
export function useItems({
  snapshotId,
  list,
  search,
  places,
}: ItemsOptions): (place: number) => FieldGroup | undefined {
  const pages = pagesOf(places, itemsPage)
  const answers = useQueries({
    queries: pages.map((page) => queries.items({ snapshotId, list, search, from: page * itemsPage, count: itemsPage })),
  })
  return (place) => answers[pages.indexOf(Math.floor(place / itemsPage))]?.data?.items[place % itemsPage]
}
