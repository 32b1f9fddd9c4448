/**
 * The world of the shared tests and the page's: set-up file of their projects. The clock starts at one instant and
 * goes on from there, in one zone, so that they mean the same on any machine and day. With `GREENROOM_TEST_WORLD=given`
 * they run in the world that the process was started in instead (scripts/vitest.mjs).
 */
// Files share a process: for the second one `Date` is the proxy of the first, and its prototype still knows the real one.
const RealDate = Date.prototype.constructor as DateConstructor

if (process.env['GREENROOM_TEST_WORLD'] !== 'given') {
  process.env['TZ'] = 'Europe/Berlin'
  const ahead = new RealDate(2026, 10, 21, 14, 30).getTime() - RealDate.now()
  // A proxy and not a class of ours: `Date()` without `new`, `instanceof` and `Date.UTC` stay what they are.
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [target.now() + ahead] : args, newTarget) as Date,
    get: (target, key) => (key === 'now' ? () => target.now() + ahead : (Reflect.get(target, key) as unknown)),
  })
}

const startedAt = new Date()

/** The instant (epoch ms) at which the clocks show this on the day on which the tests of this file began. */
export function today(hours: number, minutes: number, seconds = 0): number {
  return new Date(startedAt.getFullYear(), startedAt.getMonth(), startedAt.getDate(), hours, minutes, seconds).getTime()
}
