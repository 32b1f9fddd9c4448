import { describe, expect, it } from 'vitest'
import { createMonitor } from '../../../src/main/sessions/concurrency/monitor.ts'
import { createHousekeeping } from '../../../src/main/store/housekeeping.ts'
import { createSeriesReader } from '../../../src/main/sessions/concurrency/series.ts'
import { createRandom } from '../../../src/practice/random.ts'
import { appId } from '../../../src/shared/schemas/ids.ts'
import { serviceFailure } from '../../support/scripted-service.ts'
import { activating } from '../../support/active.ts'
import { setStage } from '../../support/subjects.ts'
import type { HeldCount } from './random-samples.ts'
import type { Repositories } from '../../../src/main/store/repositories.ts'

const lobby = appId.parse('lobby')
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The parts of an operator's day; the laptop sleeps for the rest of it. */
const spells = ['focused', 'visible', 'hidden', 'battery', 'no-service', 'asleep', 'clock-back', 'clock-ahead'] as const

function setUp(seed: number) {
  const random = createRandom(seed).next
  const stage = setStage({ applications: [{ appId: lobby, label: 'Lobby' }] })
  stage.database.exec('PRAGMA synchronous = OFF')
  const samplesRead: HeldCount[] = []
  const samples: Repositories['samples'] = {
    ...stage.samples,
    addConcurrency: (profileId, sample, holdsMs) => {
      samplesRead.push({ sample, holdsMs })
      stage.samples.addConcurrency(profileId, sample, holdsMs)
    },
  }
  const monitor = createMonitor({ ...stage, repositories: { ...stage.repositories, samples }, random }, stage.observed)
  const { begin: beginPolling, end } = activating(stage.current, monitor)
  const housekeeping = createHousekeeping(stage)
  // The count changes by at most one at each read.
  let live = 5
  let isDown = false
  stage.service.script.count = () => {
    if (isDown) return Promise.reject(serviceFailure({ kind: 'timeout', timeoutMs: 15_000, phase: 'answer' }))
    live = Math.max(0, live + Math.floor(random() * 3) - 1)
    return live
  }
  const setView = (section: 'sessions' | 'account', isVisible: boolean) =>
    monitor.setView({ windowId: 1, section, appId: lobby, isVisible })
  /** Begins a spell; returns the function that ends it. */
  const begin: Readonly<Record<(typeof spells)[number], () => () => void>> = {
    focused: () => {
      setView('sessions', true)
      return () => setView('account', true)
    },
    visible: () => () => undefined,
    hidden: () => {
      setView('account', false)
      return () => setView('account', true)
    },
    battery: () => {
      monitor.setOnBattery(true)
      return () => monitor.setOnBattery(false)
    },
    'no-service': () => {
      isDown = true
      return () => {
        isDown = false
      }
    },
    asleep: () => {
      end('asleep')
      return () => beginPolling()
    },
    'clock-back': () => {
      stage.clock.set(stage.clock.now() - Math.round(random() * hourMs))
      return () => undefined
    },
    'clock-ahead': () => {
      stage.clock.set(stage.clock.now() + Math.round(random() * hourMs))
      return () => undefined
    },
  }
  const spell = async (kind: (typeof spells)[number], ms: number) => {
    const before = stage.service.askedFor('getconcurrentNumber')
    const end = begin[kind]()
    await stage.clock.pass(ms)
    end()
    return stage.service.askedFor('getconcurrentNumber') - before
  }
  return { ...stage, random, monitor, housekeeping, samplesRead, spell, setView, beginPolling }
}

type Simulation = ReturnType<typeof setUp>

/** The minimum and maximum milliseconds between two reads in a spell; backoff subtracts a random share. */
const paces: Readonly<Record<(typeof spells)[number], readonly [least: number, most: number]>> = {
  focused: [5_000, 5_000],
  visible: [15_000, 15_000],
  hidden: [30_000, 30_000],
  battery: [30_000, 30_000],
  'no-service': [42_000, 60_000],
  asleep: [Infinity, Infinity],
  'clock-back': [15_000, 15_000],
  'clock-ahead': [15_000, 15_000],
}

/** Describes a wrong number of reads in a spell; null when it is right. A spell can start in a minute of backoff. */
function wrongPace(kind: (typeof spells)[number], ms: number, reads: number): string | null {
  const [least, most] = paces[kind]
  const isRight = reads <= ms / least + (kind === 'asleep' ? 0 : 5) && reads >= (ms - 60_000) / most - 1
  return isRight ? null : `${kind} for ${String(ms)} ms: ${String(reads)} reads`
}

async function simulate(month: Simulation) {
  const { housekeeping, random, spell, setView, clock, beginPolling } = month
  const wrong: (string | null)[] = []
  const days = new Set<number>()
  housekeeping.start()
  beginPolling()
  setView('account', true)
  for (let day = 0; day < 31; day += 1) {
    for (let left = 3 * hourMs; left > 0;) {
      const kind = spells[Math.floor(random() * spells.length)] ?? 'visible'
      const ms = Math.round(Math.min(left, 60_000 + random() * (kind === 'focused' ? 0.2 : 1) * hourMs))
      wrong.push(wrongPace(kind, ms, await spell(kind, ms)))
      left -= ms
    }
    days.add(Math.floor(clock.now() / dayMs))
    wrong.push(wrongPace('asleep', 21 * hourMs, await spell('asleep', 21 * hourMs)))
  }
  return { wrong: wrong.filter((each) => each !== null), days: days.size }
}

function downsampled(samplesRead: readonly HeldCount[], stepMs: number, from: number) {
  const steps = new Map<number, HeldCount[]>()
  for (const count of samplesRead) {
    const step = Math.floor(count.sample.at / stepMs)
    steps.set(step, [...(steps.get(step) ?? []), count])
  }
  return [...steps]
    .toSorted(([one], [other]) => one - other)
    .filter(([step]) => step * stepMs >= from)
    .map(([, unordered]) => {
      const inStep = unordered.toSorted((one, other) => one.sample.at - other.sample.at)
      const totals = inStep.map(({ sample }) => sample.total)
      const [first, last] = [inStep[0] ?? expect.fail(), inStep.at(-1) ?? expect.fail()]
      return {
        at: first.sample.at,
        lastAt: last.sample.at,
        holdsUntil: last.sample.at + last.holdsMs,
        totalMin: Math.min(...totals),
        totalMax: Math.max(...totals),
        totalLast: last.sample.total,
      }
    })
}

describe('a month of an operator, with sleep, outages and a clock that is set', () => {
  it.each([20_261_121])('is read at the right interval, kept small, and drawn correctly (seed %i)', async (seed) => {
    const month = setUp(seed)
    const { wrong, days } = await simulate(month)
    const { samplesRead, clock, database, logged, samples, current } = month
    expect([wrong, logged]).toEqual([[], []])
    expect(days).toBeGreaterThan(28)
    expect(samplesRead.length).toBeGreaterThan(10_000)

    // The hourly pruning ran every day: nothing is older than its limit plus an hour.
    const { id: profileId } = current()?.profile ?? expect.fail()
    const count = (where: string) => Number(database.prepare(`SELECT count(*) AS count FROM ${where}`).get()?.['count'])
    const now = clock.now()
    expect(count(`concurrency_samples WHERE at < ${String(now - 2 * dayMs - 2 * hourMs)}`)).toBe(0)
    expect(
      count(`concurrency_spans WHERE width_ms = 60000 AND starts_at < ${String(now - 14 * dayMs - 2 * hourMs)}`),
    ).toBe(0)
    const quarters = new Set(samplesRead.map(({ sample }) => Math.floor(sample.at / 900_000)))
    expect(count('concurrency_spans WHERE width_ms = 900000')).toBe(quarters.size)
    expect(count('concurrency_samples')).toBeLessThan(samplesRead.length / 5)

    // A clock that was ahead has left counts from the future; they are neither drawn nor the newest.
    const past = samplesRead.filter(({ sample }) => sample.at <= now)
    expect(samples.newestConcurrency({ profileId, appId: lobby }, now)?.at).toBe(
      Math.max(...past.map(({ sample }) => sample.at)),
    )
    const reader = createSeriesReader(month)
    for (const range of ['day', 'week', 'month'] as const) {
      const series = reader.read(lobby, range)
      const stepMs = series.stepMs ?? expect.fail()
      const drawn = series.at.map((at, place) => ({
        at,
        lastAt: series.lastAt[place],
        holdsUntil: series.holdsUntil[place],
        totalMin: series.totalMin[place],
        totalMax: series.totalMax[place],
        totalLast: series.totalLast[place],
      }))
      const firstWhole = Math.ceil(series.from / stepMs) * stepMs
      expect(drawn.filter(({ at }) => at >= firstWhole)).toEqual(downsampled(past, stepMs, firstWhole))
      expect(drawn.length).toBeGreaterThan(range === 'month' ? 150 : 60)
      expect(drawn.length).toBeLessThanOrEqual(1_500)
    }
  })
})
