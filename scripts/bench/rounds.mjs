/**
 * `rounds.mjs <rounds> <electron> <result file> [switches]`: measures the app and the bare window in turn, inside the
 * session that bench.mjs prepared. Each has one profile folder, warmed by a launch that does not count.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entry, root } from '../lib/run.mjs'
import { launch } from './launch.mjs'

await entry(async () => {
  const [rounds = '', electron = '', resultFile = '', ...switches] = process.argv.slice(2)
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-bench-'))
  const commandOf = (/** @type {string} */ name, /** @type {string} */ main) => [
    ...[electron, ...switches, main, `--user-data-dir=${join(folder, name)}`],
  ]
  const commands = { bare: commandOf('bare', join(root, 'scripts/bench/bare/main.mjs')), app: commandOf('app', root) }
  /** @type {{ bare: import('./launch.mjs').Launch[], app: import('./launch.mjs').Launch[] }} */
  const launches = { bare: [], app: [] }
  const order = /** @type {const} */ (['bare', 'app'])
  try {
    for (const command of Object.values(commands)) await launch(command)
    for (let round = 0; round < Number(rounds); round += 1) {
      const turn = round % 2 === 0 ? order : order.toReversed()
      for (const name of turn) launches[name].push(await launch(commands[name]))
      console.log(`round ${round + 1} of ${rounds}`)
    }
    await writeFile(resultFile, JSON.stringify(launches))
    return 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
