/** Drafts and shared fields in the cache. Main sends no event for them after a command of this page. */
import type { Draft } from '../../shared/schemas/avatar.ts'
import { read } from './queries.ts'
import { queryClient, writeAnswer } from './query-client.ts'

const noDrafts: readonly Draft[] = []
const { queryKey } = read('creator.read', {})

export function readDrafts(): readonly Draft[] {
  return queryClient.getQueryData(queryKey)?.drafts ?? noDrafts
}

export function rereadCreator(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey })
}

/** Writes a draft that main returned; a draft that is no longer in the cache is not added. */
export function writeDraft(changed: Draft): void {
  writeAnswer(
    queryKey,
    (creator) =>
      creator && { ...creator, drafts: creator.drafts.map((draft) => (draft.id === changed.id ? changed : draft)) },
  )
}

export function appendDrafts(added: readonly Draft[]): void {
  writeAnswer(queryKey, (creator) => {
    if (creator === undefined) return creator
    const ids = new Set(creator.drafts.map(({ id }) => id))
    return { ...creator, drafts: [...creator.drafts, ...added.filter(({ id }) => !ids.has(id))] }
  })
}
