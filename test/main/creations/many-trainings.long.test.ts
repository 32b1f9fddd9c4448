/** Many trainings together: the request rate, and whether each training gets its turn. */
import { describe, expect, it } from 'vitest'
import { confirm, copyJob, jobsNow, nap, otherProfile, setAvatarStage } from './stage.ts'

const minute = 60_000

describe('hundreds of trainings', () => {
  const many = async (count: number) => {
    const stage = await setAvatarStage()
    await confirm(stage)
    copyJob(stage, count - 1)
    const at: number[] = []
    stage.script.poll = () => {
      at.push(stage.clock.now())
      return Promise.resolve({ status: 0, step: 'preparing' })
    }
    await stage.restart()
    return { stage, at }
  }
  const maxPerMinute = (at: readonly number[]): number =>
    Math.max(...at.map((from) => at.filter((time) => time >= from && time < from + minute).length))

  it('are polled at most 600 times in any minute, and each of them in its turn', async () => {
    const { stage, at } = await many(700)
    await stage.clock.pass(2 * minute)
    expect(maxPerMinute(at)).toBeLessThanOrEqual(600)
    expect(at.length).toBeGreaterThan(1_000)
    const counts = Map.groupBy(stage.polls, (task) => task)
    expect(counts.size).toBe(700)
    const times = [...counts.values()].map(({ length }) => length)
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(2)
  })

  it('are polled evenly once the first burst is over, and in turn however often they are rescheduled', async () => {
    const { stage, at } = await many(650)
    await stage.clock.pass(minute)
    const [first, polls] = [at.length, stage.polls.length]
    for (let second = 0; second < 75; second += 1) {
      stage.jobs.setAttended(second % 2 === 0)
      if (second % 10 === 0) nap(stage)
      await stage.clock.pass(1_000)
    }
    expect(new Set(stage.polls.slice(polls)).size).toBe(650)
    const perSecond = Map.groupBy(at.slice(first), (time) => Math.floor(time / 1_000))
    expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThanOrEqual(20)
  })

  it('of one profile do not delay those of a different one', async () => {
    const { stage } = await many(1_000)
    await stage.clock.pass(30_000)
    stage.profiles.set(otherProfile.id, otherProfile)
    const own = stage.current()
    stage.open({ profile: otherProfile, client: stage.client })
    await confirm(stage)
    const [theirs = expect.fail()] = await jobsNow(stage)
    stage.open(own)
    const polls = stage.polls.length
    await stage.clock.pass(10_000)
    expect(stage.polls.slice(polls).filter((task) => task === theirs.taskId).length).toBeGreaterThanOrEqual(2)
  })

  it('continue unchanged when the clock is set back', async () => {
    const { stage, at } = await many(700)
    await stage.clock.pass(minute)
    stage.clock.set(stage.clock.now() - 40 * 24 * 60 * minute)
    const before = at.length
    await stage.clock.pass(minute)
    expect(at.length - before).toBeGreaterThan(500)
    expect(at.length - before).toBeLessThanOrEqual(650)
  })
})
