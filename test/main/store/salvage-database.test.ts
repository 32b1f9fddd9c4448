import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/store/database.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { salvageDatabase, salvagedJobsRest } from '../../../src/main/store/salvage-database.ts'
import { listeningLog, scratchFolder, tickingClock } from './scratch.ts'

const fields = JSON.stringify({ voice: 'Echo' })

function opened(file: string) {
  return openDatabase({ file, migrations, clock: tickingClock(), log: listeningLog() }).database
}

// Would catch one flipped byte that costs everything else in the file.
it('a row whose content is damaged is lost alone', () => {
  const folder = scratchFolder()
  const file = path.join(folder, 'damaged.db')
  const database = opened(file)
  const add = database.prepare(`
    INSERT INTO jobs (id, profile_id, created_at, file_name, fields, state, state_since, refund)
    VALUES (?, 'p1', 8, '', ?, 'failed', 8, ?)`)
  for (const id of ['j1', 'j2', 'j3']) add.run(id, fields, JSON.stringify({ state: 'awaited', before: id }))
  database.close()
  const bytes = readFileSync(file)
  const at = bytes.indexOf('{"state":"awaited","before":"j2"}')
  expect(at).toBeGreaterThan(0)
  bytes[at] = 0x5a
  writeFileSync(file, bytes)

  const into = opened(path.join(folder, 'new.db'))
  const log = listeningLog()
  expect(salvageDatabase({ file, into, afterwards: salvagedJobsRest, log })).toEqual({
    rows: 2,
    copy: null,
    missing: 0,
  })
  expect(into.prepare('SELECT id FROM jobs ORDER BY seq').all()).toMatchObject([{ id: 'j1' }, { id: 'j3' }])
  expect(log.lines.join('\n')).toContain('a row of jobs does not fit')
  into.close()
})

it('a job that waits without the image it had is not sent without it', () => {
  const folder = scratchFolder()
  const file = path.join(folder, 'damaged.db')
  const image = 'a'.repeat(64)
  const database = opened(file)
  database.exec(`
    INSERT INTO images (id, type, width, height, bytes) VALUES ('${image}', 'jpeg', 9, 16, 100);
    INSERT INTO jobs (id, profile_id, created_at, file_name, image_id, original_id, fields, state, state_since)
      VALUES ('j1', 'p1', 8, '', '${image}', '${image}', '${fields}', 'waiting', 8);
    PRAGMA foreign_keys = OFF;
    DELETE FROM images`)
  database.close()
  const into = opened(path.join(folder, 'new.db'))
  salvageDatabase({ file, into, afterwards: salvagedJobsRest, log: listeningLog() })
  expect(into.prepare('SELECT state, image_id FROM jobs').all()).toMatchObject([{ state: 'rejected', image_id: null }])
  into.close()
})
