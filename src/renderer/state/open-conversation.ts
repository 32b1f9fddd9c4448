/** Opens conversations from anywhere in the page: a saved snapshot, or a new answer from the service. */
import { useMutationState } from '@tanstack/react-query'
import type { SnapshotId } from '../../shared/ids.ts'
import type { LibraryHit } from '../../shared/schemas/library.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import { call } from '../api/call.ts'
import { read } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { profileScope, shownProfile, useShownProfile } from '../api/shown-profile.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { go, sectionStateOf, setSectionState } from './location-store.ts'
import { typeConversationId } from './typed-texts-store.ts'

/**
 * The last fetch of a conversation. It continues when the operator leaves the section, which shows the result
 * afterwards.
 */
export interface ConversationFetch {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  /** "" before the first fetch. */
  readonly id: string
  /** The snapshot of the answer; null until it is available. */
  readonly snapshotId: SnapshotId | null
  readonly error: unknown
}

const noFetch: ConversationFetch = { status: 'idle', id: '', snapshotId: null, error: null }

const keyOf = (profileId: ShownProfile) => ['conversation.fetch', profileId] as const

export function useNewestFetch(): ConversationFetch {
  const mutationKey = keyOf(useShownProfile())
  const fetches = useMutationState({
    filters: { mutationKey, exact: true },
    // The key determines the types of the variables and the answer.
    select: ({ state: { status, variables, data, error } }): ConversationFetch => ({
      status,
      id: variables as string,
      snapshotId: (data as SnapshotSummary | undefined)?.id ?? null,
      error,
    }),
  })
  return fetches.at(-1) ?? noFetch
}

const cache = () => queryClient.getMutationCache()

/** Hides earlier fetches, except fetches of the conversation `kept`. They continue, and main saves their answers. */
function forgetFetches(profileId: ShownProfile, kept?: string): void {
  for (const fetch of cache().findAll({ mutationKey: keyOf(profileId), exact: true })) {
    if (fetch.state.variables !== kept) cache().remove(fetch)
  }
}

/**
 * The newest saved snapshot of a conversation that could not be fetched; null when there is none, or when one is on
 * screen.
 */
async function fallbackSnapshot(conversationId: string): Promise<SnapshotSummary | null> {
  // When the snapshots cannot be read either, the notice of the failure says so.
  const [answer] = await Promise.allSettled([queryClient.query(read('library.snapshots', { conversationId }))])
  const snapshots = answer.status === 'fulfilled' ? answer.value : []
  const { snapshotId, comparison } = sectionStateOf()
  const isOnScreen = comparison !== null || snapshots.some(({ id }) => id === snapshotId)
  return isOnScreen ? null : (snapshots[0] ?? null)
}

/** Reads a conversation from the service, once, and shows the answer unless something else was opened meanwhile. */
export function fetchConversation(conversationId: string): void {
  const { profileId, isShown } = profileScope()
  const stateBefore = sectionStateOf(profileId)
  forgetFetches(profileId)
  const fetch = cache().build<SnapshotSummary, Error, string, unknown>(queryClient, {
    mutationKey: keyOf(profileId),
    // A failure is shown as long as nothing else was opened.
    gcTime: Infinity,
    mutationFn: (id) => call('conversation.fetch', { conversationId: id }, profileId),
  })
  const isAwaited = (): boolean => {
    const { snapshotId, comparison } = sectionStateOf(profileId)
    const fetches = cache().getAll()
    const isNewest = fetches.some(({ mutationId }) => mutationId === fetch.mutationId)
    return isNewest && snapshotId === stateBefore.snapshotId && comparison === stateBefore.comparison
  }
  const show = (snapshot: SnapshotSummary | null): void => {
    if (snapshot !== null && isAwaited())
      setSectionState({ section: 'conversations', snapshotId: snapshot.id }, profileId)
  }
  fetch.execute(conversationId).then(show, async () => {
    const kept = isShown() ? await fallbackSnapshot(conversationId) : null
    // By then the page might show the snapshots of a different profile.
    if (isShown()) show(kept)
  })
}

/** Goes to Conversations, puts an ID into its box, and fetches it as its button **Open** does. */
export function openConversation(conversationId: string): void {
  typeConversationId(conversationId)
  go({ section: 'conversations' })
  fetchConversation(conversationId)
}

/** A conversation with its newest snapshot, null before it was ever fetched; or a hit in a snapshot. */
export type Target = Pick<LibraryHit, 'conversationId' | 'snapshotId'> & Partial<LibraryHit>

// A hit in any other place is in the content at the top.
const scrolledTo = ['persona', 'prompt', 'script', 'knowledge', 'other'] as const

/** Opens a saved conversation at the hit, without a call to the service; fetches a conversation that was never read. */
export function openTarget({ conversationId, snapshotId, place = 'id', before, match, after }: Target): void {
  if (snapshotId === null) {
    openConversation(conversationId)
    return
  }
  typeConversationId(conversationId)
  forgetFetches(shownProfile(), conversationId)
  const textPlace = scrolledTo.find((name) => name === place)
  const text = `${before ?? ''}${match ?? ''}${after ?? ''}`
  go({ section: 'conversations', snapshotId, ...(textPlace !== undefined && { excerpt: { place: textPlace, text } }) })
}
