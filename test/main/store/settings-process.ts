/**
 * A separate process for `settings.test.ts`: writes ever longer settings into the given folder and prints the number of
 * profiles after each write. Ends with the failure's reason when a write fails.
 */
import { writeSync } from 'node:fs'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { openSettings } from '../../../src/main/store/settings.ts'
import { FailureError } from '../../../src/shared/failure.ts'
import { sampleProfile } from './sample-profile.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => 'none' }
const settings = await openSettings({ folder: process.argv[2] ?? '', clock: systemClock, log })

try {
  for (;;) {
    const profiles = [...settings.read().profiles, sampleProfile(`profile-${String(settings.read().profiles.length)}`)]
    await settings.write({ profiles })
    writeSync(1, `wrote ${String(profiles.length)}\n`)
  }
} catch (error) {
  if (!(error instanceof FailureError) || error.failure.kind !== 'storage') throw error
  writeSync(1, `storage ${error.failure.reason} with ${String(settings.read().profiles.length)}\n`)
}
