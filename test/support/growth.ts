/** Guards against work that grows by the square: a ratio of CPU times, which says the same on a slow or busy machine. */
import { expect } from 'vitest'

const runs = 3
const factor = 16
// Below this a time says more about the clock than about the work.
const leastMs = 1

// Of this thread alone, and the least of several runs: other programs and a collection of garbage take no part in it.
function cpuMs(work: () => unknown): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.max(leastMs, Math.min(...times))
}

/**
 * Fails when 16 times the input takes more than 64 times as long: in proportion it takes 16 times as long, by the square
 * 256 times. The time of `make`, which makes an input of that size, doesn't count.
 */
export function expectProportional<Input>(
  size: number,
  make: (size: number) => Input,
  work: (input: Input) => unknown,
): void {
  const few = make(size)
  const many = make(size * factor)
  const base = cpuMs(() => work(few))
  expect(cpuMs(() => work(many)) / base).toBeLessThan(factor * 4)
}
