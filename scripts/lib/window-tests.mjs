/** The command that starts Playwright for the window tests. */
import { join } from 'node:path'
import { root } from './run.mjs'
import { ordinaryUser, privateSession } from './session.mjs'
import { absentTags } from './test-tags.mjs'

/**
 * The command and its variables; `notes` says what is not available. Each of Playwright's workers opens its own session
 * with the command prefix in GREENROOM_TEST_SESSION (test/support/session.ts).
 */
export function windowTests(/** @type {readonly string[]} */ options) {
  const { prefix, notes } = ordinaryUser()
  const command = [...prefix, process.execPath, join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...options]
  const session = JSON.stringify(privateSession({ display: true }))
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, GREENROOM_TEST_SESSION: session }
  delete env['ELECTRON_RUN_AS_NODE']
  const leftOut = absentTags().map(
    ({ name }) => `Left out, as this system can't keep their promise: the tests tagged @${name}.`,
  )
  return { command, env, notes: [...notes, ...leftOut] }
}
