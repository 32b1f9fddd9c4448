import { afterAll, vi } from 'vitest'

/**
 * The clock of the unit tests: it starts at the instant that scripts/vitest.mjs names and goes on from there, so that they
 * mean the same on any day. Zone and language are those in which the process was started.
 */
// Files share a process: for the second one `Date` is the proxy of the first, and its prototype still knows the real one.
const RealDate = Date.prototype.constructor as DateConstructor
const ahead = new RealDate(process.env['GREENROOM_TEST_NOW'] ?? '').getTime() - RealDate.now()

// A proxy and not a class of ours: `Date()` without `new`, `instanceof` and `Date.UTC` stay what they are.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + ahead] : args, newTarget) as Date,
  get: (target, key) => (key === 'now' ? () => target.now() + ahead : (Reflect.get(target, key) as unknown)),
})

const startedAt = new Date()

/** The instant (epoch ms) at which the clocks show this on the day on which the tests of this file began. */
export function today(hours: number, minutes: number, seconds = 0): number {
  return new Date(startedAt.getFullYear(), startedAt.getMonth(), startedAt.getDate(), hours, minutes, seconds).getTime()
}

// Files share their modules: one that is on the way when a file's window goes would be broken for all files after it.
afterAll(() => vi.dynamicImportSettled())
