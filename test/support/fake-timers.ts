import { onTestFinished, vi } from 'vitest'

type Options = NonNullable<Parameters<typeof vi.useFakeTimers>[0]>

const frameMs = 1000 / 60

/**
 * Vitest's timers for the rest of a test of the page. jsdom's frames keep this process's interval: if that interval ran
 * on a fake clock, no later test would get frames after that clock has ended.
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
