/**
 * Run by Electron's own Node on the database of an app that has ended: `<database> <profile id> <work>`, the work as
 * JSON of `PastData`. It writes data that a test cannot wait for, and changes that only somebody with the file can
 * make.
 */
import { systemClock } from '../../src/main/lib/clock.ts'
import type { Log } from '../../src/main/lib/log.ts'
import { createAccountSamplesRepository } from '../../src/main/store/samples-repository.ts'
import { openDatabase } from '../../src/main/store/database.ts'
import { createKnownSessionsRepository } from '../../src/main/store/inbox-repository.ts'
import { migrations } from '../../src/main/store/migrations.ts'
import { appId, profileId, sessionId } from '../../src/shared/schemas/ids.ts'

/** The data to write; every part is optional. */
export interface PastData {
  /** Sessions of an application that became known `minutesAgo` minutes ago. */
  readonly known?: { readonly appId: string; readonly sessionIds: readonly string[]; readonly minutesAgo: number }
  /** Balances read every five minutes of the last hour: they start `spent` above `left` and fall evenly to it. */
  readonly balances?: { readonly left: number; readonly spent: number; readonly durationLeft: number }
  /** Changes the target of a journal entry outside the program. */
  readonly alteredEntry?: number
}

const minuteMs = 60_000
const readings = 12

const [file = '', profile = '', work = '{}'] = process.argv.slice(2)
const { known, balances, alteredEntry } = JSON.parse(work) as PastData
const owner = profileId.parse(profile)
const now = Date.now()

const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (message, cause) => {
    throw new Error(message, { cause })
  },
}

const { database } = openDatabase({ file, migrations, clock: systemClock, log })
if (known !== undefined) {
  createKnownSessionsRepository(database).add(
    owner,
    known.sessionIds.map((id) => sessionId.parse(id)),
    {
      appId: appId.parse(known.appId),
      source: { kind: 'paste', name: null },
      at: now - known.minutesAgo * minuteMs,
    },
  )
}
if (balances !== undefined) {
  const samples = createAccountSamplesRepository(database)
  for (let n = readings - 1; n > 0; n -= 1) {
    const avatarCreationsLeft = balances.left + Math.round((balances.spent * n) / readings)
    const at = now - n * 5 * minuteMs
    samples.add(owner, { at, avatarCreationsLeft, durationLeft: balances.durationLeft + n * 300 })
  }
}
if (alteredEntry !== undefined) {
  database.exec('DROP TRIGGER activity_is_never_changed')
  database.prepare('UPDATE activity SET target = ? WHERE id = ?').run('somebody else', alteredEntry)
}
database.close()
