/** Erases what belonged to a deleted profile, in every place it is kept; each step may be done again after a crash. */
import type { ProgramContext } from './app-context.ts'
import type { ConversationCore } from '../conversations/core.ts'
import type { PracticeHost } from '../desktop/practice.ts'
import type { Creations } from '../creations/creations.ts'
import type { Eraser } from '../profiles/profile-parts.ts'
import { contentsOf, emptyLog, eraseInCopies, eraseRows } from '../store/erase-profile.ts'

/** Where a profile's data are, and who works on them. */
/** Who works on a profile's data. */
interface EraserParts {
  readonly jobs: Pick<Creations, 'end' | 'removeImages'>
  readonly conversationCore: Pick<ConversationCore, 'reader' | 'indexing'>
  readonly practice: Pick<PracticeHost, 'erase'>
  /** `cleared` resolves when what worked for profiles that no window shows any more has ended. */
  readonly workspaces: { readonly cleared: () => Promise<void> }
  /** Pieces of memory, in which the profile's secret may stand. Failures: storage. */
  readonly removeCrashDumps: () => void
}

export function createEraser(context: ProgramContext, parts: EraserParts): Eraser {
  const { database, databaseFile, backups, submissions, settings, log } = context
  const { jobs, conversationCore, practice, workspaces, removeCrashDumps } = parts
  return {
    contents: (id) => contentsOf(database, id),
    end: jobs.end,
    erase: async (id) => {
      await workspaces.cleared()
      await backups.without(async () => {
        eraseRows(database, id)
        eraseInCopies(databaseFile, id, log)
        submissions.erase(id)
        // What the reader does at this moment ends first, so that it holds nothing of the log any more.
        await conversationCore.reader.ask('findIds', { text: '' })
        emptyLog(database)
      })
      conversationCore.indexing.schedule()
      await jobs.removeImages()
      const hasPractice = settings.read().profiles.some(({ kind }) => kind === 'practice')
      if (!hasPractice) await practice.erase()
      removeCrashDumps()
    },
  }
}
