/** The reader's answers on comparisons. */
import { isUtf8 } from 'node:buffer'
import { LRUCache } from 'lru-cache'
import type { Documents, OfSnapshot, ConversationDocument } from '../document.ts'
import { textAt } from '../values.ts'
import { compareConversations } from './changes.ts'
import { comparisonReport } from './comparison-report.ts'
import type { ReportTexts } from './comparison-report.ts'
import { compareJson, compareTexts } from './texts.ts'
import { refusal } from '../../../shared/failure.ts'
import { membersByParent, nameOf } from '../../../shared/model/conversation-fields.ts'
import type { ComparedFileId } from '../../../shared/ids.ts'
import { markedEncoding } from '../../files/plain-text.ts'
import { truncate } from '../../lib/truncate.ts'
import { factsOf, maxNameLength } from '../../service/operations.ts'
import { readJson } from '../../service/json.ts'
import { memberOf, readDocument, textIn } from '../document.ts'

const maxCached = 2

function keyOf(side: OfSide): string {
  return side.kind === 'file' ? `file ${side.fileId}` : `snapshot ${side.profileId} ${side.snapshotId}`
}

/** The last ones are kept, as the page asks for rows by the window. Failures: not-found (`snapshot`), storage, refused. */
export function createComparisonAnswers(documents: Documents) {
  const files = new LRUCache<ComparedFileId, ConversationDocument, OfFile>({
    max: maxCached,
    memoMethod: (_id, _stale, { context }) => parsed(context),
  })
  const ofFile = (file: OfFile): ConversationDocument => files.memo(file.fileId, { context: file })
  const read = (side: OfSide): ConversationDocument => (side.kind === 'file' ? ofFile(side) : documents.read(side))
  const cached = <Value extends object>(
    compare: (left: ConversationDocument, right: ConversationDocument) => Value,
  ) => {
    const made = new LRUCache<string, Value, OfPair>({
      max: maxCached,
      memoMethod: (_key, _stale, { context: { left, right } }) => compare(read(left), read(right)),
    })
    return (pair: OfPair): Value => made.memo(`${keyOf(pair.left)} ${keyOf(pair.right)}`, { context: pair })
  }
  const comparison = cached(compareConversations)
  const json = cached((left, right) => compareJson(left.rawText, right.rawText))
  return {
    /** Failures: refused (`not-json`, `json-unusable`, `not-a-conversation`). */
    comparedFile: (file: OfFile) => {
      const { data } = ofFile(file)
      const id = textIn(data, 'id')
      return { name: factsOf(data).name, conversationId: id === null ? null : truncate(id, maxNameLength) }
    },
    comparison,
    comparedText: ({ left, right, leftPath, rightPath }: OfPair & { leftPath: string; rightPath: string }) =>
      compareTexts(textAt(read(left), leftPath), textAt(read(right), rightPath)),
    comparedJson: ({ from, count, ...pair }: OfPair & { from: number; count: number }) =>
      json(pair).window(from, count),
    comparisonReport: ({ left, right, ...texts }: OfPair & ReportTexts) =>
      comparisonReport(comparison({ left, right }), { left: read(left), right: read(right), ...texts }),
  }
}

/** The bytes are in memory that both threads share: whenever the reader starts anew, they are there. */
export interface OfFile {
  readonly fileId: ComparedFileId
  readonly fileName: string
  readonly bytes: Uint8Array
}

export type OfSide = ({ readonly kind: 'snapshot' } & OfSnapshot) | ({ readonly kind: 'file' } & OfFile)

export interface OfPair {
  readonly left: OfSide
  readonly right: OfSide
}

/** The answer in a file; its data alone is put into an envelope, so that paths are those of an answer. */
function parsed(file: OfFile): ConversationDocument {
  // A copy, because a decoder takes no memory that another thread could write to.
  const bytes = new Uint8Array(file.bytes)
  const encoding = markedEncoding(bytes)
  // Of an older code page: its signs would read as changed.
  if (encoding === 'utf-8' && !isUtf8(bytes)) throw refusal('json-unusable', 'it is not UTF-8')
  const rawText = new TextDecoder(encoding).decode(bytes)
  const read = readJson(rawText)
  if (read.kind === 'unusable') throw refusal('json-unusable', read.problem)
  if (read.kind !== 'json') throw refusal('not-json', file.fileName)
  const wrapped = memberOf(read.value, 'data')
  const data = wrapped === undefined ? read.value : wrapped
  // Any other JSON would read as a conversation of which all is gone.
  const isOne = membersByParent.get('')?.some((member) => memberOf(data, nameOf(member)) !== undefined) === true
  if (!isOne) throw refusal('not-a-conversation', file.fileName)
  return readDocument(wrapped === undefined ? `{"data":${rawText}}` : rawText)
}
