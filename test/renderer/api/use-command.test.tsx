import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failureOf } from '../../../src/renderer/api/call.ts'
import { queryClient } from '../../../src/renderer/api/query-client.ts'
import { setShownProfile } from '../../../src/renderer/api/shown-profile.ts'
import { useCommand, useProfileTask } from '../../../src/renderer/api/use-command.ts'
import type { Result } from '../../../src/shared/failure.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'

const refused: Result<never> = { ok: false, failure: { kind: 'storage', reason: 'full', detail: '' } }
const done: Result<unknown> = { ok: true, value: undefined }

type Answer = (result: Result<unknown>) => Promise<void>

/** The calls in their order; the test answers each call. */
let calls: Answer[]

beforeEach(() => {
  calls = []
  const bridge: typeof window.bridge = {
    call: () => {
      const { promise, resolve } = Promise.withResolvers<Result<unknown>>()
      calls.push(async (result) => {
        resolve(result)
        await settle()
      })
      return promise
    },
    on: () => () => undefined,
    dropped: () => Promise.resolve({ ok: true, value: [] }),
  }
  Object.defineProperty(window, 'bridge', { value: bridge, configurable: true })
  setShownProfile(profileId.parse('lobby'))
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  setShownProfile(undefined)
})

const settle = (): Promise<void> =>
  act(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
  })

interface Shown {
  readonly mutate: (input: never, onThisAnswer?: () => void) => void
  readonly reset: () => void
  readonly error: Error | null
}

/** Draws a task with its failure; `start` is a click, `leave` goes to another section. */
function draw(use: () => Shown) {
  let task: Shown | null = null
  function Probe() {
    // eslint-disable-next-line react-hooks/globals -- the test clicks through it
    task = use()
    return <p role="status">{task.error === null ? '' : failureOf(task.error).kind}</p>
  }
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <Probe />
    </QueryClientProvider>,
  )
  return {
    start: async (onThisAnswer?: () => void) => {
      act(() => task?.mutate({} as never, onThisAnswer))
      await settle()
    },
    reset: () => act(() => task?.reset()),
    leave: unmount,
  }
}

const answer = (at: number, result: Result<unknown>): Promise<void> => {
  const call = calls[at]
  if (call === undefined) throw new Error(`call ${String(at)} was not made`)
  return call(result)
}

const shownFailure = (): string | null => screen.getByRole('status').textContent

// Would catch a switch that reverts without a message because the next switch was pressed before its answer.
test.each(['preferences.set', 'alert.set', 'alert.setSettings', 'practice.set'] as const)(
  'a failure of %s is shown although a later call waited for it and succeeded',
  async (name) => {
    const { start } = draw(() => useCommand(name, { queue: name }))
    await start()
    await start()
    await answer(0, refused)
    expect(shownFailure()).toBe('storage')
    await answer(1, done)
    expect(shownFailure()).toBe('storage')
    await start()
    expect(shownFailure()).toBe('')
  },
)

// Would catch the same for commands that are in flight together.
test('a failure is shown although a later call was answered first', async () => {
  const { start } = draw(() => useCommand('inbox.remove'))
  await start()
  await start()
  await answer(1, done)
  await answer(0, refused)
  expect(shownFailure()).toBe('storage')
})

// Would catch one Undo for two removals.
test('each start receives its answer, whatever started meanwhile', async () => {
  const answered: string[] = []
  const { start } = draw(() => useCommand('inbox.remove', { onDone: () => answered.push('done') }))
  await start(() => answered.push('first'))
  await start(() => answered.push('second'))
  await answer(0, done)
  await answer(1, done)
  expect(answered).toEqual(['done', 'first', 'done', 'second'])
})

// Would catch an answer that closes an unrelated dialog, or that is lost because the operator left its list.
test('an answer after unmounting is used, and changes nothing in the unmounted component', async () => {
  const answered: string[] = []
  const { start, leave } = draw(() => useCommand('inbox.remove', { onDone: () => answered.push('done') }))
  await start(() => answered.push('closed'))
  leave()
  await answer(0, done)
  expect(answered).toEqual(['done'])
})

// Would catch a cancelled confirmation that reappears, or its failure in the next confirmation.
test('after a reset, neither the answer nor the failure of an earlier start is shown', async () => {
  const answered: string[] = []
  const { start, reset } = draw(() => useCommand('inbox.remove'))
  await start(() => answered.push('first'))
  await start()
  reset()
  await answer(0, done)
  await answer(1, refused)
  expect([answered, shownFailure()]).toEqual([[], ''])
})

// Would catch the failure of a search under the results of the next.
test('a later start replaces the earlier start where only the last start matters', async () => {
  const answered: string[] = []
  const run = async () => {
    const result = await window.bridge.call('any', {})
    if (!result.ok) throw new Error('failed')
  }
  const { start } = draw(() => useProfileTask({ run }))
  await start(() => answered.push('first'))
  await start(() => answered.push('second'))
  await start(() => answered.push('third'))
  await answer(0, done)
  await answer(1, refused)
  await answer(2, done)
  expect([answered, shownFailure()]).toEqual([['third'], ''])
})
