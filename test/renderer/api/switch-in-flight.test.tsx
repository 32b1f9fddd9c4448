import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commandEffects } from '../../../src/renderer/api/command-effects.ts'
import { queryClient } from '../../../src/renderer/api/query-client.ts'
import { appState, read } from '../../../src/renderer/api/queries.ts'
import { setShownProfile } from '../../../src/renderer/api/shown-profile.ts'
import { connectEvents } from '../../../src/renderer/api/sync.ts'
import { useCommand, useProfileTask } from '../../../src/renderer/api/use-command.ts'
import type { Task } from '../../../src/renderer/api/use-command.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { CommandName, OperationName } from '../../../src/shared/contract.ts'
import type { EventMessage } from '../../../src/shared/events.ts'
import type { Result } from '../../../src/shared/failure.ts'
import { isAppOperation } from '../../../src/shared/model/app-operations.ts'
import { profileId } from '../../../src/shared/schemas/ids.ts'

const lobby = profileId.parse('lobby')
const tower = profileId.parse('tower')

const commands = (Object.keys(contract) as OperationName[]).filter(
  (name): name is CommandName => contract[name].kind === 'command',
)
const ofProfile = commands.filter((name) => !isAppOperation(name))

// Contains every field that an effect reads. No test here reads the values that an effect writes.
const answer = { id: 'one', conversationId: 'one', added: [{ id: 'new' }], muted: [] }
const input = { id: 'one', snapshotId: 'one', sessionId: 'one', label: 'new', note: 'new' }

interface Stage {
  /** The profiles of the calls. */
  readonly madeFor: readonly (string | null | undefined)[]
  readonly answerNow: (result: Result<unknown>) => Promise<void>
  readonly switchTo: (profileId: typeof lobby) => Promise<void>
  readonly disconnect: () => void
}

let stage: Stage

/** Fills the cache for the profile on screen, in every query that a command writes or reads again. */
function fillCache(): void {
  const item = { id: 'one', sessionId: 'one', label: 'old', note: 'old' }
  const data = { id: 'one', drafts: [item], shared: 'old', sessions: [item], dead: 'old', muted: 'old' }
  for (const { queryKey } of [
    ...[read('creator.read', {}), read('preset.list', {}), read('queue.read', {}), read('alert.read', {})],
    ...[read('library.entry', { conversationId: 'one' }), read('library.overview', {}), read('job.counts', {})],
    ...[read('check.read', {}), { queryKey: ['job.read', 'one'] }, { queryKey: ['inbox.list', {}] }],
    ...[{ queryKey: ['library.list', {}] }, { queryKey: ['job.index', {}] }],
  ])
    queryClient.setQueryData(queryKey, data)
}

const cacheOf = (): unknown =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state: { data, isInvalidated, fetchStatus } }) => ({
      queryKey,
      data,
      isInvalidated,
      fetchStatus,
    }))

const settle = (): Promise<void> =>
  act(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
  })

beforeEach(() => {
  const madeFor: (string | null | undefined)[] = []
  const listeners = new Set<(messages: readonly EventMessage[]) => void>()
  let pending = Promise.withResolvers<Result<unknown>>()
  const bridge: typeof window.bridge = {
    call: (_name, _input, of) => {
      madeFor.push(of)
      return pending.promise
    },
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dropped: () => Promise.resolve({ ok: true, value: [] }),
  }
  Object.defineProperty(window, 'bridge', { value: bridge, configurable: true })
  const disconnect = connectEvents()
  setShownProfile(lobby)
  fillCache()
  stage = {
    madeFor,
    answerNow: async (result) => {
      pending.resolve(result)
      pending = Promise.withResolvers()
      await settle()
    },
    switchTo: async (id) => {
      for (const listener of listeners) listener([{ name: 'profile.switched', payload: { profileId: id } }])
      await settle()
      fillCache()
    },
    disconnect,
  }
})

afterEach(() => {
  cleanup()
  stage.disconnect()
  queryClient.clear()
  setShownProfile(undefined)
})

/** Starts a command as a click would; the test answers it. */
async function start(use: () => Pick<Task<object, unknown>, 'mutate'>): Promise<void> {
  let task: Pick<Task<object, unknown>, 'mutate'> | null = null
  function Probe() {
    task = use()
    return null
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Probe />
    </QueryClientProvider>,
  )
  act(() => {
    task?.mutate(input)
  })
  await settle()
}

// The type is asserted at this boundary: one sample is the input and the answer of every command.
const startCommand = (name: CommandName): Promise<void> => start(() => useCommand(name))

describe('a command that is in flight while the profile is switched', () => {
  // Would catch an answer about one account that is drawn and stored under the name of a different account.
  test.each(ofProfile)('%s changes nothing under the new profile', async (name) => {
    await startCommand(name)
    expect(stage.madeFor).toEqual([lobby])
    await stage.switchTo(tower)
    const before = cacheOf()
    await stage.answerNow({ ok: true, value: answer })
    expect(cacheOf()).toEqual(before)
  })

  // Would catch a comparison of only the profile ids: the cache was emptied and read again meanwhile.
  test.each(ofProfile)('%s changes nothing when the profile is back', async (name) => {
    await startCommand(name)
    await stage.switchTo(tower)
    await stage.switchTo(lobby)
    const before = cacheOf()
    await stage.answerNow({ ok: true, value: answer })
    expect(cacheOf()).toEqual(before)
  })
})

// Would catch tests above that cannot fail, and answers that are ignored.
test.each(Object.keys(commandEffects).filter((name): name is CommandName => ofProfile.some((one) => one === name)))(
  '%s changes the cache of the profile under which it was sent',
  async (name) => {
    await startCommand(name)
    const before = cacheOf()
    await stage.answerNow({ ok: true, value: answer })
    expect(cacheOf()).not.toEqual(before)
  },
)

// Would catch a preference that is reverted because a profile was opened at the same time.
test('an answer that belongs to no profile is used whatever profile is on screen', async () => {
  const { queryKey } = appState()
  await startCommand('preferences.set')
  await stage.switchTo(tower)
  queryClient.setQueryData(['app.state', {}], { profiles: [], preferences: 'old' })
  await stage.answerNow({ ok: true, value: 'new' })
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ preferences: 'new' })
})

// Would catch a callback into a dialog or a list of the previous profile.
test('neither its answer nor its failure is delivered under a different profile', async () => {
  const received: string[] = []
  const use = () =>
    useProfileTask({
      run: async () => {
        const result = await window.bridge.call('any', {})
        if (!result.ok) throw new Error('failed')
        return result.value
      },
      onAnswer: () => received.push('answer'),
      onFailure: () => received.push('failure'),
      onEnd: () => received.push('end'),
    })
  await start(use)
  await stage.switchTo(tower)
  await stage.answerNow({ ok: true, value: null })
  await start(use)
  await stage.switchTo(lobby)
  await stage.answerNow({ ok: false, failure: { kind: 'keychain-missing' } })
  expect(received).toEqual([])
  await start(use)
  await stage.answerNow({ ok: true, value: null })
  expect(received).toEqual(['answer', 'end'])
})

// Would catch a later step that goes to the account on screen at that time.
test('tasks that wait for each other keep the profile under which they were started', async () => {
  const scopes: unknown[] = []
  const use = () =>
    useProfileTask({
      queue: 'one after the other',
      run: async (_asked: object, { profileId: of }) => {
        scopes.push(of)
        await window.bridge.call('any', {}, of)
      },
    })
  await start(use)
  await start(use)
  await stage.switchTo(tower)
  await stage.answerNow({ ok: true, value: null })
  expect(scopes).toEqual([lobby, lobby])
})
