/** Reads what is planned in a database, fast, and says after each read how much it has asked; until it is killed. */
import { randomUUID } from 'node:crypto'
import { systemClock } from '../../../../src/main/lib/clock.ts'
import { createSaveSnapshot } from '../../../../src/main/conversations/core.ts'
import { createLibraryHandlers } from '../../../../src/main/conversations/library/handlers.ts'
import { createHandedFiles } from '../../../../src/main/files/handed-files.ts'
import type { ProfileContext } from '../../../../src/main/context/profile-context.ts'
import { openDatabase } from '../../../../src/main/store/database.ts'
import { migrations } from '../../../../src/main/store/migrations.ts'
import { createRepositories } from '../../../../src/main/store/repositories.ts'
import { createNearReader } from '../../../support/near-reader.ts'
import { createScriptedService } from '../../../support/scripted-service.ts'
import { profileOf } from '../../../support/subjects.ts'

const file = process.argv[2] ?? ''
const log = { info: () => undefined, warn: () => undefined, error: () => 'log-1' }
// A second passes in 20 ms.
const clock = { now: () => Date.now(), after: (ms: number, run: () => void) => systemClock.after(ms / 50, run) }
const { database } = openDatabase({ file, migrations, clock, log })
const service = createScriptedService(clock)
const open = { profile: profileOf(), client: service.client }
const reader = createNearReader(file)
const repositories = createRepositories(database, log)
const context = {
  database,
  repositories,
  clock,
  log,
  randomId: randomUUID,
  random: () => 0.5,
  current: () => open,
  journal: { noteAfter: () => undefined },
  emit: (name: string) => {
    if (name === 'plannedReads.changed') process.stdout.write(`asked ${String(service.asked.length)}\n`)
  },
  // The boundary: the library asks for no more of the context.
} as unknown as ProfileContext
const saveSnapshot = createSaveSnapshot(context, reader)
const library = createLibraryHandlers(
  context,
  { reader, saveSnapshot, indexing: { schedule: () => undefined, dispose: () => Promise.resolve() } },
  createHandedFiles({ clock }),
)
library.follow()
setInterval(() => undefined, 1_000)
