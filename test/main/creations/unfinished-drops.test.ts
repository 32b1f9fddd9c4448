/** What the next start can report about files that were in progress when Greenroom ended. */
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { noticesOf } from '../../../src/main/app/stored.ts'
import { createDropCount } from '../../../src/main/portraits/intake.ts'
import type { FileHandle } from '../../../src/shared/ids.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { pngFile } from '../../support/hostile/png-file.ts'
import { listeningLog } from '../store/scratch.ts'
import { add, drop, write } from './drop.ts'
import { context, otherProfile, setAvatarStage } from './stage.ts'
import type { AvatarStage } from './stage.ts'

const image = (width: number) => pngFile({ width, height: 16 })

const files = (stage: AvatarStage, ...names: readonly string[]) =>
  drop(stage, ...names.map((name, index) => write(stage, name, image(16 + index))))

// In a different window than `add`.
const addElsewhere = ({ jobs }: AvatarStage, handles: FileHandle[], remaining: number) =>
  jobs.handlers['draft.add']({ handles, remaining }, { windowId: context.windowId + 1 })

const left = ({ jobs }: AvatarStage) => jobs.unfinishedDrops.list()

// Every count in the order of its writes, with the number of drafts at that time.
function watched(stage: AvatarStage): readonly string[] {
  const seen: string[] = []
  const count = (): number => Number(stage.database.prepare('SELECT count(*) AS n FROM drafts').get()?.['n'])
  stage.database.function('seen_count', (number) => {
    seen.push(`${String(count())} here, ${String(number)} to come`)
    return null
  })
  stage.database.exec(`
    CREATE TEMP TRIGGER counted AFTER INSERT ON unfinished_drops BEGIN SELECT seen_count(NEW.files); END;
    CREATE TEMP TRIGGER recounted AFTER UPDATE ON unfinished_drops BEGIN SELECT seen_count(NEW.files); END`)
  return seen
}

describe('a drop interrupted by the end of the process', () => {
  it('between two batches is reported by the next start with the remaining files', async () => {
    const stage = await setAvatarStage()
    await add(stage, files(stage, '1.png', '2.png'), 12)
    await stage.restart()
    expect(left(stage)).toEqual([{ profileId: 'p1', files: 12 }])
    const database = { quarantinedAs: null, restoredFrom: null }
    expect(noticesOf({ settingsFile: null, database, drops: left(stage) })).toEqual([
      { id: 'drop-p1', kind: 'drop-unfinished', profileId: 'p1', count: 12 },
    ])
  })

  it('in the middle of a batch or of a folder is counted file by file', async () => {
    const stage = await setAvatarStage()
    const seen = watched(stage)
    const single = files(stage, '1.png')
    for (const [index, name] of ['2.png', '3.png', '4.png'].entries()) write(stage, `batch/${name}`, image(30 + index))
    const folder = path.dirname(write(stage, 'batch/4.png', image(32)))
    await add(stage, [...single, ...drop(stage, folder)], 5)
    expect(seen).toEqual([
      '0 here, 7 to come',
      '0 here, 7 to come',
      '1 here, 8 to come',
      '2 here, 7 to come',
      '3 here, 6 to come',
      '4 here, 5 to come',
    ])
  })

  // Would catch a count that a different window's drop overwrites, or removes when it ends.
  it('is reported together with the remaining files of a different window for the same profile', async () => {
    const stage = await setAvatarStage()
    await add(stage, files(stage, '1.png'), 12)
    await addElsewhere(stage, files(stage, '2.png'), 5)
    expect(left(stage)).toEqual([{ profileId: 'p1', files: 17 }])
    await addElsewhere(stage, files(stage, '3.png'), 0)
    expect(left(stage)).toEqual([{ profileId: 'p1', files: 12 }])
    await add(stage, files(stage, '4.png'))
    expect(left(stage)).toEqual([])
  })

  it('is reported even when a window on a different profile drops files too', async () => {
    const stage = await setAvatarStage()
    await add(stage, files(stage, '1.png'), 12)
    stage.open({ profile: otherProfile, client: stage.client })
    await addElsewhere(stage, files(stage, '2.png'), 5)
    expect(left(stage)).toEqual([
      { profileId: 'p1', files: 12 },
      { profileId: 'p2', files: 5 },
    ])
  })

  it('is forgotten on demand', async () => {
    const stage = await setAvatarStage()
    await add(stage, files(stage, '1.png'), 3)
    const [cut] = left(stage)
    if (cut !== undefined) stage.jobs.unfinishedDrops.forget(cut.profileId)
    // Would catch a count that comes back with a different window's drop.
    await addElsewhere(stage, files(stage, '2.png'), 0)
    await stage.restart()
    expect(left(stage)).toEqual([])
  })
})

describe('nothing is reported', () => {
  it('about a completed drop, refused files included', async () => {
    const stage = await setAvatarStage()
    await add(stage, files(stage, '1.png'), 2)
    await add(stage, [...files(stage, '2.png'), ...drop(stage, write(stage, 'notes.txt', 'text'))])
    await stage.restart()
    expect(left(stage)).toEqual([])
  })

  it('about a drop that ended with a failure: the page has reported it', async () => {
    const stage = await setAvatarStage()
    const handles = files(stage, '1.png', '2.png')
    await add(stage, handles.slice(0, 1), 9)
    // A bug of the program, which is not the fault of one file.
    stage.database.function('fail_here', () => {
      throw new TypeError('not thought of')
    })
    stage.database.exec('CREATE TEMP TRIGGER mistaken AFTER INSERT ON drafts BEGIN SELECT fail_here(); END')
    await expect(add(stage, handles.slice(1), 8)).rejects.toThrow()
    expect(left(stage)).toEqual([])
  })

  it('about a profile that was left while the drop continued in a different one', async () => {
    const stage = await setAvatarStage()
    await add(stage, files(stage, '1.png'), 4)
    stage.open({ profile: otherProfile, client: stage.client })
    await add(stage, files(stage, '2.png'), 3)
    expect(left(stage)).toEqual([{ profileId: 'p2', files: 3 }])
  })
})

it('a count that the disk refuses is logged, and stops nothing', () => {
  const log = listeningLog()
  const rows = {
    list: () => [],
    set: () => new DatabaseSync(':memory:').exec('UPDATE unfinished_drops SET files = 1'),
  }
  const count = createDropCount(rows, log)
  count.toCome(1, { profileId: profileId.parse('p1'), files: 3 })
  expect(log.lines).toEqual(['the remaining files of a drop could not be stored'])
})
