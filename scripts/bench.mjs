/**
 * `npm run bench [-- images uploads] [--rounds 15] [--write]`: measures the costs of the built app, compared with the
 * minimum cost of the same work on the same machine. Only the ratios can be compared between machines, not the times.
 * Without names every bench runs; `--write` writes their sections to docs/benchmarks.md.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benches, machineLine, pageWith } from './bench/page.mjs'
import { electronPath, ensureElectron } from './electron-runtime.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { entry, root, run, runForeground, Stop } from './lib/run.mjs'
import { testSession } from './lib/session.mjs'
import { setUp } from './setup.mjs'

const flags = /** @type {const} */ ({ rounds: { type: 'string' }, write: { type: 'boolean', default: false } })

function chosen(/** @type {readonly string[]} */ names, /** @type {string | undefined} */ rounds) {
  const unknown = names.find((name) => benches.every((bench) => bench.name !== name))
  if (unknown !== undefined) throw new Stop(`${unknown}: no such bench (${benches.map(({ name }) => name).join(', ')})`)
  if (rounds !== undefined && !(Number(rounds) >= 1)) throw new Stop('--rounds needs a number from 1 on')
  const wanted = benches.filter(({ name }) => names.length === 0 || names.includes(name))
  return wanted.map((bench) => ({ ...bench, rounds: rounds === undefined ? bench.rounds : Number(rounds) }))
}

await entry(async () => {
  const { values, positionals } = parseArgs({ options: flags, allowPositionals: true })
  const wanted = chosen(positionals, values.rounds)
  if (process.platform !== 'linux') throw new Stop('The benches read memory from /proc: they run on Linux.')
  await setUp('tests')
  await ensureBuilt()
  const { prefix, notes } = testSession({ display: true })
  for (const note of notes) console.log(note)
  const resultFile = join(root, 'out/bench.json')
  const switches = notes.length > 0 ? ['--no-sandbox'] : []
  // Node 20 has WebSocket only with this flag.
  const node = [process.execPath, '--experimental-websocket']
  const inner = [...node, join(root, 'scripts/bench/session.mjs'), electronPath, resultFile]
  const code = await runForeground([...prefix, ...inner, JSON.stringify(wanted), ...switches], process.env)
  if (code !== 0) return code
  const results = JSON.parse(await readFile(resultFile, 'utf8'))
  await rm(resultFile)
  const machine = machineLine(await ensureElectron({ retry: false }), notes)
  /** @type {Map<string, string>} */
  const sections = new Map()
  for (const { name, title } of wanted) {
    const { report } = await import(`./bench/${name}.mjs`)
    const text = report(results[name])
    console.log(`\n## ${title}\n\n${text}`)
    sections.set(title, `${text}\n\n${machine}`)
  }
  if (!values.write) return 0
  const page = join(root, 'docs/benchmarks.md')
  await writeFile(page, pageWith(await readFile(page, 'utf8'), sections))
  return (await run([process.execPath, join(root, 'node_modules/oxfmt/bin/oxfmt'), page])).code
})
