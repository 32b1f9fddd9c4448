import { expect, test } from 'vitest'
import { createBudgetedFetch } from '../../../src/main/media/fetch-budget.ts'
import type { FetchedMedia } from '../../../src/main/media/fetch-media.ts'
import { refusal } from '../../../src/shared/failure.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const limits = { limitBytes: 100 * 2 ** 20, timeoutMs: 1_000 }
const overLimit = refusal('fetch-limit')

function setUp() {
  const clock = createManualClock()
  const asked: {
    readonly address: string
    readonly limitBytes: number
    readonly answer: (megabytes: number) => void
  }[] = []
  const fetch = createBudgetedFetch((address, { limitBytes }) => {
    const { promise, resolve } = Promise.withResolvers<FetchedMedia>()
    const answer = (megabytes: number): void =>
      resolve({ bytes: new Uint8Array(megabytes * 2 ** 20), contentType: null })
    asked.push({ address, limitBytes, answer })
    return promise
  }, clock)
  return { clock, asked, fetch: (address: string) => fetch(address, limits) }
}

test('two go on at once, and of a runaway page fifty wait at most', async () => {
  const { clock, asked, fetch } = setUp()
  const all = Array.from({ length: 50 }, (_, n) => fetch(`https://host.example/${String(n)}`))
  await clock.pass(0)
  expect(asked).toHaveLength(2)
  await expect(fetch('https://host.example/more')).rejects.toThrow(overLimit)
  for (let n = 0; n < all.length; n += 1) {
    asked[n]?.answer(0)
    await all[n]
    await clock.pass(0)
  }
  expect(asked).toHaveLength(50)
})

test('what is left of 200 MB in a minute bounds the next, and nothing is asked for beyond', async () => {
  const { clock, asked, fetch } = setUp()
  const take = async (megabytes: number): Promise<void> => {
    const taken = fetch('https://host.example/')
    await clock.pass(0)
    asked.at(-1)?.answer(megabytes)
    await taken
  }
  await take(90)
  await take(90)
  await take(20)
  expect(asked.map(({ limitBytes }) => limitBytes / 2 ** 20)).toEqual([100, 100, 20])
  await expect(fetch('https://host.example/')).rejects.toThrow(overLimit)
  expect(asked).toHaveLength(3)
  await clock.pass(60_000)
  await take(1)
})
