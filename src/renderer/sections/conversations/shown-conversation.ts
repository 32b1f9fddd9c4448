import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { shownProfile } from '../../api/shown-profile.ts'
import { beginFetch, endFetch, showSnapshot, useShownSnapshot } from '../../state/conversation-store.ts'

/** Id of the snapshot that the viewer has on screen: the last one until the next was read. */
export const SnapshotContext = createContext<string | null>(null)

export function useSnapshotId(): string {
  const snapshotId = use(SnapshotContext)
  if (snapshotId === null) throw new Error('a part of the viewer outside of it')
  return snapshotId
}

/** The snapshot on screen; undefined when none is. */
export function useShownSummary(): SnapshotSummary | undefined {
  const snapshotId = useShownSnapshot()
  // The viewer’s own query: no further call.
  return useQuery({ ...read('conversation.read', { snapshotId: snapshotId ?? '' }), enabled: snapshotId !== null }).data
    ?.summary
}

/** Shows its answer, or why there is none, unless another was fetched meanwhile: then it is saved alone. */
export async function fetchConversation(conversationId: string): Promise<void> {
  const profileId = shownProfile()
  const begun = beginFetch(profileId, conversationId)
  try {
    const { id } = await call('conversation.fetch', { conversationId }, profileId)
    if (endFetch(profileId, begun, { status: 'success', error: null })) showSnapshot(id, profileId)
  } catch (error) {
    endFetch(profileId, begun, { status: 'error', error })
  }
}
