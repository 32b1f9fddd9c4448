import { onTestFinished, vi } from 'vitest'

type Options = NonNullable<Parameters<typeof vi.useFakeTimers>[0]>

const frameMs = 1000 / 60

/**
 * Vitest's timers for the rest of a test of the page. jsdom's frames stay those of this process: they come by one interval,
 * and there are no more frames in any later test when that one is left on a clock that has ended.
 */
export function fakeTimers(options: Options): void {
  const real = globalThis.setInterval
  vi.useFakeTimers({ ...options, shouldClearNativeTimers: true })
  const faked = globalThis.setInterval
  globalThis.setInterval = ((...args: Parameters<typeof real>) =>
    (args[1] === frameMs ? real : faked)(...args)) as typeof setInterval
  onTestFinished(() => {
    vi.useRealTimers()
    globalThis.setInterval = real
  })
}
