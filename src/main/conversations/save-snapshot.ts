/** Keeps what the service answered before anything else is done with it, so that nothing received is lost. */
import type { ConversationId, ProfileId } from '../../shared/ids.ts'
import { snapshotId } from '../../shared/schemas/ids.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import type { AppContext } from '../context/app-context.ts'
import type { ReceivedConversation } from '../service/operations.ts'
import type { NewSnapshot } from '../store/snapshots-repository.ts'
import type { Reader } from './reader/reader.ts'
import { textsWith } from './search/indexer.ts'

/** An answer to be kept, and whose it is. */
export interface ReceivedSnapshot extends ReceivedConversation {
  readonly profileId: ProfileId
  readonly conversationId: ConversationId
}

/** Keeps an answer with its name and voice; whoever asked for it. Failures: storage. */
export type SaveSnapshot = (received: ReceivedSnapshot) => Promise<SnapshotSummary>

// Writing 64 kB with what they are found by takes some milliseconds, 5 MB more than the 50 that this thread may be held up.
const maxBytesOnMain = 64 * 1024

export function createSaveSnapshot(
  { repositories, randomId, log }: Pick<AppContext, 'repositories' | 'randomId' | 'log'>,
  reader: Pick<Reader, 'ask'>,
): SaveSnapshot {
  const { snapshots } = repositories
  return async ({ profileId, conversationId, body, facts, at }) => {
    const id = snapshotId.parse(randomId())
    const snapshot: NewSnapshot = { id, profileId, conversationId, fetchedAt: at, facts }
    if (body.size <= maxBytesOnMain) return snapshots.add(snapshot, body, textsWith(conversationId, body))
    try {
      return await reader.ask('save', { snapshot, body })
    } catch (error) {
      // Late is better than lost; a full disk says so here once more.
      log.error(`snapshot ${id} was not written by the reader`, error)
      return snapshots.add(snapshot, body, [])
    }
  }
}
