/** The reader's answers on comparisons, each made on the reader's thread. */
import { LRUCache } from 'lru-cache'
import type { Comparison } from '../../../shared/schemas/conversation.ts'
import type { Documents } from '../document-store.ts'
import { textAt } from '../values.ts'
import { compareConversations } from './changes.ts'
import { createComparedDocuments } from './compared-documents.ts'
import type { OfPair, OfSide } from './compared-documents.ts'
import { compareJson } from './json-diff.ts'
import type { JsonDiff } from './json-diff.ts'
import { comparisonReport } from './comparison-report.ts'
import type { ReportTexts } from './comparison-report.ts'
import { compareTexts } from './texts.ts'

const maxCached = 2

function nameOf(side: OfSide): string {
  return side.kind === 'file' ? `file ${side.fileId}` : `snapshot ${side.profileId} ${side.snapshotId}`
}

/**
 * The last comparisons are kept, as the page asks for their rows by the window. Failures: not-found (`snapshot`),
 * storage, refused for a file.
 */
export function createComparisonAnswers(documents: Documents) {
  const sides = createComparedDocuments(documents)
  const key = ({ left, right }: OfPair): string => `${nameOf(left)} ${nameOf(right)}`
  const changes = new LRUCache<string, Comparison, OfPair>({
    max: maxCached,
    memoMethod: (_key, _stale, { context: { left, right } }) =>
      compareConversations(sides.read(left), sides.read(right)),
  })
  const json = new LRUCache<string, JsonDiff, OfPair>({
    max: maxCached,
    memoMethod: (_key, _stale, { context: { left, right } }) =>
      compareJson(sides.read(left).rawText, sides.read(right).rawText),
  })
  const compared = (pair: OfPair): Comparison => changes.memo(key(pair), { context: pair })
  return {
    /** What a file tells of itself; fails when it cannot be compared. */
    comparedFile: sides.facts,
    comparison: compared,
    comparedText: ({ left, right, leftPath, rightPath }: OfPair & { leftPath: string; rightPath: string }) =>
      compareTexts(textAt(sides.read(left), leftPath), textAt(sides.read(right), rightPath)),
    comparedJson: ({ from, count, ...pair }: OfPair & { from: number; count: number }) =>
      json.memo(key(pair), { context: pair }).window(from, count),
    /** As Markdown. */
    comparisonReport: ({ left, right, ...texts }: OfPair & ReportTexts) =>
      comparisonReport(compared({ left, right }), { left: sides.read(left), right: sides.read(right), ...texts }),
  }
}
