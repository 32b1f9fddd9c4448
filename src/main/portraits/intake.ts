/** Takes files in one by one: what is refused is named with its reason and does not stop the others. */
import { FailureError } from '../../shared/failure.ts'
import type { RefusedFile } from '../../shared/schemas/avatar.ts'
import type { DraftRecord } from '../store/drafts-repository.ts'

/** An intake of some files; `records` and `refused` grow as it goes on. */
export interface Intake {
  readonly records: readonly DraftRecord[]
  readonly refused: RefusedFile[]
  /** Does the work; an expected failure refuses the file, a mistake of the program is thrown. */
  readonly attempt: (fileName: string, work: () => Promise<void>) => Promise<void>
  /** Attempts to add a draft. */
  readonly take: (fileName: string, add: () => Promise<DraftRecord>) => Promise<void>
}

/** Begins an intake. */
export function createIntake(): Intake {
  const records: DraftRecord[] = []
  const refused: RefusedFile[] = []
  const attempt = async (fileName: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      refused.push({ fileName, failure: error.failure })
    }
  }
  return {
    records,
    refused,
    attempt,
    take: (fileName, add) =>
      attempt(fileName, async () => {
        records.push(await add())
      }),
  }
}
