import { expect, test } from 'vitest'
import { createBudgetedFetch } from '../../../src/main/media/fetch-budget.ts'
import { notFetched } from '../../../src/main/media/fetch-media.ts'
import type { FetchedMedia } from '../../../src/main/media/fetch-media.ts'
import { refusal } from '../../../src/shared/failure.ts'
import { failureOf } from '../../support/failure-of.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const megabyte = 2 ** 20
const limits = { limitBytes: 100 * megabyte, timeoutMs: 1_000 }
const overLimit = refusal('fetch-limit')

interface Asked {
  readonly name: string
  readonly limitBytes: number
  readonly answer: (megabytes: number) => void
  readonly fail: (error: unknown) => void
}

function setUp() {
  const clock = createManualClock()
  const asked: Asked[] = []
  const fetch = createBudgetedFetch((address, { limitBytes }) => {
    const { promise, resolve, reject } = Promise.withResolvers<FetchedMedia>()
    const answer = (megabytes: number): void => resolve({ bytes: new Uint8Array(megabytes * megabyte) })
    asked.push({ name: new URL(address).host + new URL(address).pathname, limitBytes, answer, fail: reject })
    return promise
  }, clock)
  const find = (name: string): Asked => asked.find((one) => one.name === name) ?? expect.fail(`not asked: ${name}`)
  return {
    clock,
    asked,
    names: () => asked.map(({ name }) => name),
    find,
    fetch: (name: string) => fetch(`https://${name}`, limits),
    tryOne: (name: string) => fetch(`https://${name}`, { ...limits, onlyTries: true }),
  }
}

// Would catch a dead host that delays the others, and a failure that never frees its slot.
test('four are fetched together, at most two of one host, in their order', async () => {
  const { clock, names, find, fetch } = setUp()
  const all = ['dead/1', 'dead/2', 'dead/3', 'alive/1', 'alive/2', 'other/1'].map((name) => fetch(name))
  const ends = all.map((one) => one.catch(() => null))
  await clock.pass(0)
  expect(names()).toEqual(['dead/1', 'dead/2', 'alive/1', 'alive/2'])
  find('alive/1').answer(0)
  await clock.pass(0)
  expect(names().slice(4)).toEqual(['other/1'])
  find('dead/1').fail(new Error('dead'))
  await clock.pass(0)
  expect(names().slice(5)).toEqual(['dead/3'])
  for (const name of ['dead/2', 'dead/3', 'alive/2', 'other/1']) find(name).answer(0)
  await Promise.all(ends)
})

test('at most two hundred requests of a runaway page wait', async () => {
  const { clock, asked, fetch } = setUp()
  const all = Array.from({ length: 200 }, (_, n) => fetch(`host.example/${String(n)}`))
  await expect(fetch('host.example/more')).rejects.toThrow(overLimit)
  for (let n = 0; n < all.length; n += 1) {
    await clock.pass(0)
    asked[n]?.answer(0)
    await all[n]
  }
  expect(asked).toHaveLength(200)
})

test('the remainder of 500 MB per minute limits the next fetch, and nothing is requested beyond', async () => {
  const { clock, asked, fetch } = setUp()
  const take = async (megabytes: number): Promise<void> => {
    const taken = fetch('host.example/')
    await clock.pass(0)
    asked.at(-1)?.answer(megabytes)
    await taken
  }
  for (const megabytes of [90, 90, 90, 90, 90, 50]) await take(megabytes)
  expect(asked.map(({ limitBytes }) => limitBytes / megabyte)).toEqual([100, 100, 100, 100, 100, 50])
  await expect(fetch('host.example/')).rejects.toThrow(overLimit)
  expect(asked).toHaveLength(6)
  await clock.pass(60_000)
  await take(1)
})

// Would catch a host whose endless answers cost nothing.
test('an answer that is too large counts with its limit', async () => {
  const { clock, asked, fetch } = setUp()
  for (let count = 0; count < 5; count += 1) {
    const failure = failureOf(fetch('host.example/'))
    await clock.pass(0)
    asked.at(-1)?.fail(notFetched('too-large', 'host.example'))
    expect(await failure).toMatchObject({ reason: 'too-large' })
  }
  await expect(fetch('host.example/')).rejects.toThrow(overLimit)
})

// Would catch tries of dead hosts that delay media that a person opens.
test('tries wait only for tries', async () => {
  const { clock, names, find, fetch, tryOne } = setUp()
  const tries = ['a/1', 'a/2', 'b/1', 'b/2', 'c/1'].map((name) => tryOne(name))
  const shown = fetch('a/shown')
  await clock.pass(0)
  expect(names()).toEqual(['a/1', 'a/2', 'b/1', 'b/2', 'a/shown'])
  find('a/shown').answer(0)
  await shown
  for (const name of ['a/1', 'a/2', 'b/1', 'b/2']) find(name).answer(0)
  await clock.pass(0)
  find('c/1').answer(0)
  await Promise.all(tries)
})
