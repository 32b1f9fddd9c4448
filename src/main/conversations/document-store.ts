/** Snapshots, parsed; the last ones are cached because the page reads the same one many times. */
import type { DatabaseSync } from 'node:sqlite'
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
  const cache = new Map<string, ConversationDocument>()

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

  const dropOldest = (): void => {
    let characters = [...cache.values()].reduce((sum, { rawText }) => sum + rawText.length, 0)
    for (const [key, { rawText }] of cache) {
      if (cache.size <= 1 || (cache.size <= maxDocuments && characters <= maxCharacters)) return
      cache.delete(key)
      characters -= rawText.length
    }
  }

  return {
    read: (of) => {
      const key = `${of.profileId} ${of.snapshotId}`
      const document = cache.get(key) ?? readDocument(bodyText(bytesOf(of)))
      // Set anew, so that the map's order is that of use.
      cache.delete(key)
      cache.set(key, document)
      dropOldest()
      return document
    },
    bytes: bytesOf,
  }
}
