/** Erases what belonged to a deleted profile, in every place it is kept; each step may be done again after a crash. */
import type { DatabaseSync } from 'node:sqlite'
import type { DailyBackups } from '../store/backup/daily-backups.ts'
import type { ConversationCore } from '../conversations/handlers.ts'
import type { PracticeHost } from '../desktop/practice.ts'
import type { Jobs } from '../creations/creations.ts'
import type { Log } from '../lib/log.ts'
import type { Eraser } from '../profiles/remove-profile.ts'
import { contentsOf, emptyLog, eraseInCopies, eraseRows } from '../store/erase-profile.ts'
import type { SubmissionLog } from '../store/submission-log.ts'
import type { Settings } from '../store/settings.ts'

/** Where a profile's data are, and who works on them. */
export interface EraserDeps {
  readonly database: DatabaseSync
  /** The file of `database`; copies of it are beside it. */
  readonly file: string
  readonly settings: Pick<Settings, 'read'>
  readonly jobs: Pick<Jobs, 'end' | 'removeImages'>
  readonly conversationCore: Pick<ConversationCore, 'reader' | 'indexing'>
  readonly practice: Pick<PracticeHost, 'erase'>
  readonly submissions: Pick<SubmissionLog, 'erase'>
  readonly backups: Pick<DailyBackups, 'without'>
  /** `cleared` resolves when what worked for profiles that no window shows any more has ended. */
  readonly workspaces: { readonly cleared: () => Promise<void> }
  /** Pieces of memory, in which the profile's secret may stand. Failures: storage. */
  readonly removeCrashDumps: () => void
  readonly log: Log
}

export function createEraser(deps: EraserDeps): Eraser {
  const { database, file, jobs, conversationCore, log } = deps
  return {
    contents: (id) => contentsOf(database, id),
    end: jobs.end,
    erase: async (id) => {
      await deps.workspaces.cleared()
      await deps.backups.without(async () => {
        eraseRows(database, id)
        eraseInCopies(file, id, log)
        deps.submissions.erase(id)
        // The reader has answered, so that it holds nothing of the log any more.
        await conversationCore.reader.ask('renewIndex', {})
        emptyLog(database)
      })
      conversationCore.indexing.schedule()
      await jobs.removeImages()
      const hasPractice = deps.settings.read().profiles.some(({ kind }) => kind === 'practice')
      if (!hasPractice) await deps.practice.erase()
      deps.removeCrashDumps()
    },
  }
}
