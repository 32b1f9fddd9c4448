/** Time in main, so that no test waits for actions that are planned seconds ahead. */
import { expect } from '@playwright/test'
import type { ElectronApplication } from '@playwright/test'
import type { RunningApp } from '../../support/app.ts'
import { queueRows } from './avatars-page.ts'

/** Makes every poll of a training due now, as waking from sleep does. */
export async function recheckSystem(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
}

/** Waits until `count` rows of the queue are Ready, and makes main poll repeatedly meanwhile. */
export async function expectReady({ app, page }: Pick<RunningApp, 'app' | 'page'>, count = 1): Promise<void> {
  const ready = queueRows(page).filter({ hasText: 'Ready' })
  await expect(async () => {
    await recheckSystem(app)
    await expect(ready).toHaveCount(count, { timeout: 300 })
  }).toPass({ timeout: 30_000 })
}

/**
 * Speeds up main's clock and all timers that start from now on. Not while something is confirmed or saved: a press is
 * valid for a second of that clock, and a keychain times out after three. A service with its own clock accepts only
 * tokens that were made before this call.
 */
export async function hurry(app: ElectronApplication, times = 10): Promise<void> {
  await app.evaluate((_electron, factor) => {
    const { setTimeout } = globalThis
    const now = Date.now
    const began = now()
    Date.now = () => Math.round(began + (now() - began) * factor)
    globalThis.setTimeout = ((run: (...values: unknown[]) => void, delayMs = 0, ...values: unknown[]) =>
      setTimeout(run, delayMs / factor, ...values)) as typeof globalThis.setTimeout
  }, times)
}

/** Waits until main's clock has advanced by `ms`. */
export async function expectPassed(app: ElectronApplication, ms: number): Promise<void> {
  const mainNow = (): Promise<number> => app.evaluate(() => Date.now())
  const began = await mainNow()
  await expect.poll(mainNow, { timeout: 30_000 }).toBeGreaterThan(began + ms)
}
