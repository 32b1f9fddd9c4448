/** Indexes the snapshots that were written without their texts: large ones, and those of earlier versions, newest first. */
import type { DatabaseSync } from 'node:sqlite'
import type { SnapshotBody } from '../../store/snapshot-body.ts'
import { bodyText, decompressedBody } from '../../store/snapshot-body.ts'
import { createSnapshotTexts, numberedTexts } from '../../store/snapshot-texts.ts'
import type { SnapshotText } from '../../store/snapshot-texts.ts'
import { inTransaction } from '../../store/storage-failure.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { readDocument } from '../document.ts'
import type { Documents } from '../document.ts'
import { searchableParts } from './searchable.ts'

/** What a step did. */
export interface IndexStep {
  /** Nothing is left to do now. */
  readonly isDone: boolean
  /** Snapshots that were indexed in this step. */
  readonly indexed: number
}

// 256 kB are read and indexed in 20 ms.
const maxBytesAtOnce = 256 * 1024
const maxLengthAtOnce = 100_000

/** The texts of a body that can be written with it; none for a large one, which is indexed behind everything else. */
export function textsWith(conversationId: ConversationId, body: SnapshotBody): readonly string[] {
  if (body.size > maxBytesAtOnce) return []
  return searchableParts(conversationId, () => readDocument(bodyText(decompressedBody(body) ?? new Uint8Array())))
}

/** Answers a function for steps of some milliseconds: nobody waits longer to write or to be answered. Failures: storage. */
export function createIndexer(database: DatabaseSync, documents: Documents): () => IndexStep {
  const texts = createSnapshotTexts(database)
  let pending: readonly SnapshotText[] = []

  const next = (): readonly SnapshotText[] => {
    const found: SnapshotText[] = []
    let length = 0
    for (const { conversationId, ...of } of texts.unindexed()) {
      const parts = searchableParts(conversationId, () => documents.read(of))
      found.push(...numberedTexts(of.snapshotId, parts))
      length += parts.reduce((sum, part) => sum + part.length, 0)
      if (length > maxLengthAtOnce) break
    }
    return found
  }

  return () => {
    if (pending.length === 0) pending = next()
    if (pending.length === 0) return { isDone: true, indexed: 0 }
    let length = 0
    const count = pending.findIndex(({ text }) => (length += text.length) > maxLengthAtOnce) + 1 || pending.length
    const written = pending.slice(0, count)
    inTransaction(database, () => {
      written.forEach(texts.add)
    })
    pending = pending.slice(count)
    return { isDone: false, indexed: written.filter(({ isLast }) => isLast).length }
  }
}
