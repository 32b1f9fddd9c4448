/** Snapshots, parsed; the last ones are cached because the page reads the same one many times. */
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { FailureError } from '../../shared/failure.ts'
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { bodyColumns, bodyOfRow, bodyText, decompressedBody } from '../store/snapshot-body.ts'
import { storing } from '../store/storage-failure.ts'
import { readDocument } from './document.ts'
import type { ConversationDocument } from './document.ts'

/** Names a snapshot of a profile. */
export interface OfSnapshot {
  readonly profileId: ProfileId
  readonly snapshotId: SnapshotId
}

export interface Documents {
  /** Failures: not-found (`snapshot`), storage. */
  readonly read: (of: OfSnapshot) => ConversationDocument
  /** The body as it was received, byte for byte. Failures: as of `read`. */
  readonly bytes: (of: OfSnapshot) => Uint8Array
}

const maxDocuments = 6
const maxCharacters = 40_000_000

/** Only reads the database. */
export function createDocuments(database: DatabaseSync): Documents {
  const body = database.prepare(`SELECT ${bodyColumns} FROM snapshots WHERE profile_id = ? AND id = ?`)

  const bytesOf = ({ profileId, snapshotId }: OfSnapshot): Uint8Array =>
    storing(() => {
      const stored = bodyOfRow(body.get(profileId, snapshotId))
      if (stored === null) throw new FailureError({ kind: 'not-found', what: 'snapshot' })
      const bytes = decompressedBody(stored)
      if (bytes === null) {
        throw new FailureError({ kind: 'storage', reason: 'corrupt', detail: 'the kept answer cannot be unpacked' })
      }
      return bytes
    })

  const documents = new LRUCache<string, ConversationDocument, OfSnapshot>({
    max: maxDocuments,
    maxSize: maxCharacters,
    sizeCalculation: ({ rawText }) => rawText.length + 1,
    memoMethod: (_key, _stale, { context }) => readDocument(bodyText(bytesOf(context))),
  })

  return {
    read: (of) => documents.memo(`${of.profileId} ${of.snapshotId}`, { context: of }),
    bytes: bytesOf,
  }
}
