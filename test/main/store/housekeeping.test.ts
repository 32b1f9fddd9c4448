import { describe, expect, it } from 'vitest'
import { createHousekeeping } from '../../../src/main/store/housekeeping.ts'
import { appId, profileId } from '../../../src/shared/schemas/ids.ts'
import { setStage } from '../../support/subjects.ts'

const lobby = appId.parse('lobby')
const hourMs = 3_600_000

function setUp() {
  const stage = setStage()
  stage.database.exec('PRAGMA synchronous = OFF')
  const housekeeping = createHousekeeping(stage)
  const add = (at: number) =>
    stage.samples.addConcurrency(
      profileId.parse('p1'),
      { appId: lobby, at, corporateId: null, total: 1, yours: 1 },
      45_000,
    )
  const readings = () => {
    stage.samples.flush()
    return Number(stage.database.prepare('SELECT count(*) AS count FROM concurrency_samples').get()?.['count'])
  }
  return { ...stage, housekeeping, add, readings }
}

describe('housekeeping', () => {
  it('removes old counts a minute after the start, in small batches, and then each hour', async () => {
    const { housekeeping, add, readings, clock } = setUp()
    for (let index = 0; index < 1_500; index += 1) add(clock.now() - 60 * hourMs + index * 1_000)
    add(clock.now() - 47.5 * hourMs)
    await clock.pass(hourMs)
    expect(readings()).toBe(1_501)
    housekeeping.start()
    await clock.pass(59_999)
    expect(readings()).toBe(1_501)
    await clock.pass(1)
    expect(readings()).toBe(1_001)
    await clock.pass(150)
    expect(readings()).toBe(0)
  })

  it('removes newly expired data an hour later, and nothing once it is disposed of', async () => {
    const { housekeeping, add, readings, clock } = setUp()
    add(clock.now() - 47.5 * hourMs)
    housekeeping.start()
    await clock.pass(60_000)
    expect(readings()).toBe(1)
    await clock.pass(hourMs)
    expect(readings()).toBe(0)
    add(clock.now() - 60 * hourMs)
    housekeeping.dispose()
    await clock.pass(2 * hourMs)
    expect(readings()).toBe(1)
    expect(clock.waiting()).toBe(0)
  })

  it('tries again after an hour when the database refuses', async () => {
    const { housekeeping, add, readings, clock, database, logged } = setUp()
    add(clock.now() - 60 * hourMs)
    database.exec('PRAGMA query_only = ON')
    housekeeping.start()
    await clock.pass(60_000)
    expect(logged).toEqual([expect.stringContaining('removing old rows')])
    database.exec('PRAGMA query_only = OFF')
    await clock.pass(hourMs)
    expect(readings()).toBe(0)
  })
})
