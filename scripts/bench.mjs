/**
 * `npm run bench [-- --rounds 15] [-- --write]`: start and memory of the built app against a bare sandboxed window, in
 * turn on the same machine. Times do not travel between machines; the ratios do. `--write` puts docs/benchmarks.md.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { document, report } from './bench/report.mjs'
import { electronPath, ensureElectron } from './electron-runtime.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { entry, root, run, runForeground, Stop } from './lib/run.mjs'
import { testSession } from './lib/session.mjs'
import { setUp } from './setup.mjs'

const fewestRounds = 9

await entry(async () => {
  const given = process.argv.indexOf('--rounds')
  const rounds = given < 0 ? fewestRounds : Number(process.argv[given + 1])
  if (!(rounds >= fewestRounds)) throw new Stop(`--rounds needs a number from ${fewestRounds} on`)
  if (process.platform !== 'linux') throw new Stop('The bench reads memory from /proc: it runs on Linux.')
  await setUp('tests')
  await ensureBuilt()
  const { prefix, notes } = testSession({ display: true })
  for (const note of notes) console.log(note)
  const resultFile = join(root, 'out/bench.json')
  const switches = notes.length > 0 ? ['--no-sandbox'] : []
  const inner = [process.execPath, join(root, 'scripts/bench/rounds.mjs'), String(rounds), electronPath, resultFile]
  const code = await runForeground([...prefix, ...inner, ...switches], process.env)
  if (code !== 0) return code
  const launches = JSON.parse(await readFile(resultFile, 'utf8'))
  await rm(resultFile)
  console.log(`\n${report(launches)}`)
  if (!process.argv.includes('--write')) return 0
  const entryModules = JSON.parse((await run([process.execPath, join(root, 'scripts/bench/entry-modules.mjs')])).output)
  const text = document({ launches, entryModules, runtime: await ensureElectron({ retry: false }), notes })
  const page = join(root, 'docs/benchmarks.md')
  await writeFile(page, text)
  return (await run([process.execPath, join(root, 'node_modules/prettier/bin/prettier.cjs'), '--write', page])).code
})
