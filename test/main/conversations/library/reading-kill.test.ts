import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../../src/main/store/database.ts'
import { createLibraryRepository } from '../../../../src/main/store/library-repository.ts'
import { migrations } from '../../../../src/main/store/migrations.ts'
import { createPlannedReadsRepository } from '../../../../src/main/store/planned-reads-repository.ts'
import { ended, line, listeningLog, scratchFolder, startScript, tickingClock } from '../../store/scratch.ts'
import { firstProfile, idOf } from './stage.ts'

const script = '../conversations/library/reading-process.ts'
const ids = Array.from({ length: 30 }, (_, at) => idOf(String(at)))

it('planned reads survive being killed, and each id is read', async () => {
  const file = join(scratchFolder(), 'greenroom.db')
  const open = () => openDatabase({ file, migrations, clock: tickingClock(), log: listeningLog() }).database
  const before = open()
  createPlannedReadsRepository(before).plan(firstProfile, ids, 1)
  before.close()

  const first = startScript(script, [file])
  await line(first, /^asked 9$/)
  first.kill('SIGKILL')
  await ended(first)
  const between = open()
  const { waiting, done } = createPlannedReadsRepository(between).read(firstProfile)
  expect(waiting + done).toBe(ids.length)
  expect(done).toBeGreaterThanOrEqual(8)
  expect(waiting).toBeGreaterThan(0)
  between.close()

  const last = startScript(script, [file])
  await line(last, new RegExp(`^asked ${String(waiting)}$`))
  last.kill('SIGKILL')
  await ended(last)
  const after = open()
  expect(createPlannedReadsRepository(after).read(firstProfile)).toMatchObject({
    waiting: 0,
    done: ids.length,
    failed: [],
  })
  expect(createLibraryRepository(after).overview(firstProfile).counts).toMatchObject({ all: 30, unread: 0 })
  after.close()
})
