/** Clocks that jump by a day, and two windows on the same drafts: neither changes what is sent. */
import { describe, expect, it } from 'vitest'
import type { DraftId, TaskId, TicketId } from '../../../src/shared/ids.ts'
import { ticketId } from '../../../src/shared/schemas/ids.ts'
import {
  confirm,
  context,
  failureOf,
  fields,
  jobNow,
  lostAnswer,
  noJob,
  rest,
  setAvatarStage,
  states,
  taskOf,
} from './stage.ts'

const day = 24 * 60 * 60_000
const minute = 60_000
const noTicket = ticketId.parse('none')

describe.each([
  ['forward', day],
  ['back', -day],
])('a clock that jumps %s by a day', (_direction, jump) => {
  it('while a creation is in flight: its answer counts, and nothing is sent again', async () => {
    const stage = await setAvatarStage()
    const answers: ((task: TaskId) => void)[] = []
    stage.script.create = () => new Promise((resolve) => answers.push(resolve))
    const [id] = await confirm(stage, 3)
    stage.clock.set(stage.clock.now() + jump)
    await stage.clock.pass(10 * minute)
    expect(stage.created).toHaveLength(2)
    for (const [place, answer] of answers.entries()) answer(taskOf(place + 1))
    await rest()
    answers[2]?.(taskOf(3))
    await rest()
    expect(await states(stage)).toEqual(['training', 'training', 'training'])
    // The clock's time is stored unchanged: an operator compares it with the service's own records.
    expect((await jobNow(stage, id)).stateSince).toBe(stage.clock.now())
    await stage.clock.pass(10 * minute)
    await stage.restart()
    expect(stage.created).toHaveLength(3)
  })

  it('while the outcome is unknown: the evidence is gathered, and nothing is sent again', async () => {
    const stage = await setAvatarStage()
    stage.script.create = async () => {
      stage.clock.set(stage.clock.now() + jump)
      await Promise.resolve()
      throw lostAnswer
    }
    const [id] = await confirm(stage)
    await stage.clock.pass(10 * minute)
    expect(await jobNow(stage, id)).toMatchObject({
      state: 'unknown',
      evidence: { balanceBefore: { avatarCreationsLeft: 37 }, balanceAfter: { avatarCreationsLeft: 37 } },
    })
    await stage.restart()
    await stage.clock.pass(10 * minute)
    expect(stage.created).toHaveLength(1)
  })

  it('while it trains: polled again within minutes, at most once a second, and its end is seen', async () => {
    const stage = await setAvatarStage()
    const [id] = await confirm(stage)
    await stage.clock.pass(minute)
    const before = stage.polls.length
    stage.clock.set(stage.clock.now() + jump)
    await stage.clock.pass(3 * minute)
    expect(stage.polls.length).toBeGreaterThan(before)
    expect(stage.polls.length).toBeLessThan(before + 180)
    stage.script.poll = () => Promise.resolve({ status: 2, step: 'done' })
    await stage.clock.pass(3 * minute)
    expect(await jobNow(stage, id)).toMatchObject({ state: 'ready', taskId: taskOf(1) })
    expect(stage.created).toHaveLength(1)
  })

  it('between opening and confirming: a confirmation from a different day does not permit sending', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    await handlers['creator.setShared'](fields, context)
    const { id } = await handlers['draft.addWithoutImage']({}, context)
    const { ticket } = await handlers['creation.open']({ kind: 'drafts', draftIds: [id] }, context)
    stage.clock.set(stage.clock.now() + jump)
    expect(await failureOf(() => handlers['creation.confirm']({ ticket }, context))).toMatchObject({ kind: 'refused' })
    await stage.clock.pass(minute)
    expect(stage.created).toHaveLength(0)
    expect((await handlers['creator.read']({}, context)).drafts).toHaveLength(1)
  })
})

describe('two windows on the same drafts', () => {
  it('only the first confirmation counts; the second is refused, and each draft is sent once', async () => {
    const stage = await setAvatarStage()
    const { handlers } = stage.jobs
    await handlers['creator.setShared'](fields, context)
    const draftIds: DraftId[] = []
    while (draftIds.length < 3) draftIds.push((await handlers['draft.addWithoutImage']({}, context)).id)
    const windows = [{ windowId: 7 }, { windowId: 8 }]
    const tickets: TicketId[] = []
    for (const window of windows) {
      tickets.push((await handlers['creation.open']({ kind: 'drafts', draftIds }, window)).ticket)
    }
    const confirmed = await Promise.allSettled(
      windows.map(async (window, place) =>
        handlers['creation.confirm']({ ticket: tickets[place] ?? noTicket }, window),
      ),
    )
    await rest()
    await stage.clock.pass(minute)
    expect(confirmed.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(stage.created.map(({ name }) => name)).toEqual(['1', '2', '3'])
    expect(await states(stage)).toHaveLength(3)
  })

  it('the same job tried again from both is created once more, not twice', async () => {
    const stage = await setAvatarStage()
    stage.script.create = () => Promise.reject(lostAnswer)
    const [jobId] = await confirm(stage)
    stage.script.create = (_input, place) => Promise.resolve(taskOf(place))
    const { handlers } = stage.jobs
    const source = { kind: 'jobs' as const, jobIds: [jobId ?? noJob] }
    const [one, other] = [{ windowId: 7 }, { windowId: 8 }]
    const first = await handlers['creation.open'](source, one)
    const second = await handlers['creation.open'](source, other)
    await handlers['creation.confirm']({ ticket: first.ticket }, one)
    expect(await failureOf(() => handlers['creation.confirm']({ ticket: second.ticket }, other))).toMatchObject({
      kind: 'refused',
    })
    await rest()
    expect(stage.created).toHaveLength(2)
  })
})
