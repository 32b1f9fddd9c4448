import { describe, expect, it } from 'vitest'
import type { TaskId } from '../../../src/shared/ids.ts'
import { acceptOnFullDisk, confirm, jobNow, rest, setAvatarStage, states, taskOf } from './stage.ts'

describe('quitting', () => {
  // Would catch a paid avatar that comes back as "Outcome unknown" because its answer was still in flight at the end.
  it('waits for the answers to its requests, records them, and sends nothing more', async () => {
    const stage = await setAvatarStage()
    const inFlight: ((task: TaskId) => void)[] = []
    stage.script.create = () => new Promise((resolve) => inFlight.push(resolve))
    const ids = await confirm(stage, 3)
    let isOver = false
    const over = stage.quit().then(() => {
      isOver = true
    })
    inFlight[0]?.(taskOf(1))
    await rest()
    expect(isOver).toBe(false)
    inFlight[1]?.(taskOf(2))
    await over
    expect(stage.created).toHaveLength(2)
    await stage.restart()
    expect(await states(stage)).toEqual(['submitting', 'training', 'training'])
    expect(await jobNow(stage, ids[0])).toMatchObject({ taskId: taskOf(1) })
    expect(stage.created).toHaveLength(3)
  })

  it('waits for nothing when nothing was sent', async () => {
    const stage = await setAvatarStage()
    await confirm(stage)
    await expect(stage.quit()).resolves.toBeUndefined()
  })

  it('repeats refused writes a last time', async () => {
    const stage = await setAvatarStage()
    acceptOnFullDisk(stage)
    const [id] = await confirm(stage)
    stage.database.exec('PRAGMA query_only = OFF')
    await stage.quit()
    await stage.restart()
    expect(await jobNow(stage, id)).toMatchObject({ state: 'training', taskId: taskOf(1) })
  })
})
