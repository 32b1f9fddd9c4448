/**
 * Counts of a month for the benchmark of sessions: `<folder> <rounds>`. Prints as a line of JSON how long reading
 * charts, writing counts and removing old ones take, in milliseconds, with fifty applications and with one.
 */
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { systemClock } from '../../../src/main/lib/clock.ts'
import type { Log } from '../../../src/main/lib/log.ts'
import { createSeriesReader } from '../../../src/main/sessions/concurrency/series.ts'
import { openDatabase } from '../../../src/main/store/database.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { createSpansRepository, createSamplesRepository } from '../../../src/main/store/samples-repository.ts'
import { appId, profileId } from '../../../src/shared/schemas/ids.ts'
import { profile as profileSchema } from '../../../src/shared/schemas/profile.ts'
import { seriesRange } from '../../../src/shared/schemas/session.ts'
import { createScriptedService } from '../../support/scripted-service.ts'

const [folder = '', rounds = '5'] = process.argv.slice(2)
const log: Log = { info: () => undefined, warn: () => undefined, error: () => 'none' }
const now = Date.now()
const hourMs = 3_600_000
const rowsAtOnce = 500
const id = profileId.parse('bench')

// Readings each 15 s for 2 days, minutes for 14, quarter hours for 30; in order of arrival, all applications in turn.
const readingsSql = `
  INSERT INTO concurrency_samples (profile_id, app_id, at, corporate_id, total, yours, holds_until)
  WITH RECURSIVE
    apps(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM apps WHERE n + 1 < :applications),
    steps(at) AS (SELECT :from UNION ALL SELECT at + 15000 FROM steps WHERE at + 15000 < :to)
  SELECT 'bench', 'app-' || n, at, '1003645', (at / 15000 + n) % 37, (at / 15000 + n) % 5, at + 45000
  FROM steps, apps ORDER BY at`
const spansSql = `
  INSERT INTO concurrency_spans (profile_id, app_id, width_ms, starts_at, first_at, last_at, holds_until, readings,
    total_min, total_max, total_last, yours_min, yours_max, yours_last)
  WITH RECURSIVE
    apps(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM apps WHERE n + 1 < :applications),
    steps(at) AS (SELECT :from / :width * :width UNION ALL SELECT at + :width FROM steps WHERE at + :width < :to)
  SELECT 'bench', 'app-' || n, :width, at, at, at + :width - 15000, at + :width + 30000, :width / 15000,
    (at / :width + n) % 7, (at / :width + n) % 7 + 30, (at / :width + n) % 37, 0, 4, (at / :width + n) % 5
  FROM steps, apps ORDER BY at`

function filled(name: string, applications: number): DatabaseSync {
  const { database } = openDatabase({ file: path.join(folder, `${name}.db`), migrations, clock: systemClock, log })
  const dayMs = 24 * hourMs
  database.exec('BEGIN')
  database.prepare(readingsSql).run({ applications, from: now - 2 * dayMs, to: now })
  const spans = database.prepare(spansSql)
  spans.run({ applications, from: now - 14 * dayMs, to: now, width: 60_000 })
  spans.run({ applications, from: now - 30 * dayMs, to: now, width: 900_000 })
  database.exec('COMMIT')
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return database
}

function measured(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

// Nothing is requested from the service here.
const { client } = createScriptedService(systemClock)
const profile = profileSchema.parse({
  id,
  kind: 'service',
  createdAt: 0,
  name: 'Bench',
  baseUrl: 'https://bench.invalid/v2',
  authentication: { kind: 'access-token' },
  applications: [],
  mediaBaseUrl: '',
  durationUnit: 'unknown',
  protection: 'open',
  colour: 'teal',
})

/** One of the two databases, with the operations on it. */
function subjectOf(name: string, applications: number) {
  const database = filled(name, applications)
  const samples = createSamplesRepository(database)
  const reader = createSeriesReader({
    database,
    repositories: { spans: createSpansRepository(database, samples) },
    current: () => ({ profile, client }),
    clock: { ...systemClock, now: () => now },
  })
  let written = now
  return {
    database,
    read: (range: (typeof seriesRange.options)[number], application: number) =>
      measured(() => reader.read(appId.parse(`app-${String(application % applications)}`), range)),
    write: (application: number) =>
      measured(() => {
        const app = appId.parse(`app-${String(application % applications)}`)
        samples.addConcurrency(id, { appId: app, at: (written += 300), corporateId: 'c', total: 3, yours: 1 }, 45_000)
        samples.flush()
      }),
    /** One batch; null when there was nothing left. */
    prune: (): { readonly rows: number; readonly ms: number } | null => {
      let rows = 0
      const ms = measured(() => (rows = samples.pruneConcurrency(now + hourMs, rowsAtOnce)))
      return rows === 0 ? null : { rows, ms }
    },
  }
}

const subjects = { one: subjectOf('one', 1), fifty: subjectOf('fifty', 50) }
type Name = keyof typeof subjects
const names: readonly Name[] = ['one', 'fifty']
const ranges = seriesRange.options
const times = {
  read: Object.fromEntries(ranges.map((range) => [range, { one: [] as number[], fifty: [] as number[] }])),
  first: { one: subjects.one.read('month', 0), fifty: subjects.fifty.read('month', 49) },
  write: { one: [] as number[], fifty: [] as number[] },
  prune: { one: [] as number[], fifty: [] as number[] },
  rows: { one: 0, fifty: 0 },
  megabytes: { one: 0, fifty: 0 },
}

for (let round = 0; round < Number(rounds) * 20; round += 1) {
  for (const name of round % 2 === 0 ? names : names.toReversed()) {
    for (const range of ranges) times.read[range]?.[name].push(subjects[name].read(range, round))
    for (let application = 0; application < 5; application += 1)
      times.write[name].push(subjects[name].write(application))
  }
}
for (const name of names) {
  const { database, prune } = subjects[name]
  const size = database.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').get()
  times.megabytes[name] = Number(size?.['bytes']) / 1e6
  for (let bite = prune(); bite !== null; bite = prune()) {
    times.prune[name].push(bite.ms)
    times.rows[name] += bite.rows
  }
}
process.stdout.write(JSON.stringify(times))
