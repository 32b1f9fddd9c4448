/** Guards against quadratic growth: a ratio of CPU times, which is the same on a slow or busy machine. */
import { expect } from 'vitest'

const runs = 3
const factor = 16
// Below this limit, a time depends more on the clock than on the work.
const leastMs = 4

// CPU time of this thread alone, the minimum of several runs: excludes other programs and garbage collection.
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
 * Fails when one input of 16 times the size takes more than four times as long as 16 runs of the small input: linear
 * work takes the same time for both, quadratic work 16 times as long for the large one. Both leave about the same
 * garbage behind, which a single run of the small input would not. The time of `make`, which makes an input of that
 * size, doesn't count.
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
