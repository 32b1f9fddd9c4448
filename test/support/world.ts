import { afterAll, vi } from 'vitest'

/**
 * The clock of the unit tests: it starts at the instant that scripts/vitest.mjs names and runs from there, so that
 * tests mean the same on any day. Zone and language are those of the process.
 */
// Files share a process: for the second file `Date` is the first file's proxy, whose prototype still names the real
// one.
const RealDate = Date.prototype.constructor as DateConstructor
const ahead = new RealDate(process.env['GREENROOM_TEST_NOW'] ?? '').getTime() - RealDate.now()

// A proxy instead of a class: `Date()` without `new`, `instanceof` and `Date.UTC` keep working.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + ahead] : args, newTarget) as Date,
  get: (target, key) => (key === 'now' ? () => target.now() + ahead : (Reflect.get(target, key) as unknown)),
})

const startedAt = new Date()

/** The epoch ms at which clocks show this time on the day on which this file's tests began. */
export function today(hours: number, minutes: number, seconds = 0): number {
  return new Date(startedAt.getFullYear(), startedAt.getMonth(), startedAt.getDate(), hours, minutes, seconds).getTime()
}

// Files share their modules: an import still pending when a file's window closes would be broken for all later files.
afterAll(() => vi.dynamicImportSettled())
