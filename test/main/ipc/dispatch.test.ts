import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract } from '../../../src/shared/contract.ts'
import type { OperationName } from '../../../src/shared/contract.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import { createDispatch } from '../../../src/main/ipc/dispatch.ts'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'

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

  it('never throws and never reaches a handler with an input that does not fit', async () => {
    const { handlers, calls, logged } = recording(() => null)
    const dispatch = createDispatch(handlers, log(logged))
    const names = Object.keys(contract) as OperationName[]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.anything(), async (name, input) => {
        const before = calls.length
        const fits = contract[name].input.safeParse(input).success
        const result = await dispatch(name, input, context)
        expect(calls.length - before).toBe(fits ? 1 : 0)
        if (!fits) expect(result).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } })
      }),
    )
  })

  it('says where an input does not fit', async () => {
    const { handlers, logged } = recording(() => null)
    const dispatch = createDispatch(handlers, log(logged))
    const result = await dispatch('conversation.lookUp', { conversationId: 'a b' }, context)
    expect(result).toMatchObject({ failure: { kind: 'invalid-input', issues: [{ path: 'conversationId' }] } })
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
})
