/**
 * What main asks of the reader, the thread that holds conversations: it reads bodies from the database, parses them, and
 * answers only what a screen needs, so that main's own thread never sees megabytes.
 */
import type { ProfileId, SnapshotId } from '../../../shared/ids.ts'
import type { ConversationView, ItemsPage } from '../../../shared/model/conversation-view.ts'
import type { FoundId } from '../../../shared/model/find-ids.ts'
import type { RawForm, SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import type { LibrarySearch } from '../../../shared/schemas/library.ts'
import type { MediaRules } from '../../media/resolve-media-address.ts'
import type { NamedMediaList } from '../media/media-in-conversation.ts'
import type { NamedAddress } from '../../media/media-store.ts'
import type { AnswerToParse, ParsedAnswer } from '../../service/parse-response.ts'
import type { CheckResult } from '../checks/run-checks.ts'
import type { CheckSetting } from '../checks/subject.ts'
import type { ExportForm } from '../export/export-file.ts'
import type { ComparisonRequests } from '../compare/comparisons.ts'
import type { SnapshotBody } from '../../store/snapshot-body.ts'
import type { NewSnapshot } from '../../store/snapshots-repository.ts'
import type { OfSnapshot } from '../document-store.ts'
import type { ItemsWanted } from '../items.ts'
import type { RawMatches, RawRows, RawRun } from '../raw-rows.ts'
import type { IndexStep } from '../search/indexer.ts'

/** A snapshot in one of its forms. */
export interface OfForm extends OfSnapshot {
  readonly form: RawForm
}

/** Every request: what goes in and what comes out, both made of plain values. */
export interface ReaderRequests extends ComparisonRequests {
  /** A large answer of the service, which nobody has kept yet. */
  readonly parseResponse: { readonly input: AnswerToParse; readonly output: ParsedAnswer }
  readonly view: { readonly input: OfSnapshot & { readonly rules: MediaRules }; readonly output: ConversationView }
  /** Keeps a large body. Failures: storage. */
  readonly save: {
    readonly input: { readonly snapshot: NewSnapshot; readonly body: SnapshotBody }
    readonly output: SnapshotSummary
  }
  /** The ids of conversations in a text of up to megabytes. */
  readonly findIds: { readonly input: { readonly text: string }; readonly output: readonly FoundId[] }
  /** The ids of sessions in a text of up to megabytes. */
  readonly findSessionIds: { readonly input: { readonly text: string }; readonly output: readonly FoundId[] }
  /** Some milliseconds of indexing snapshots that were written without their texts. Failures: storage. */
  readonly indexStep: { readonly input: Readonly<Record<string, never>>; readonly output: IndexStep }
  readonly search: {
    readonly input: { readonly profileId: ProfileId; readonly search: string }
    readonly output: LibrarySearch
  }
  /** Whether two snapshots of a profile say the same of their conversation. */
  readonly isSameContent: {
    readonly input: { readonly profileId: ProfileId; readonly left: SnapshotId; readonly right: SnapshotId }
    readonly output: boolean
  }
  readonly items: { readonly input: OfSnapshot & ItemsWanted; readonly output: ItemsPage }
  /** The value at a path, whole. Failures: not-found. */
  readonly text: { readonly input: OfSnapshot & { readonly path: string }; readonly output: string }
  readonly rawRows: { readonly input: OfForm & RawRun; readonly output: RawRows }
  readonly findRaw: { readonly input: OfForm & { readonly search: string }; readonly output: RawMatches }
  readonly rawText: { readonly input: OfForm; readonly output: string }
  /** The bytes of an exported file. */
  readonly file: { readonly input: OfSnapshot & { readonly wanted: ExportForm }; readonly output: Uint8Array }
  readonly checks: { readonly input: OfSnapshot & CheckSetting; readonly output: CheckResult }
  /** The address of media at a path; null where none stands. */
  readonly mediaAt: { readonly input: OfSnapshot & { readonly path: string }; readonly output: NamedAddress | null }
  readonly mediaIn: { readonly input: OfSnapshot & { readonly max: number }; readonly output: NamedMediaList }
}

/** Name of a request. */
export type ReaderRequest = keyof ReaderRequests

/** What a request takes. */
export type ReaderInput<Name extends ReaderRequest> = ReaderRequests[Name]['input']

/** What a request gives. */
export type ReaderOutput<Name extends ReaderRequest> = ReaderRequests[Name]['output']
