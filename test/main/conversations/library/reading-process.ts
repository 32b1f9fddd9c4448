/** Reads what is planned in a database, fast, and says after each read how much it has asked; until it is killed. */
import { randomUUID } from 'node:crypto'
import { systemClock } from '../../../../src/main/lib/clock.ts'
import { createSaveSnapshot } from '../../../../src/main/conversations/save-snapshot.ts'
import { createLibraryHandlers } from '../../../../src/main/conversations/library/handlers.ts'
import { createHandedFiles } from '../../../../src/main/files/handed-files.ts'
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
const library = createLibraryHandlers({
  ...{ database, clock, log, reader, random: () => 0.5, current: () => open, exchanges: { read: () => undefined } },
  files: createHandedFiles({ clock }),
  journal: { noteAfter: () => undefined },
  indexing: { schedule: () => undefined },
  saveSnapshot: createSaveSnapshot({ repositories, randomId: randomUUID, log }, reader),
  summary: () => {
    throw new Error('Not part of this test')
  },
  emit: (name) => {
    if (name === 'plannedReads.changed') process.stdout.write(`asked ${String(service.asked.length)}\n`)
  },
})
library.follow()
setInterval(() => undefined, 1_000)
