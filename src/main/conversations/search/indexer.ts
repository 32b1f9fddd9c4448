/** Indexes the snapshots that were written without their texts: the large ones, newest first. */
import type { DatabaseSync } from 'node:sqlite'
import type { SnapshotBody } from '../../store/snapshot-body.ts'
import { bodyText, decompressedBody } from '../../store/snapshot-body.ts'
import { createSnapshotTexts, numberedTexts } from '../../store/snapshots-repository.ts'
import type { SnapshotText } from '../../store/snapshots-repository.ts'
import { inTransaction } from '../../store/storage-failure.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { readDocument } from '../document.ts'
import type { Documents } from '../document.ts'
import { searchableParts } from './searchable.ts'
import type { Log } from '../../lib/log.ts'

export interface IndexStep {
  readonly isDone: boolean
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

/** Steps of some milliseconds: nobody waits longer to write or to be answered. Failures: storage. */
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
    inTransaction(database, () => written.forEach(texts.add))
    pending = pending.slice(count)
    return { isDone: false, indexed: written.filter(({ isLast }) => isLast).length }
  }
}

export type Indexing = ReturnType<typeof createIndexing>

// Who waits for the first index of thousands of snapshots sees its results grow.
const notifyEvery = 500

/** Nothing is asked before `schedule`. `onIndexed` hears that snapshots can be found that could not be before. */
export function createIndexing(askStep: () => Promise<IndexStep>, log: Log, onIndexed: () => void) {
  let running: Promise<void> | null = null
  let isRequested = false
  let isDisposed = false

  const run = async (): Promise<void> => {
    let unreported = 0
    try {
      for (let isDone = false; (isRequested || !isDone) && !isDisposed;) {
        isRequested = false
        const step = await askStep()
        isDone = step.isDone
        unreported += step.indexed
        if (unreported < (isDone ? 1 : notifyEvery)) continue
        unreported = 0
        onIndexed()
      }
    } catch (error) {
      log.error('snapshots could not be indexed', error)
    } finally {
      // In the same turn in which nothing more was found to do: what is scheduled after it begins anew.
      running = null
    }
  }

  return {
    schedule: (): void => {
      isRequested = true
      if (!isDisposed) running ??= run()
    },
    /** Resolves when no step is in flight any more. */
    dispose: async (): Promise<void> => {
      isDisposed = true
      await running
    },
  }
}
