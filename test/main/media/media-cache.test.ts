import { expect, it } from 'vitest'
import { createMediaCache } from '../../../src/main/media/media-cache.ts'
import { createMediaGate } from '../../../src/main/media/media-gate.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const media = (bytes: number) => ({
  bytes: new Uint8Array(bytes),
  kind: 'audio' as const,
  type: 'audio/wav',
  fetchedAt: 0,
})

it('what was used longest ago goes first, and nothing larger than all stays', () => {
  const cache = createMediaCache(createManualClock(), { maxBytes: 100, unusedMs: 1_000 })
  cache.set('a', media(40))
  cache.set('b', media(40))
  cache.get('a')
  cache.set('c', media(40))
  expect(['a', 'b', 'c'].map((key) => cache.get(key) !== null)).toEqual([true, false, true])
  cache.set('d', media(101))
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== null)).toEqual([])
})

it('what nobody uses is let go by itself, and leaves no timer behind', async () => {
  const clock = createManualClock()
  const cache = createMediaCache(clock, { maxBytes: 100, unusedMs: 1_000 })
  cache.set('a', media(1))
  await clock.pass(600)
  cache.set('b', media(1))
  cache.get('a')
  await clock.pass(999)
  expect([cache.get('b')]).not.toEqual([null])
  await clock.pass(1_000)
  expect([cache.get('a'), cache.get('b'), clock.waiting()]).toEqual([null, null, 0])
})

it('a gate lets in so many in all and of one host, in their order, and frees the place of what failed', async () => {
  const gate = createMediaGate({ maxConcurrent: 3, maxPerHost: 2 })
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<undefined>>()
  const pass = (host: string, name: string) => {
    const end = Promise.withResolvers<undefined>()
    ends.set(name, end)
    return gate
      .run(host, () => {
        begun.push(name)
        return end.promise
      })
      .catch(() => null)
  }
  const all = [pass('dead', 'd1'), pass('dead', 'd2'), pass('dead', 'd3'), pass('alive', 'a1'), pass('alive', 'a2')]
  await new Promise(setImmediate)
  expect(begun).toEqual(['d1', 'd2', 'a1'])
  ends.get('a1')?.resolve(undefined)
  await new Promise(setImmediate)
  expect(begun).toEqual(['d1', 'd2', 'a1', 'a2'])
  ends.get('d1')?.reject(new Error('dead'))
  await new Promise(setImmediate)
  expect(begun).toEqual(['d1', 'd2', 'a1', 'a2', 'd3'])
  for (const { resolve } of ends.values()) resolve(undefined)
  await Promise.all(all)
})
