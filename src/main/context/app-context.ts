/** The objects that exist once in main and are shared by all its parts. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Repositories } from '../store/repositories.ts'
import type { Settings } from '../store/settings.ts'
import type { SubmissionLog } from '../store/submission-log.ts'
import type { FileContents } from '../store/data-files.ts'
import type { Journal } from './journal.ts'

/**
 * Asks for a path and writes the file; null when cancelled. Failures: storage (`full`), refused (`file-not-written`).
 */
export type SaveFile = (suggestedName: string, contents: FileContents) => Promise<string | null>

/** Made once by app/app-context.ts. */
export interface AppContext {
  readonly dataFolder: string
  readonly database: DatabaseSync
  readonly repositories: Repositories
  readonly settings: Settings
  readonly submissions: SubmissionLog
  readonly journal: Journal
  readonly clock: Clock
  /** A number from 0 to below 1. */
  readonly random: () => number
  /** Returns an unguessable text of letters, digits and hyphens. */
  readonly randomId: () => string
  readonly log: Log
  /** Verifies that a person stands behind a command, by a press or a native dialog, before the command runs. */
  readonly person: PersonCheck
  readonly saveFile: SaveFile
  readonly findProfile: (id: ProfileId) => Profile | null
  /** Emits to all windows. */
  readonly emit: Emit
}
