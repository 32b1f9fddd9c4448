/** Every step of the database's schema, oldest first; a new one is added at the end and never changed once released. */
import type { Migration } from './migrate.ts'
import { avatars } from './migrations/001-avatars.ts'
import { observations } from './migrations/002-observations.ts'
import { presets } from './migrations/003-presets.ts'
import { preparation } from './migrations/004-preparation.ts'
import { toldBatches } from './migrations/005-told-batches.ts'
import { history } from './migrations/006-history.ts'
import { unfinishedDrops } from './migrations/007-unfinished-drops.ts'
import { library } from './migrations/008-library.ts'
import { controlRoom } from './migrations/009-control-room.ts'
import { acts } from './migrations/010-acts.ts'
import { programVersions } from './migrations/011-program-versions.ts'
import { search } from './migrations/012-search.ts'
import { createdAgain } from './migrations/013-created-again.ts'
import { unsaved } from './migrations/014-unsaved.ts'
import { creationActs } from './migrations/015-creation-acts.ts'
import { queueAccounts } from './migrations/016-queue-accounts.ts'
import { foldedJobs } from './migrations/017-folded-jobs.ts'
import { heldCounts } from './migrations/019-held-counts.ts'
import { proposedSessions } from './migrations/022-proposed-sessions.ts'

const steps = {
  avatars,
  observations,
  presets,
  preparation,
  toldBatches,
  history,
  unfinishedDrops,
  library,
  controlRoom,
  acts,
  programVersions,
  search,
  createdAgain,
  unsaved,
  creationActs,
  queueAccounts,
  foldedJobs,
  heldCounts,
  proposedSessions,
}

export const migrations: readonly Migration[] = Object.entries(steps).map(([name, sql]) => ({ name, sql }))
