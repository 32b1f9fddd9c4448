/** Kept look-ups, parsed: the last ones stay at hand, as the page asks of the same one many times. */
import type { DatabaseSync } from 'node:sqlite'
import { FailureError } from '../../../shared/failure.ts'
import { bodyColumns, bodyOfRow, bodyText, unpackedBody } from '../../store/kept-body.ts'
import { storing } from '../../store/storage-failure.ts'
import { readDocument } from '../document.ts'
import type { ConversationDocument } from '../document.ts'
import type { OfSnapshot } from './requests.ts'

/** Parsed look-ups. */
export interface Documents {
  /** Failures: not-found (`snapshot`), storage. */
  readonly read: (of: OfSnapshot) => ConversationDocument
  /** The body as it was received, byte for byte. Failures: as of `read`. */
  readonly bytes: (of: OfSnapshot) => Uint8Array
}

const mostKept = 6
const mostKeptCharacters = 40_000_000

/** Gives look-ups from a database that is only read. */
export function createDocuments(database: DatabaseSync): Documents {
  const body = database.prepare(`SELECT ${bodyColumns} FROM snapshots WHERE profile_id = ? AND id = ?`)
  const kept = new Map<string, ConversationDocument>()

  const bytesOf = ({ profileId, snapshotId }: OfSnapshot): Uint8Array =>
    storing(() => {
      const kept = bodyOfRow(body.get(profileId, snapshotId))
      if (kept === null) throw new FailureError({ kind: 'not-found', what: 'snapshot' })
      const bytes = unpackedBody(kept)
      if (bytes === null) {
        throw new FailureError({ kind: 'storage', reason: 'corrupt', detail: 'the kept answer cannot be unpacked' })
      }
      return bytes
    })

  const dropOldest = (): void => {
    let characters = [...kept.values()].reduce((sum, { rawText }) => sum + rawText.length, 0)
    for (const [key, { rawText }] of kept) {
      if (kept.size <= 1 || (kept.size <= mostKept && characters <= mostKeptCharacters)) return
      kept.delete(key)
      characters -= rawText.length
    }
  }

  return {
    read: (of) => {
      const key = `${of.profileId} ${of.snapshotId}`
      const document = kept.get(key) ?? readDocument(bodyText(bytesOf(of)))
      // Set anew, so that the map's order is that of use.
      kept.delete(key)
      kept.set(key, document)
      dropOldest()
      return document
    },
    bytes: bytesOf,
  }
}
