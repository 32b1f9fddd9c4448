/**
 * Whatever operators, windows, clocks and networks do in whatever order: each confirmed close is sent at most once, and
 * nothing is sent without a confirmation. The model knows only the rules of confirmations.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../src/shared/failure.ts'
import { assertNever, isServiceFailure } from '../../../src/shared/failure.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'
import { settle } from '../../support/manual-clock.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { profileOf } from '../../support/subjects.ts'
import { setClosingStage } from '../../support/close-stage.ts'

const sessions = ['s-1', 's-2', 's-3'] as const
const window = fc.constantFrom(1, 2)

const mostly = fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) })

const always = <const Value>(value: Value) => fc.constant(value)

const opening = fc.oneof(
  { weight: 2, arbitrary: fc.record({ way: always('session.close'), names: fc.tuple(fc.constantFrom(...sessions)) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      way: always('session.closeMany'),
      names: fc.uniqueArray(fc.constantFrom(...sessions), { minLength: 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ way: always('session.closeAll'), names: fc.tuple(always('lobby')) }) },
)

const step = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.tuple(opening, window).map(([of, at]) => ({ kind: 'open' as const, window: at, ...of })),
  },
  // The newest ticket, or a previous one: replayed, late, in a different window, mistyped.
  {
    weight: 8,
    arbitrary: fc.record({
      kind: always('confirm'),
      isOwnWindow: mostly,
      back: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat({ max: 3 }) }),
      isTrue: mostly,
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: always('pass'), ms: fc.constantFrom(0, 500, 1_000, 5_000, 31_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: always('set-clock'), by: fc.constantFrom(-60_000, -1, 15_000, 3_600_000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: always('switch'),
      // Notified or not, because main reads the profile again at the last moment.
      isNotified: fc.boolean(),
      to: fc.constantFrom('first', 'second', 'saved', 'read-only', 'none'),
    }),
  },
  // Sooner or later an operator returns to a profile in which something can be done.
  { weight: 1, arbitrary: always({ kind: 'switch', isNotified: true, to: 'first' }) },
  { weight: 1, arbitrary: fc.record({ kind: always('rest'), isAsleep: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: always('token'), isRefused: fc.boolean() }) },
  { weight: 1, arbitrary: always({ kind: 'leave' }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: always('service'), does: fc.constantFrom('answer', 'hang', 'lose', 'refuse') }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A confirmation as the model sees it. */
interface Ticket {
  readonly id: string
  readonly way: 'session.close' | 'session.closeMany' | 'session.closeAll'
  readonly window: number
  readonly names: readonly string[]
  /** Its position in the order of openings and requests. */
  readonly openedAt: number
  readonly time: number
  /** The profile, the client and the workspace in which it was opened. */
  readonly era: string
  /** Number of times that main accepted it. */
  accepted: number
  readonly unspent: Set<string>
}

function setWalk() {
  const stage = setClosingStage()
  const tickets: Ticket[] = []
  const lastSent = new Map<string, number>()
  const answers: Promise<unknown>[] = []
  const held: (() => void)[] = []
  const { client } = stage.current() ?? expect.fail()
  let order = 0
  let sent = 0
  let workspaces = 0
  let saves = 0
  let profile = 'first'
  const era = (): string => `${profile} ${workspaces}`
  let serviceDoes: 'answer' | 'hang' | 'lose' | 'refuse' = 'answer'
  // Confirmations that main is still processing: their requests can be sent before main answers.
  let asking: Ticket[] = []

  const onRequest = (name: string): void | Promise<void> => {
    order += 1
    const since = lastSent.get(name) ?? -1
    const ticket = [...asking, ...tickets.filter(({ accepted }) => accepted > 0)].find(
      ({ unspent, openedAt, era: then }) => unspent.has(name) && openedAt > since && then === era(),
    )
    // Sent without a confirmation, twice for one, or for one that was opened before the last request.
    if (ticket === undefined) throw new Error(`${name} was sent without a confirmation of its own`)
    ticket.unspent.delete(name)
    lastSent.set(name, order)
    sent += 1
    if (serviceDoes === 'lose') throw serviceFailure({ kind: 'connection-reset' }, { sent: 'maybe' })
    if (serviceDoes === 'refuse') throw serviceFailure({ kind: 'declined' }, { code: '2002' })
    if (serviceDoes === 'hang') return new Promise((resolve) => void held.push(resolve))
  }
  const broken: unknown[] = []
  const hear = (name: string): void | Promise<void> => {
    try {
      return onRequest(name)
    } catch (error) {
      if (error instanceof Error && error.message.includes('without a confirmation')) broken.push(error.message)
      throw error
    }
  }
  stage.service.script.stop = (id) => hear(id)
  stage.service.script.closeAll = (id) => hear(id)

  const open = async (way: Ticket['way'], windowId: number, names: readonly string[]): Promise<void> => {
    const [first = ''] = names
    order += 1
    const openedAt = order
    const [name, input] = {
      'session.close': ['session.openClose', { sessionId: first, appId: null }],
      'session.closeMany': ['session.openCloseMany', { sessionIds: names }],
      'session.closeAll': ['session.openCloseAll', { appId: first }],
    }[way]
    const result = await stage.dispatch(name, input, { windowId })
    if (!result.ok) return
    const { ticket: id } = result.value as { readonly ticket: string }
    const time = stage.clock.now()
    tickets.push({ id, way, window: windowId, names, openedAt, time, era: era(), accepted: 0, unspent: new Set(names) })
  }

  const check = (ticket: Ticket, result: Result<unknown>, wasValid: boolean): void => {
    asking = asking.filter((one) => one !== ticket)
    const isAccepted = result.ok || isServiceFailure(result.failure)
    if (!isAccepted) return
    ticket.accepted += 1
    if (!wasValid || ticket.accepted > 1) broken.push(['accepted', ticket, result])
  }

  const confirm = (ticket: Ticket, windowId: number, isTrue: boolean): void => {
    const ageMs = stage.clock.now() - ticket.time
    const isInTime = ageMs >= 0 && ageMs < (ticket.way === 'session.closeAll' ? 10_001 : 30_000)
    const isSame = windowId === ticket.window && ticket.era === era()
    const wasValid = isTrue && isSame && isInTime && ticket.accepted === 0
    const typed = isTrue ? { typedAppId: 'lobby', typed: '' } : { typedAppId: 'lobb', typed: 'x' }
    const word = ticket.way === 'session.closeAll' ? { typedAppId: typed.typedAppId } : { typed: typed.typed }
    if (wasValid) asking.push(ticket)
    const reply = stage.dispatch(ticket.way, { ticket: ticket.id, ...word }, { windowId })
    answers.push(reply.then((result) => check(ticket, result, wasValid)))
  }

  const confirmOneOf = ({ back, isOwnWindow, isTrue }: Extract<Step, { readonly kind: 'confirm' }>): void => {
    const ticket = tickets.at(-1 - back)
    if (ticket !== undefined) confirm(ticket, isOwnWindow ? ticket.window : 3 - ticket.window, isTrue)
  }

  const serve = (does: typeof serviceDoes): void => {
    serviceDoes = does
    if (does !== 'hang') for (const release of held.splice(0)) release()
  }

  const switchTo = ({ to, isNotified }: Extract<Step, { readonly kind: 'switch' }>): void => {
    if (to === 'saved') saves += 1
    profile = to === 'saved' ? `saved ${saves}` : to
    const profiles = {
      first: { profile: profileOf(), client },
      second: { profile: profileOf({ id: profileId.parse('p2') }), client },
      saved: { profile: profileOf(), client: { ...client } },
      'read-only': { profile: profileOf({ protection: 'read-only' }), client },
      none: null,
    } as const
    stage.open(profiles[to])
    if (isNotified) stage.activeProfiles.update()
  }

  const leave = (): void => {
    answers.push(stage.leave())
    workspaces += 1
    stage.beginAnew()
  }

  const walk = async (one: Step): Promise<void> => {
    switch (one.kind) {
      case 'open':
        await open(one.way, one.window, one.names)
        break
      case 'confirm':
        confirmOneOf(one)
        break
      case 'pass':
        await stage.clock.pass(one.ms)
        break
      case 'set-clock':
        stage.clock.set(stage.clock.now() + one.by)
        break
      case 'switch':
        switchTo(one)
        break
      case 'rest':
        stage.activeProfiles.setAsleep(one.isAsleep)
        break
      case 'token':
        stage.setTokenRefused(one.isRefused)
        break
      case 'leave':
        leave()
        break
      case 'service':
        serve(one.does)
        break
      default:
        assertNever(one)
    }
    await settle()
  }

  const end = async (): Promise<void> => {
    serve('answer')
    await stage.clock.pass(90_000)
    await Promise.all(answers)
    stage.database.close()
  }
  return { walk, end, broken, sent: () => sent }
}

describe('every walk through closing', () => {
  it.each([5, 6, 7, 8])(
    'sends each confirmed close at most once, and nothing without a confirmation (%i)',
    async (seed) => {
      let sent = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 70 }), async (steps) => {
          const { walk, end, broken, sent: sentNow } = setWalk()
          for (const one of steps) await walk(one)
          await end()
          expect(broken).toEqual([])
          sent += sentNow()
        }),
        { numRuns: 50, seed },
      )
      // A walk that never sends anything would prove nothing.
      expect(sent).toBeGreaterThan(75)
    },
  )
})
