/** A month of counts with outages: the notifications equal those of a search through the whole sequence. */
import { expect, it } from 'vitest'
import { createRandom } from '../../../src/practice/random.ts'
import type { AlertRuleChange } from '../../../src/shared/schemas/alert.ts'
import { setAlertStage } from './stage.ts'

const minute = 60_000
const day = 24 * 60 * minute
const everyMs = 30_000

interface Read {
  readonly at: number
  readonly total: number
  /** The run of the program that read the count. */
  readonly run: number
}

/**
 * A walk between 0 and 40 that lingers around `line`, read every 30 s except for failed reads and outages; null: not
 * read.
 */
function month(seed: number, line: number): readonly (number | null)[] {
  const random = createRandom(seed).next
  const reads: (number | null)[] = []
  let total = 12
  let outageLeft = 0
  for (let at = 0; at < 30 * day; at += everyMs) {
    // The pull to the line creates the case for hysteresis: a count that crosses it back and forth.
    const pull = Math.sign(line - total) * 0.04
    const turn = random()
    if (turn < 0.16 + pull) total = Math.min(40, total + 1)
    else if (turn > 0.84 + pull) total = Math.max(0, total - 1)
    if (random() < 0.0004) total = 0
    if (outageLeft === 0 && random() < 0.0008) outageLeft = Math.ceil(random() ** 3 * 400)
    outageLeft = Math.max(0, outageLeft - 1)
    reads.push(outageLeft > 0 || random() < 0.05 ? null : total)
  }
  return reads
}

/** Readings, and the index of the current last one. */
type Upto = readonly [readonly Read[], number]

/** Whether the matching reads back from `end` cover `ms`, with no gap of more than 150 s. */
function lasted([reads, end]: Upto, ms: number, fits: (read: Read, later: Read) => boolean): boolean {
  const last = reads[end]
  if (last === undefined) return false
  for (let from = end; from >= 0; from -= 1) {
    const read = reads[from] ?? last
    const later = from === end ? read : (reads[from + 1] ?? read)
    if (!fits(read, later) || read.run !== last.run || later.at - read.at > 150_000) return false
    if (last.at - read.at >= ms) return true
  }
  return false
}

interface Rule {
  readonly begins: (reads: readonly Read[], index: number) => boolean
  readonly ends: (reads: readonly Read[], index: number) => boolean
}

const atOrAbove = (limit: number, minutes: number): Rule => ({
  begins: (reads, index) => lasted([reads, index], minutes * minute, ({ total }) => total >= limit),
  ends: (reads, index) =>
    lasted([reads, index], minute, ({ total }) => total <= limit - Math.max(1, limit / 10)) ||
    lasted([reads, index], 10 * minute, ({ total }) => total < limit),
})

const dropToZero: Rule = {
  begins: (reads, index) => {
    const [before, now] = [reads[index - 1], reads[index]]
    if (now?.total !== 0 || before === undefined || before.total === 0) return false
    return before.run === now.run && now.at - before.at <= 15 * minute
  },
  ends: (reads, index) => lasted([reads, index], minute, ({ total }) => total > 0),
}

const noChange = (minutes: number): Rule => ({
  begins: (reads, index) =>
    lasted([reads, index], minutes * minute, ({ total }, later) => total > 0 && total === later.total),
  ends: (reads, index) => reads[index]?.total === 0 || reads[index]?.total !== reads[index - 1]?.total,
})

/** The instants at which a rule is crossed, found by a search through the whole sequence for each reading. */
function crossings(reads: readonly Read[], rule: Rule): readonly number[] {
  const found: number[] = []
  let isTriggered = false
  for (const [index, { at }] of reads.entries()) {
    if (isTriggered) isTriggered = !rule.ends(reads, index)
    else if (rule.begins(reads, index)) {
      isTriggered = true
      found.push(at)
    }
  }
  return found
}

const rules: readonly (readonly [change: Omit<AlertRuleChange, 'appId'>, rule: Rule])[] = [
  [{ kind: 'at-or-above', value: 15, minutes: 0 }, atOrAbove(15, 0)],
  [{ kind: 'at-or-above', value: 15, minutes: 5 }, atOrAbove(15, 5)],
  [{ kind: 'at-or-above', value: 20, minutes: 1 }, atOrAbove(20, 1)],
  [{ kind: 'drop-to-zero' }, dropToZero],
  [{ kind: 'no-change', minutes: 5 }, noChange(5)],
]

it.each(rules)('notifies of each crossing of a month once, with restarts in between: %j', async (change, rule) => {
  const { set, see, notices, clock, restart, database } = setAlertStage()
  // Thousands of separate crossings: waiting for the disk each time would take most of the test.
  database.exec('PRAGMA synchronous = OFF')
  await set(change)
  const reads: Read[] = []
  let run = 0
  for (const [index, total] of month(20_271, 15).entries()) {
    if (total !== null) {
      reads.push({ at: clock.now(), total, run })
      see(total)
    }
    // The laptop sleeps now and then; an alert that is triggered then must not be notified again.
    if (index % 1_440 === 1_000) {
      restart()
      run += 1
    }
    clock.set(clock.now() + everyMs)
  }
  const seen = notices.map(({ event }) => event.at)
  expect(seen).toEqual(crossings(reads, rule))
  expect(seen.length).toBeGreaterThan(0)
  const apart = seen.slice(1).map((at, place) => at - (seen[place] ?? 0))
  expect(Math.min(...apart)).toBeGreaterThan(minute)
})

it('notifies of each outage of ten minutes once, and never because of sleep', async () => {
  const { set, see, notices, clock, end, begin, database } = setAlertStage()
  database.exec('PRAGMA synchronous = OFF')
  await set({ kind: 'stale', minutes: 10 })
  const random = createRandom(7).next
  see(4)
  let wanted = 0
  for (let hour = 0; hour < 30 * 24; hour += 1) {
    const outageMs = Math.floor(random() * 80) * everyMs
    const sleeps = random() < 0.3
    if (sleeps) end('asleep')
    await clock.pass(outageMs)
    if (sleeps) begin()
    if (outageMs + everyMs >= 10 * minute && !sleeps) wanted += 1
    for (let passed = 0; passed < 10 * minute; passed += everyMs) {
      await clock.pass(everyMs)
      see(4)
    }
  }
  expect(notices).toHaveLength(wanted)
  expect(wanted).toBeGreaterThan(100)
})
