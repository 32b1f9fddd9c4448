import { describe, expect, it } from 'vitest'
import { createPersonCheck } from '../../../src/main/ipc/user-gesture.ts'
import type { Question } from '../../../src/main/ipc/user-gesture.ts'
import { refusal } from '../../../src/shared/failure.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const create: Question = { kind: 'create', profileName: 'Main hall', count: 12 }
const close: Question = { kind: 'close', profileName: 'Main hall', count: 1 }
const unconfirmed = refusal('not-confirmed')

function setUp(agrees = false) {
  const clock = createManualClock()
  const pressedAt = new Map<number, number>()
  const dialogs: { readonly windowId: number; readonly question: Question }[] = []
  const answers: { answer: () => Promise<boolean> } = { answer: () => Promise.resolve(agrees) }
  const person = createPersonCheck(
    clock,
    (windowId) => pressedAt.get(windowId) ?? null,
    (windowId, question, signal) => {
      dialogs.push({ windowId, question })
      const closed = new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)))
      return Promise.race([answers.answer(), closed])
    },
  )
  const press = (windowId = 1): void => void pressedAt.set(windowId, clock.now())
  return { clock, person, press, dialogs, answers }
}

type Stage = ReturnType<typeof setUp>

describe('redeeming', () => {
  it('accepts a press in the same window within a second, without a question', async () => {
    const { person, press, clock, dialogs } = setUp()
    press()
    await clock.pass(999)
    await person.redeem(1, create)
    expect(dialogs).toEqual([])
  })

  it.each<[string, (stage: Stage) => unknown]>([
    ['nothing was pressed', () => undefined],
    [
      'the press is a second old',
      async ({ press, clock }) => {
        press()
        await clock.pass(1_000)
      },
    ],
    ['another window was pressed', ({ press }) => press(2)],
    [
      'the clock was set back after the press',
      ({ press, clock }) => {
        press()
        clock.set(clock.now() - 1)
      },
    ],
    [
      'the press has redeemed another ticket',
      async ({ press, person }) => {
        press()
        await person.redeem(1, close)
      },
    ],
    [
      'the press has redeemed another ticket, and another window was pressed since',
      async ({ press, person }) => {
        press()
        await person.redeem(1, close)
        press(2)
        await person.redeem(2, close)
      },
    ],
  ])('asks natively, with main’s facts, when %s', async (_when, prepare) => {
    const refusing = setUp()
    await prepare(refusing)
    await expect(refusing.person.redeem(1, create)).rejects.toThrow(unconfirmed)
    expect(refusing.dialogs).toEqual([{ windowId: 1, question: create }])
    const agreeing = setUp(true)
    await prepare(agreeing)
    await expect(agreeing.person.redeem(1, create)).resolves.toBeUndefined()
  })

  it.each([
    ['creations', create, 30],
    ['closings', close, 30],
    ['windows', { kind: 'open-window' } as const, 10],
  ])('asks natively beyond the limit of %s per window and minute', async (_what, question, most) => {
    const { person, press, clock, dialogs } = setUp(true)
    const redeem = async (windowId = 1): Promise<void> => {
      await clock.pass(1)
      press(windowId)
      await person.redeem(windowId, question)
    }
    for (let n = 0; n < most; n += 1) await redeem()
    await redeem(2)
    expect(dialogs).toEqual([])
    await redeem()
    expect(dialogs).toHaveLength(1)
    await clock.pass(60_000)
    await redeem()
    expect(dialogs).toHaveLength(1)
  })

  it('counts both kinds of closing together, and creations separately', async () => {
    const { person, press, clock, dialogs } = setUp(true)
    const redeem = async (question: Question): Promise<void> => {
      await clock.pass(1)
      press()
      await person.redeem(1, question)
    }
    const closeAll: Question = { kind: 'close-all', profileName: 'Main hall', application: 'Lobby', count: 4 }
    for (let n = 0; n < 15; n += 1) for (const question of [create, close, closeAll, create]) await redeem(question)
    expect(dialogs).toEqual([])
    for (const question of [create, close, closeAll]) await redeem(question)
    expect(dialogs.map(({ question }) => question.kind)).toEqual(['create', 'close', 'close-all'])
  })

  it('opens one dialog at a time per window, and closes an unanswered one after a minute', async () => {
    const { person, dialogs, answers, clock } = setUp()
    answers.answer = () => new Promise(() => undefined)
    const first = person.redeem(1, create)
    await expect(person.redeem(1, create)).rejects.toThrow(unconfirmed)
    expect(dialogs).toHaveLength(1)
    const ended = expect(first).rejects.toThrow(unconfirmed)
    await clock.pass(60_000)
    await ended
    answers.answer = () => Promise.resolve(true)
    await person.redeem(1, create)
  })
})

describe('a gesture', () => {
  const fetch: Question = { kind: 'fetch', host: 'pictures.example' }

  it('covers several calls, as one drop has several images; so does one agreement', async () => {
    const { person, press, clock, dialogs } = setUp(true)
    press()
    await person.gesture(1, fetch)
    await person.gesture(1, fetch)
    expect(dialogs).toEqual([])
    await clock.pass(1_000)
    await person.gesture(1, fetch)
    await clock.pass(9_999)
    await person.gesture(1, fetch)
    expect(dialogs).toHaveLength(1)
    await clock.pass(1)
    await person.gesture(1, fetch)
    expect(dialogs).toHaveLength(2)
  })

  // Would catch a script whose first call is declined, and whose second succeeds because of the question.
  it('does not follow from a declined dialog, nor from an agreement in a different window', async () => {
    const declining = setUp()
    await expect(declining.person.gesture(1, fetch)).rejects.toThrow(unconfirmed)
    await expect(declining.person.gesture(1, fetch)).rejects.toThrow(unconfirmed)
    expect(declining.dialogs).toHaveLength(2)
    const agreeing = setUp(true)
    await agreeing.person.gesture(1, fetch)
    await agreeing.person.gesture(2, fetch)
    expect(agreeing.dialogs.map(({ windowId }) => windowId)).toEqual([1, 2])
  })
})

it('some questions are always asked, press or not', async () => {
  const { person, press } = setUp()
  press()
  const lower: Question = { kind: 'lower-protection', profileName: 'Main hall', from: 'confirm', to: 'open' }
  await expect(person.ask(1, lower)).rejects.toThrow(unconfirmed)
})
