import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract } from '../../../src/shared/contract.ts'
import type { OperationName } from '../../../src/shared/contract.ts'
import { FailureError, refusal } from '../../../src/shared/failure.ts'
import { createDispatch } from '../../../src/main/ipc/dispatch.ts'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import { plainCommands } from '../../../src/main/ipc/plain-commands.ts'
import { createTestPerson } from '../../support/test-person.ts'

const context = { windowId: 1 }

function recording(answer: () => unknown): { handlers: Handlers; calls: string[]; logged: unknown[] } {
  const calls: string[] = []
  const entries = Object.keys(contract).map((name) => [
    name,
    () => {
      calls.push(name)
      return answer()
    },
  ])
  return { handlers: Object.fromEntries(entries) as Handlers, calls, logged: [] }
}

const log = (logged: unknown[]) => ({
  info: () => undefined,
  warn: () => undefined,
  error: (_message: string, cause: unknown) => {
    logged.push(cause)
    return 'L1'
  },
})

// Valid and invalid inputs, written by hand: the contract's own schema would agree with itself.
const fits: readonly (readonly [OperationName, Readonly<Record<string, unknown>>, readonly unknown[]])[] = [
  ['app.connectivity', { online: true }, [{ online: 'true' }, { online: 1 }, { online: null }]],
  [
    'conversation.fetch',
    { conversationId: '1983775419508027393' },
    [
      { conversationId: 1_983_775_419_508_027_393n },
      { conversationId: 108 },
      { conversationId: '' },
      { conversationId: '1 2' },
      { conversationId: '1'.repeat(129) },
      { conversationId: ['108'] },
    ],
  ],
  ['creation.confirm', { ticket: 'ticket-1' }, [{ ticket: '' }, { ticket: '../1' }, { ticket: 'x'.repeat(65) }]],
  ['session.close', { ticket: 'ticket-1', typed: '9998' }, [{ ticket: 'ticket-1', typed: 9998 }]],
  [
    'job.enterTaskId',
    { jobId: 'job-1', taskId: '77' },
    [
      { jobId: 'job-1', taskId: 77 },
      { jobId: 'job-1', taskId: '7a' },
    ],
  ],
]
// Valid for no operation.
const never = [null, undefined, 'text', 7, [], [{}], new Map(), () => null]

const hasNoInput = (name: string): boolean =>
  ['{}', '{"x":1}'].some((text) => contract[name as OperationName].input.safeParse(JSON.parse(text)).success)

describe('dispatch', () => {
  it('refuses every name that is not an own property of the contract, and calls nothing', async () => {
    const { handlers, calls, logged } = recording(() => null)
    const dispatch = createDispatch(handlers, log(logged))
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', null, undefined, 7, {}, ['app.state']]
    for (const name of names) {
      expect(await dispatch(name, {}, context)).toEqual({
        ok: false,
        failure: { kind: 'refused', reason: 'unknown-operation', detail: null },
      })
    }
    await fc.assert(
      fc.asyncProperty(fc.string(), async (name) => {
        fc.pre(!Object.hasOwn(contract, name))
        const result = await dispatch(name, {}, context)
        expect(result.ok).toBe(false)
      }),
    )
    expect(calls).toEqual([])
  })

  it('answers null for an operation without output, whatever its handler returns', async () => {
    const { handlers, logged } = recording(() => ({ changes: 1 }))
    const dispatch = createDispatch(handlers, log(logged))
    expect(await dispatch('app.connectivity', { online: true }, context)).toEqual({ ok: true, value: null })
  })

  it.each(fits)('%s reaches its handler with its input, and with nothing else', async (name, input, misfits) => {
    const { handlers, calls, logged } = recording(() => null)
    const dispatch = createDispatch(handlers, log(logged))
    expect(await dispatch(name, input, context)).toEqual({ ok: true, value: null })
    expect(calls).toEqual([name])
    const more = { ...input, unheardOf: 1 }
    const own = JSON.parse(
      `{"__proto__":{"ticket":"t"}${JSON.stringify(input)
        .slice(1)
        .replace(/^(?=")/, ',')}`,
    ) as unknown
    const without = Object.keys(input).map((key) =>
      Object.fromEntries(Object.entries(input).filter(([other]) => other !== key)),
    )
    for (const misfit of [more, own, ...without, ...misfits, ...never]) {
      const result = await dispatch(name, misfit, context)
      expect(result, inspect(misfit)).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } })
    }
    expect(calls).toEqual([name])
    expect(logged).toEqual([])
  })

  it('never throws, whatever its input', async () => {
    const { handlers, calls, logged } = recording(() => null)
    const dispatch = createDispatch(handlers, log(logged))
    const names = Object.keys(contract).filter((name) => !hasNoInput(name)) as OperationName[]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.anything(), async (name, input) => {
        expect(await dispatch(name, input, context)).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } })
      }),
    )
    expect(calls).toEqual([])
  })

  it('reports where an input is invalid', async () => {
    const { handlers, logged } = recording(() => null)
    const dispatch = createDispatch(handlers, log(logged))
    const result = await dispatch('conversation.fetch', { conversationId: 'a b' }, context)
    expect(result).toMatchObject({ failure: { kind: 'invalid-input', issues: [{ path: 'conversationId' }] } })
  })

  // A page that sends many errors must not get as many back.
  it('reports the first fifty errors, each by its path', async () => {
    const { handlers, logged } = recording(() => null)
    const input = { sessionIds: Array.from({ length: 51 }, () => 7) }
    const result = await createDispatch(handlers, log(logged))('inbox.remove', input, context)
    const issues = result.ok || !('issues' in result.failure) ? [] : result.failure.issues
    expect(issues.map(({ path }) => path)).toEqual(Array.from({ length: 50 }, (_, index) => `sessionIds.${index}`))
  })

  it.each(fits)('%s is refused in a read-only profile where it creates or closes', async (name, input) => {
    const { handlers, calls, logged } = recording(() => null)
    const dispatch = createDispatch(handlers, log(logged), { isReadOnly: () => true })
    const isWrite = name === 'creation.confirm' || name === 'session.close'
    const refused = { ok: false, failure: { kind: 'refused', reason: 'read-only', detail: null } }
    expect(await dispatch(name, input, context)).toEqual(isWrite ? refused : { ok: true, value: null })
    expect(calls).toEqual(isWrite ? [] : [name])
  })

  it('carries an expected failure unchanged', async () => {
    const failure = { kind: 'storage', reason: 'full', detail: 'database or disk is full' } as const
    const { handlers, logged } = recording(() => {
      throw new FailureError(failure)
    })
    expect(await createDispatch(handlers, log(logged))('app.state', {}, context)).toEqual({ ok: false, failure })
    expect(logged).toEqual([])
  })

  it('logs a bug with its stack and answers internal with the id of the log line', async () => {
    const bug = new TypeError('bug')
    const { handlers, logged } = recording(() => {
      throw bug
    })
    const result = await createDispatch(handlers, log(logged))('app.state', {}, context)
    expect(result).toEqual({ ok: false, failure: { kind: 'internal', logId: 'L1' } })
    expect(logged).toEqual([bug])
  })

  it('treats an operation without a handler as a bug', async () => {
    const { logged } = recording(() => null)
    const result = await createDispatch({}, log(logged))('app.state', {}, context)
    expect(result).toEqual({ ok: false, failure: { kind: 'internal', logId: 'L1' } })
  })

  // Would catch a failed start that answers a call as if it had started, or does not answer at all.
  it('answers operations with handlers, and all other operations with one failure', async () => {
    const { handlers, logged, calls } = recording(() => 'an answer')
    const why = { kind: 'not-started', why: { kind: 'internal', logId: 'L7' } } as const
    const dispatch = createDispatch({ 'app.state': handlers['app.state'] }, log(logged), { otherwise: why })
    expect(await dispatch('app.state', {}, context)).toEqual({ ok: true, value: 'an answer' })
    expect(await dispatch('creator.read', {}, context)).toEqual({ ok: false, failure: why })
    expect(await dispatch('__proto__', {}, context)).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect(calls).toEqual(['app.state'])
  })
})

describe('a command that destroys', () => {
  const inputs: Readonly<Partial<Record<OperationName, unknown>>> = {
    'draft.remove': { draftIds: ['thing-1'] },
    'job.remove': { jobIds: ['thing-1'] },
    'job.enterTaskId': { jobId: 'job-1', taskId: '77' },
    'job.markNotCreated': { jobId: 'job-1' },
    'preset.remove': { name: 'Desk' },
    'queue.setPaused': { paused: false },
    'inbox.remove': { sessionIds: ['call-1'] },
    'inbox.unwatch': {},
    'profile.removeSecret': { profileId: 'profile-1' },
    'practice.reset': { seed: 'museum' },
  }

  // Would catch a script in the page that removes, decides or resumes the queue without a person.
  it.each(plainCommands)('%s is not executed before a person has acted', async (name) => {
    const { handlers, calls, logged } = recording(() => null)
    const person = createTestPerson()
    const dispatch = createDispatch(handlers, log(logged), { person })
    person.answer = () => false
    const unconfirmed = { ok: false, failure: refusal('not-confirmed').failure }
    expect(await dispatch(name, inputs[name] ?? {}, context)).toEqual(unconfirmed)
    expect([calls, person.asked]).toEqual([[], [{ kind: 'command', command: name }]])
    person.answer = () => true
    expect(await dispatch(name, inputs[name] ?? {}, context)).toMatchObject({ ok: true })
    expect(calls).toEqual([name])
  })

  it('asks nobody about a call that is refused anyway', async () => {
    const { handlers, logged } = recording(() => null)
    const person = createTestPerson()
    await createDispatch(handlers, log(logged), { person })('job.remove', { jobIds: 7 }, context)
    expect(person.asked).toEqual([])
  })
})
