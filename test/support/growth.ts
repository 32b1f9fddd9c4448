/** Guards against work that grows by the square: a ratio of CPU times, which says the same on a slow or busy machine. */
import { expect } from 'vitest'

const runs = 3
const factor = 16
// Below this a time says more about the clock than about the work.
const leastMs = 4

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
 * Fails when 16 times the input takes more than four times as long as the input taken 16 times: in proportion both take
 * the same time, by the square the former takes 16 times as long. Both leave about the same garbage behind, which a
 * single run of the small input would not. The time of `make`, which makes an input of that size, doesn't count.
 */
export function expectProportional<Input>(
  size: number,
  make: (size: number) => Input,
  work: (input: Input) => unknown,
): void {
  const few = make(size)
  const many = make(size * factor)
  const base = cpuMs(() => {
    for (let time = 0; time < factor; time += 1) work(few)
  })
  expect(cpuMs(() => work(many)) / base).toBeLessThan(4)
}
