import { useQueries } from '@tanstack/react-query'
import type { ConversationList, FieldGroup } from '../../../../shared/model/conversation-view.ts'
import { read } from '../../../api/queries.ts'
import { failedOf } from '../../../failures/query-failure.tsx'
import type { FailedQuery } from '../../../failures/query-failure.tsx'
import { pagesOf } from '../values/pages.ts'

/** Items per call. */
export const itemsPage = 100

export interface ItemsOptions {
  readonly snapshotId: string
  readonly list: ConversationList
  readonly search: string
  /** Places of the requested items among those that match, from 0. */
  readonly places: readonly number[]
}

/** Items that are read page by page. */
export interface Items {
  /** The item at a place; undefined while it is awaited or where its page could not be read. */
  readonly at: (place: number) => FieldGroup | undefined
  /** A page that could not be read. */
  readonly failed: FailedQuery | undefined
}

/** Reads the pages that hold these items. */
export function useItems({ snapshotId, list, search, places }: ItemsOptions): Items {
  const pages = pagesOf(places, itemsPage)
  const answers = useQueries({
    queries: pages.map((page) =>
      read('conversation.items', { snapshotId, list, search, from: page * itemsPage, count: itemsPage }),
    ),
  })
  return {
    at: (place) => answers[pages.indexOf(Math.floor(place / itemsPage))]?.data?.items[place % itemsPage],
    failed: failedOf(answers),
  }
}
