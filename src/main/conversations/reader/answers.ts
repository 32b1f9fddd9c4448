/** The reader's answers, by request; each runs on the reader's thread. */
import { buildView } from '../view.ts'
import type { Documents } from './documents.ts'
import type { ReaderInput, ReaderOutput, ReaderRequest } from './requests.ts'

/** What answers are made from. */
export interface ReaderTools {
  readonly documents: Documents
}

/** One function per request; throws `FailureError` for an expected failure. */
export type ReaderAnswers = {
  readonly [Name in ReaderRequest]: (input: ReaderInput<Name>) => ReaderOutput<Name> | Promise<ReaderOutput<Name>>
}

/** Gives the answers. */
export function createReaderAnswers({ documents }: ReaderTools): ReaderAnswers {
  return {
    view: ({ rules, ...of }) => buildView(documents.read(of), rules),
  }
}
