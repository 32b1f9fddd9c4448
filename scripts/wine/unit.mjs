/** Runs the unit tests under Wine, with the npm packages for Windows instead of the checkout's packages. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root, run, Stop } from '../lib/run.mjs'
import { testWorld } from '../lib/test-world.mjs'
import { cached } from './cache.mjs'
import { lend } from './installation.mjs'

/** @typedef {import('./session.mjs').WineSession} WineSession */

/** The page's tests are left out: they run in jsdom, and the window tests already cover the page on Windows. */
const projects = ['shared', 'main', 'practice']

/** The npm packages as `npm ci` installs them on Windows. */
const windowsModules = (/** @type {string} */ scratch) =>
  cached({
    name: 'npm',
    title: 'The npm packages for Windows',
    madeOf: readFileSync(join(root, 'package-lock.json'), 'utf8'),
    scratch,
    make: async (folder) => {
      for (const name of ['package.json', 'package-lock.json', '.npmrc'])
        copyFileSync(join(root, name), join(folder, name))
      const words = npm('ci', '--os=win32', '--cpu=x64', '--no-audit', '--no-fund', '--loglevel=error')
      const { code, output } = await run(words, { cwd: folder })
      if (code !== 0) throw new Stop(`${output}\nnpm ci failed for Windows.`)
      // Electron's package returns the path of this file to a test; without the file it would download a runtime.
      const electron = join(folder, 'node_modules/electron')
      mkdirSync(join(electron, 'dist'))
      writeFileSync(join(electron, 'dist/electron.exe'), '')
      writeFileSync(join(electron, 'path.txt'), 'electron.exe')
    },
  })

/** Runs vitest on files, or on all projects. @returns {Promise<number>} the exit code */
export async function testUnits(/** @type {WineSession} */ session, /** @type {readonly string[]} */ words) {
  const modules = await windowsModules(session.scratch)
  await lend(session.debian, join(modules, 'node_modules'), join(root, 'node_modules'))
  const vitest = [
    join(session.runtime, 'electron.exe'),
    ...['node_modules/vitest/vitest.mjs', 'run', '--pool=threads', '--maxWorkers=1'],
    ...['--testTimeout=60000', '--hookTimeout=60000'],
    ...projects.map((project) => `--project=${project}`),
    ...['--reporter=default', '--reporter=json', '--outputFile.json=test-results/wine-unit.json'],
    ...words,
  ]
  const { now, zone } = testWorld()
  // The language is Wine's language, English.
  const env = { ELECTRON_RUN_AS_NODE: '1', GREENROOM_TEST_NOW: now, TZ: zone }
  return (await session.run(vitest, { env, show: true })).code
}
