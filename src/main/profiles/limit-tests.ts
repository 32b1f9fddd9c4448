/** Bounds connection tests: any host can be tested, so a script in the page could search a network by them. */
import { refusal } from '../../shared/failure.ts'
import type { Clock } from '../lib/clock.ts'

const maxPerMinute = 10
const minuteMs = 60_000

/** Tests one at a time, in all windows, and ten a minute; what is beyond is refused (`test-limit`), and nothing is asked. */
export function limitTests<Input, Answer>(
  test: (input: Input) => Promise<Answer>,
  clock: Pick<Clock, 'now'>,
): (input: Input) => Promise<Answer> {
  let isRunning = false
  let startedAt: readonly number[] = []
  return async (input) => {
    const now = clock.now()
    startedAt = startedAt.filter((at) => Math.abs(now - at) < minuteMs)
    if (isRunning || startedAt.length >= maxPerMinute) throw refusal('test-limit')
    isRunning = true
    startedAt = [...startedAt, now]
    try {
      return await test(input)
    } finally {
      isRunning = false
    }
  }
}
