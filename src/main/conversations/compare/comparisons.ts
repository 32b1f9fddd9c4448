/** The reader's answers on comparisons, each made on the reader's thread. */
import { LRUCache } from 'lru-cache'
import type { Comparison, JsonComparison, TextComparison } from '../../../shared/schemas/conversation.ts'
import type { Documents } from '../document-store.ts'
import { textAt } from '../values.ts'
import { compareConversations } from './changes.ts'
import { createComparedDocuments } from './compared-documents.ts'
import type { FileFacts, OfFile, OfPair, OfSide } from './compared-documents.ts'
import { compareJson } from './json-diff.ts'
import type { JsonDiff } from './json-diff.ts'
import { comparisonReport } from './comparison-report.ts'
import type { ReportTexts } from './comparison-report.ts'
import { compareTexts } from './texts.ts'

/** What main asks of comparisons: a row per request, as in `ReaderRequests`. */
export interface ComparisonRequests {
  /** What a file tells of itself; fails when it cannot be compared. */
  readonly comparedFile: { readonly input: OfFile; readonly output: FileFacts }
  readonly comparison: { readonly input: OfPair; readonly output: Comparison }
  readonly comparedText: {
    readonly input: OfPair & { readonly leftPath: string; readonly rightPath: string }
    readonly output: TextComparison
  }
  readonly comparedJson: {
    readonly input: OfPair & { readonly from: number; readonly count: number }
    readonly output: JsonComparison
  }
  /** As Markdown. */
  readonly comparisonReport: { readonly input: OfPair & ReportTexts; readonly output: string }
}

/** One function per request. Failures: not-found (`snapshot`), storage, refused for a file. */
export type ComparisonAnswers = {
  readonly [Name in keyof ComparisonRequests]: (
    input: ComparisonRequests[Name]['input'],
  ) => ComparisonRequests[Name]['output']
}

const maxCached = 2

function nameOf(side: OfSide): string {
  return side.kind === 'file' ? `file ${side.fileId}` : `snapshot ${side.profileId} ${side.snapshotId}`
}

/** Gives the answers; the last comparisons are kept, as the page asks for their rows by the window. */
export function createComparisonAnswers(documents: Documents): ComparisonAnswers {
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
    comparedFile: sides.facts,
    comparison: compared,
    comparedText: ({ left, right, leftPath, rightPath }) =>
      compareTexts(textAt(sides.read(left), leftPath), textAt(sides.read(right), rightPath)),
    comparedJson: ({ from, count, ...pair }) => json.memo(key(pair), { context: pair }).window(from, count),
    comparisonReport: ({ left, right, ...texts }) =>
      comparisonReport(compared({ left, right }), { left: sides.read(left), right: sides.read(right), ...texts }),
  }
}
