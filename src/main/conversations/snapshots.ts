/** Stored conversations of the open profile, as their handlers read and write them. */
import { LRUCache } from 'lru-cache'
import { mediaTextsIn } from '../../shared/conversation/media.ts'
import type { MediaAddresses } from '../../shared/conversation/media.ts'
import { readConversation } from '../../shared/conversation/document.ts'
import type { ConversationDocument } from '../../shared/conversation/document.ts'
import { orNotFound } from '../../shared/failure.ts'
import type { SnapshotId } from '../../shared/ids.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import { snapshotId } from '../../shared/schemas/ids.ts'
import { requireOpen } from '../context/open-profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import { mediaAddress } from '../media/resolve-media-address.ts'
import type { MediaRules } from '../media/resolve-media-address.ts'
import type { ReceivedConversation } from '../service/operations.ts'
import type { OfConversation } from '../store/library-repository.ts'
import { inTransaction } from '../store/storage-failure.ts'
import { searchableText } from './search/searchable.ts'

/**
 * The snapshots of the open profile; each function refuses (`no-profile`). Failures: not-found (`snapshot`), storage.
 */
export interface Snapshots {
  readonly summary: (id: SnapshotId) => SnapshotSummary
  /** The body, exactly as received. */
  readonly body: (id: SnapshotId) => Uint8Array
  readonly document: (id: SnapshotId) => ConversationDocument
  /** What the profile's rules allow of each address of media in a conversation. */
  readonly media: (document: ConversationDocument) => MediaAddresses
  /** Keeps an answer, and makes it the newest snapshot of its entry in the library. */
  readonly keep: (received: ReceivedConversation & OfConversation) => SnapshotSummary
}

// The page asks for the media of an open conversation one by one, and each call needs the document.
const maxDocuments = 4

/** The body as text: UTF-8 without its byte order mark. */
export function bodyText(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}

function addressesIn(document: ConversationDocument, rules: MediaRules): MediaAddresses {
  return Object.fromEntries(mediaTextsIn(document).map(({ path, text }) => [path, mediaAddress(text, rules)]))
}

export function createSnapshots(context: ProfileContext): Snapshots {
  const { current, database, repositories, randomId } = context
  const profileId = () => requireOpen(current).profile.id
  const summary = (id: SnapshotId): SnapshotSummary =>
    orNotFound(repositories.snapshots.get(profileId(), id), 'snapshot')
  const body = (id: SnapshotId): Uint8Array => orNotFound(repositories.snapshots.body(profileId(), id), 'snapshot')
  const documents = new LRUCache<SnapshotId, ConversationDocument>({
    max: maxDocuments,
    memoMethod: (id) => readConversation(bodyText(body(id))),
  })

  return {
    summary,
    body,
    document: (id) => {
      // A cached document outlives its row: an erased profile, or a different profile that is open now, must not get
      // it.
      summary(id)
      return documents.memo(id)
    },
    media: (document) => addressesIn(document, requireOpen(current).profile),
    keep: ({ profileId, conversationId, body: received, facts, at }) => {
      const document = readConversation(bodyText(received))
      const snapshot = {
        id: snapshotId.parse(randomId()),
        profileId,
        conversationId,
        fetchedAt: at,
        facts,
        body: received,
        searchableText: searchableText(conversationId, document),
      }
      return inTransaction(database, () => {
        const summary = repositories.snapshots.add(snapshot)
        repositories.library.addFetched(summary)
        return summary
      })
    },
  }
}
