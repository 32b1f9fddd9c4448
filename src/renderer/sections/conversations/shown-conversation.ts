import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import type { ProfileScope } from '../../api/shown-profile.ts'
import { useProfileTask } from '../../api/use-command.ts'
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

async function fetchNow(conversationId: string, { profileId }: ProfileScope): Promise<void> {
  const begun = beginFetch(profileId, conversationId)
  try {
    const { id } = await call('conversation.fetch', { conversationId }, profileId)
    // Another id may have been opened while this one was awaited: the late answer is saved, and not shown.
    if (endFetch(profileId, begun, { status: 'success', error: null })) showSnapshot(id, profileId)
  } catch (error) {
    endFetch(profileId, begun, { status: 'error', error })
  }
}

export const useFetchConversation = (): ((conversationId: string) => void) => useProfileTask({ run: fetchNow }).mutate
