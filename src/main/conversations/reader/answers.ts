/** The reader's answers, by request; each runs on the reader's thread. */
import { findIds } from '../../../shared/model/find-ids.ts'
import { parseAnswer } from '../../service/parse-response.ts'
import type { AnswerToParse, ParsedAnswer } from '../../service/parse-response.ts'
import { compressedBody } from '../../store/snapshot-body.ts'
import { mediaAt, mediaIn } from '../media/media-in-conversation.ts'
import { runChecks } from '../checks/run-checks.ts'
import { exportFile } from '../export/export-file.ts'
import { createComparisonAnswers } from '../compare/comparisons.ts'
import { isSame } from '../compare/same-value.ts'
import { itemsPage } from '../items.ts'
import { findInRaw, rawRows, rawText } from '../raw-rows.ts'
import type { Find } from '../search/find.ts'
import { textAt } from '../values.ts'
import { buildView } from '../view.ts'
import type { BodyWriter } from './body-writer.ts'
import type { Documents } from '../document-store.ts'
import type { ReaderInput, ReaderOutput, ReaderRequest } from './requests.ts'

/** What answers are made from. */
export interface ReaderTools {
  readonly documents: Documents
  readonly bodies: Pick<BodyWriter, 'save' | 'indexStep'>
  readonly find: Find
}

/** One function per request; throws `FailureError` for an expected failure. */
export type ReaderAnswers = {
  readonly [Name in ReaderRequest]: (input: ReaderInput<Name>) => ReaderOutput<Name> | Promise<ReaderOutput<Name>>
}

// There is time here to pack what will be kept.
function parseAndCompress(given: AnswerToParse): ParsedAnswer {
  const parsed = parseAnswer(given)
  if (parsed.kind === 'refused') return parsed
  const { value } = parsed
  if (typeof value !== 'object' || value === null || !('body' in value)) return parsed
  return { ...parsed, value: { ...value, body: compressedBody(value.body.bytes) } }
}

export function createReaderAnswers({ documents, find, bodies }: ReaderTools): ReaderAnswers {
  return {
    ...createComparisonAnswers(documents),
    parseResponse: parseAndCompress,
    view: ({ rules, ...of }) => buildView(documents.read(of), rules),
    save: ({ snapshot, body }) => bodies.save(snapshot, body),
    findIds: ({ text }) => findIds(text, 'conversation'),
    findSessionIds: ({ text }) => findIds(text, 'session'),
    indexStep: bodies.indexStep,
    search: ({ profileId, search }) => find(profileId, search),
    isSameContent: ({ profileId, left, right }) =>
      isSame(documents.read({ profileId, snapshotId: left }), documents.read({ profileId, snapshotId: right })),
    items: ({ profileId, snapshotId, ...wanted }) => itemsPage(documents.read({ profileId, snapshotId }), wanted),
    text: ({ path, ...of }) => textAt(documents.read(of), path),
    rawRows: ({ form, from, count, ...of }) => rawRows(documents.read(of), form, { from, count }),
    findRaw: ({ form, search, ...of }) => findInRaw(documents.read(of), form, search),
    rawText: ({ form, ...of }) => rawText(documents.read(of), form),
    file: ({ wanted, ...of }) => exportFile(documents, of, wanted),
    checks: ({ profileId, snapshotId, ...setting }) => runChecks(documents.read({ profileId, snapshotId }), setting),
    mediaAt: ({ path, ...of }) => mediaAt(documents.read(of), path),
    mediaIn: ({ max, ...of }) => mediaIn(documents.read(of), max),
  }
}
