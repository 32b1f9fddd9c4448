/**
 * A separate process for `database.test.ts`: opens the database in the given folder and writes rows endlessly, printing
 * the number of each row once its transaction is committed. Ends with the failure's reason when a write fails.
 */
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { openDatabase } from '../../../src/main/store/database.ts'
import { storing } from '../../../src/main/store/storage-failure.ts'
import { FailureError } from '../../../src/shared/failure.ts'

const folder = process.argv[2] ?? ''
const log = { info: () => undefined, warn: () => undefined, error: () => 'none' }

try {
  const { database } = openDatabase({
    file: join(folder, 'greenroom.db'),
    migrations: [
      {
        name: 'rows',
        sql: 'CREATE TABLE row (id INTEGER PRIMARY KEY, half TEXT NOT NULL, text TEXT NOT NULL)',
      },
    ],
    clock: systemClock,
    log,
  })
  const insert = database.prepare('INSERT INTO row (half, text) VALUES (?, ?)')
  for (let id = 1; ; id += 1) {
    storing(() => {
      database.exec('BEGIN IMMEDIATE')
      insert.run('first', 'x'.repeat(4_000))
      insert.run('second', 'x'.repeat(4_000))
      database.exec('COMMIT')
    })
    writeSync(1, `committed ${String(id * 2)}\n`)
  }
} catch (error) {
  if (!(error instanceof FailureError) || error.failure.kind !== 'storage') throw error
  writeSync(1, `storage ${error.failure.reason}\n`)
}
