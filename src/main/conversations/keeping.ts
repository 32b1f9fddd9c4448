/** Keeps what the service answered: the body first, so that nothing received is lost, then what it says of itself. */
import type { ConversationId, ProfileId } from '../../shared/ids.ts'
import { snapshotId } from '../../shared/schemas/ids.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import type { Log } from '../log.ts'
import type { ConversationBody } from '../service/service-client.ts'
import type { NewSnapshot, SnapshotsRepository } from '../store/snapshots-repository.ts'
import type { Reader } from './reader/reader.ts'

/** An answer to be kept, and whose it is. */
export interface Received extends ConversationBody {
  readonly profileId: ProfileId
  readonly conversationId: ConversationId
}

/** Keeps an answer and notes its name and voice; whoever asked for it. Failures: storage. */
export type KeepLookUp = (received: Received) => Promise<SnapshotSummary>

/** What keeping needs; `randomId` answers an unguessable text of letters, digits and hyphens. */
export interface KeepingDeps {
  readonly snapshots: Pick<SnapshotsRepository, 'add' | 'noteFacts'>
  readonly reader: Pick<Reader, 'ask'>
  readonly randomId: () => string
  readonly log: Log
}

// Writing 256 kB takes some milliseconds, 5 MB more than the 50 that this thread may be held up.
const longestWrittenHere = 256 * 1024

/** Gives the function that keeps look-ups. */
export function createKeeping({ snapshots, reader, randomId, log }: KeepingDeps): KeepLookUp {
  const write = async (snapshot: NewSnapshot, rawText: string): Promise<SnapshotSummary> => {
    if (rawText.length <= longestWrittenHere) return snapshots.add(snapshot, rawText)
    try {
      return await reader.ask('keep', { ...snapshot, rawText })
    } catch (error) {
      // Late is better than lost; a full disk says so here once more.
      log.error(`look-up ${snapshot.id} was not written by the reader`, error)
      return snapshots.add(snapshot, rawText)
    }
  }

  return async ({ profileId, conversationId, rawText, at }) => {
    const id = snapshotId.parse(randomId())
    const kept = await write({ id, profileId, conversationId, fetchedAt: at }, rawText)
    try {
      const facts = await reader.ask('facts', { profileId, snapshotId: id })
      snapshots.noteFacts(profileId, id, facts)
      return { ...kept, name: facts.name }
    } catch (error) {
      // The body is on disk by now: without its name it can still be opened.
      log.error(`name of the look-up ${id} could not be noted`, error)
      return kept
    }
  }
}
