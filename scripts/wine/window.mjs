/** The window tests on the Windows runtime under Wine. */
import { join } from 'node:path'
import { ensureBuilt } from '../lib/build.mjs'
import { root, run } from '../lib/run.mjs'
import { linuxDist } from './session.mjs'

/** These specs cover what differs between Windows and Linux: files, processes, the keychain, the end of a program. */
const specs = ['main-job', 'intake', 'secrets', 'durability', 'deep-links', 'inbox', 'data', 'crash']

/** @returns {Promise<number>} the exit code of Playwright */
export async function testWindows(
  /** @type {import('./session.mjs').WineSession} */ session,
  /** @type {readonly string[]} */ words,
) {
  await ensureBuilt()
  const filters = words.length > 0 ? words : specs.map((name) => `${name}.spec`)
  const command = [process.execPath, join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--workers=1']
  const env = {
    ...session.env,
    ELECTRON_OVERRIDE_DIST_PATH: linuxDist(session),
    GREENROOM_TEST_SUITE: 'wine-window',
    // Wine takes three times as long, and needs seconds to write about a crash.
    GREENROOM_TEST_PATIENCE: '5',
  }
  return (await run([...command, ...filters], { env, show: true })).code
}
