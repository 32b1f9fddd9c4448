/** What main asks of the reader's thread, which answers only what a screen needs: main's own never sees megabytes. */
import type { ProfileId, SnapshotId } from '../../../shared/ids.ts'
import { findIds } from '../../../shared/model/find-ids.ts'
import type { RawForm } from '../../../shared/schemas/conversation.ts'
import type { MediaRules } from '../../media/resolve-media-address.ts'
import { parseAnswer } from '../../service/parse-response.ts'
import type { AnswerToParse, ParsedAnswer } from '../../service/parse-response.ts'
import { compressedBody } from '../../store/snapshot-body.ts'
import type { SnapshotBody } from '../../store/snapshot-body.ts'
import type { NewSnapshot } from '../../store/snapshots-repository.ts'
import { mediaAt, mediaIn } from '../media/media-in-conversation.ts'
import { runChecks } from '../checks/run-checks.ts'
import type { CheckSetting } from '../checks/subject.ts'
import { exportFile } from '../export/conversation-report.ts'
import type { ExportForm } from '../export/conversation-report.ts'
import { createComparisonAnswers } from '../compare/comparisons.ts'
import { isSame } from '../compare/changes.ts'
import { itemsPage } from '../items.ts'
import type { ItemsWanted } from '../items.ts'
import { findInRaw, rawRows, rawText } from '../raw-rows.ts'
import type { RawRun } from '../raw-rows.ts'
import type { Find } from '../search/find.ts'
import { textAt } from '../values.ts'
import { buildView } from '../view.ts'
import type { Documents, OfSnapshot } from '../document.ts'
import { DatabaseSync } from 'node:sqlite'
import { createSnapshotsRepository } from '../../store/snapshots-repository.ts'
import { storing } from '../../store/storage-failure.ts'
import { createIndexer, textsWith } from '../search/indexer.ts'
import { pathOfExcerpt } from '../search/path-of-excerpt.ts'

// There is time here to pack what will be kept.
function parseAndCompress(given: AnswerToParse): ParsedAnswer {
  const parsed = parseAnswer(given)
  if (parsed.kind === 'refused') return parsed
  const { value } = parsed
  if (typeof value !== 'object' || value === null || !('body' in value)) return parsed
  return { ...parsed, value: { ...value, body: compressedBody(value.body.bytes) } }
}

interface OfForm extends OfSnapshot {
  readonly form: RawForm
}

/** Requests and answers are plain values. Throws `FailureError` for an expected failure. */
export function createReaderAnswers(
  documents: Documents,
  { save, indexStep }: Pick<ReturnType<typeof createBodyWriter>, 'save' | 'indexStep'>,
  find: Find,
) {
  return {
    ...createComparisonAnswers(documents),
    /** A large answer of the service, which nobody has kept yet. */
    parseResponse: parseAndCompress,
    view: (of: OfSnapshot & { readonly rules: MediaRules }) => buildView(documents.read(of), of.rules),
    /** Keeps a large body. Failures: storage. */
    save,
    findIds: ({ text }: { readonly text: string }) => findIds(text, 'conversation'),
    findSessionIds: ({ text }: { readonly text: string }) => findIds(text, 'session'),
    /** Failures: storage. */
    indexStep,
    search: ({ profileId, search }: { readonly profileId: ProfileId; readonly search: string }) =>
      find(profileId, search),
    isSameContent: ({ profileId, left, right }: { profileId: ProfileId; left: SnapshotId; right: SnapshotId }) =>
      isSame(documents.read({ profileId, snapshotId: left }), documents.read({ profileId, snapshotId: right })),
    items: (wanted: OfSnapshot & ItemsWanted) => itemsPage(documents.read(wanted), wanted),
    /** Failures: not-found. */
    text: (of: OfSnapshot & { readonly path: string }) => textAt(documents.read(of), of.path),
    pathOfExcerpt: (of: OfSnapshot & { readonly excerpt: string }) =>
      pathOfExcerpt(documents.read(of).data, 'data', of.excerpt),
    rawRows: (of: OfForm & RawRun) => rawRows(documents.read(of), of.form, of),
    findRaw: (of: OfForm & { readonly search: string }) => findInRaw(documents.read(of), of.form, of.search),
    rawText: (of: OfForm) => rawText(documents.read(of), of.form),
    file: (of: OfSnapshot & { readonly wanted: ExportForm }) => exportFile(documents, of, of.wanted),
    checks: (of: OfSnapshot & CheckSetting) => runChecks(documents.read(of), of),
    mediaAt: (of: OfSnapshot & { readonly path: string }) => mediaAt(documents.read(of), of.path),
    mediaIn: (of: OfSnapshot & { readonly max: number }) => mediaIn(documents.read(of), of.max),
  }
}

type Made = ReturnType<typeof createReaderAnswers>

export type ReaderRequest = keyof Made
export type ReaderInput<Name extends ReaderRequest> = Parameters<Made[Name]>[0]
export type ReaderOutput<Name extends ReaderRequest> = ReturnType<Made[Name]>

/** As they are made, for those who ask by any name. */
export type ReaderAnswers = {
  readonly [Name in ReaderRequest]: (input: ReaderInput<Name>) => ReaderOutput<Name>
}

/** A writer with a connection of its own, opened by the first call: nothing else here may write. Failures: storage. */
export function createBodyWriter(databaseFile: string, documents: Documents) {
  const open = () => {
    const database = new DatabaseSync(databaseFile, { timeout: 2_000 })
    // As of main's own connection: these are settings of a connection, not of the file.
    database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON')
    return { database, snapshots: createSnapshotsRepository(database), step: createIndexer(database, documents) }
  }
  let opened: ReturnType<typeof open> | null = null
  const get = () => (opened ??= open())

  return {
    save: ({ snapshot, body }: { readonly snapshot: NewSnapshot; readonly body: SnapshotBody }) =>
      storing(() => get().snapshots.add(snapshot, body, textsWith(snapshot.conversationId, body))),
    indexStep: () => storing(() => get().step()),
    close: (): void => {
      opened?.database.close()
    },
  }
}
