/** Keeps what the service answered before anything else is done with it, so that nothing received is lost. */
import type { ConversationId, ProfileId } from '../../shared/ids.ts'
import { snapshotId } from '../../shared/schemas/ids.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import type { Log } from '../lib/log.ts'
import type { ReceivedConversation } from '../service/operation-row.ts'
import type { NewSnapshot, SnapshotsRepository } from '../store/snapshots-repository.ts'
import type { Reader } from './reader/reader.ts'

/** An answer to be kept, and whose it is. */
export interface ReceivedSnapshot extends ReceivedConversation {
  readonly profileId: ProfileId
  readonly conversationId: ConversationId
}

/** Keeps an answer with its name and voice; whoever asked for it. Failures: storage. */
export type SaveSnapshot = (received: ReceivedSnapshot) => Promise<SnapshotSummary>

/** What keeping needs; `randomId` answers an unguessable text of letters, digits and hyphens. */
export interface SaveSnapshotDeps {
  readonly snapshots: Pick<SnapshotsRepository, 'add'>
  readonly reader: Pick<Reader, 'ask'>
  readonly randomId: () => string
  readonly log: Log
}

// Writing 256 kB takes some milliseconds, 5 MB more than the 50 that this thread may be held up.
const maxBytesOnMain = 256 * 1024

export function createSaveSnapshot({ snapshots, reader, randomId, log }: SaveSnapshotDeps): SaveSnapshot {
  return async ({ profileId, conversationId, body, facts, at }) => {
    const id = snapshotId.parse(randomId())
    const snapshot: NewSnapshot = { id, profileId, conversationId, fetchedAt: at, facts }
    if (body.bytes.byteLength <= maxBytesOnMain) return snapshots.add(snapshot, body)
    try {
      return await reader.ask('save', { snapshot, body })
    } catch (error) {
      // Late is better than lost; a full disk says so here once more.
      log.error(`snapshot ${id} was not written by the reader`, error)
      return snapshots.add(snapshot, body)
    }
  }
}
