/**
 * `rounds.mjs <rounds> <electron> <result file> [switches]`: measures the bare window and the app in turn, inside the
 * session that bench.mjs prepared. `bare` and `kept` have a folder that launches before the count have warmed; `first`
 * gets an empty one each time.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entry, root } from '../lib/run.mjs'
import { launch } from './launch.mjs'
import { untilAlone } from './processes.mjs'

/** @typedef {Record<'bare' | 'first' | 'kept', import('./launch.mjs').Launch[]>} Launches */

// Nothing listens at the discard port: the start is measured with a profile open and a service that does not answer.
const profile = {
  id: null,
  fields: {
    name: 'Bench',
    baseUrl: 'http://127.0.0.1:9/openapi/v2',
    authentication: { kind: 'access-token' },
    applications: [{ appId: '1000000000000000001', label: 'Front desk' }],
    mediaBaseUrl: '',
    durationUnit: 'unknown',
    protection: 'confirm',
    colour: 'blue',
  },
  secret: { kind: 'set', value: 'bench', keepIn: 'keychain' },
}
const keepProfile = `window.bridge.call('profile.save', ${JSON.stringify(profile)}).then(({ ok }) => ok)`

await entry(async () => {
  const [rounds = '', electron = '', resultFile = '', ...switches] = process.argv.slice(2)
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-bench-'))
  const bare = join(root, 'scripts/bench/bare/main.mjs')
  const commandOf = (/** @type {string} */ main, /** @type {string} */ name) => [
    ...[electron, ...switches, main, `--user-data-dir=${join(folder, name)}`],
  ]
  /** @type {Launches} */
  const launches = { bare: [], first: [], kept: [] }
  const order = /** @type {const} */ (['bare', 'first', 'kept'])
  try {
    await launch(commandOf(bare, 'bare'))
    await launch(commandOf(root, 'kept'), keepProfile)
    // Chromium keeps compiled code after the second load and uses it from the third on.
    for (let turn = 0; turn < 2; turn += 1) await launch(commandOf(root, 'kept'))
    for (let round = 0; round < Number(rounds); round += 1) {
      const shift = round % order.length
      for (const name of [...order.slice(shift), ...order.slice(0, shift)]) {
        const profileFolder = name === 'first' ? `first-${round}` : name
        await untilAlone(electron)
        launches[name].push(await launch(commandOf(name === 'bare' ? bare : root, profileFolder)))
      }
      console.log(`round ${round + 1} of ${rounds}`)
    }
    await writeFile(resultFile, JSON.stringify(launches))
    return 0
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
})
