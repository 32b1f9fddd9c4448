/**
 * `npm run bench [-- --rounds 15] [-- --write]`: start and memory of the built app against a bare sandboxed window, in
 * turn on the same machine. Times do not travel between machines; the ratios do. `--write` puts docs/benchmarks.md.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { electronPath, ensureElectron } from './electron-runtime.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { entry, root, runForeground, Stop } from './lib/run.mjs'
import { testSession } from './lib/session.mjs'
import { setUp } from './setup.mjs'

const fewestRounds = 9
const aims = { paint: 1.35, memory: 1.15 }

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
  const table = report(JSON.parse(await readFile(resultFile, 'utf8')))
  await rm(resultFile)
  console.log(`\n${table}`)
  if (process.argv.includes('--write')) await writeDocument({ table, rounds })
  return 0
})

/** @param {{ bare: import('./bench/launch.mjs').Launch[], app: import('./bench/launch.mjs').Launch[] }} launches */
function report({ bare, app }) {
  const row = (
    /** @type {string} */ name,
    /** @type {{ key: 'paintMs' | 'pssMb', unit: string, aim: number }} */ { key, unit, aim },
  ) => {
    const [least, most] = [bare, app].map((launches) => quartiles(launches.map((launch) => launch[key])))
    const ratio = (most?.median ?? 0) / (least?.median ?? 1)
    const verdict = ratio <= aim ? 'met' : 'missed'
    return `| ${name} | ${spread(least, unit)} | ${spread(most, unit)} | ${ratio.toFixed(2)} × | ≤ ${aim} × (${verdict}) |`
  }
  return [
    '| | bare window | Greenroom | ratio | aim |',
    '| --- | --- | --- | --- | --- |',
    row('spawn to first contentful paint', { key: 'paintMs', unit: 'ms', aim: aims.paint }),
    row('memory, all processes (PSS)', { key: 'pssMb', unit: 'MB', aim: aims.memory }),
  ].join('\n')
}

/** @typedef {{ low: number, median: number, high: number }} Quartiles */

function spread(/** @type {Quartiles | undefined} */ quarters, /** @type {string} */ unit) {
  if (quarters === undefined) return 'none'
  return `${quarters.median.toFixed(0)} ${unit} (${quarters.low.toFixed(0)}–${quarters.high.toFixed(0)})`
}

/** First quartile, median and third quartile. @returns {Quartiles} */
function quartiles(/** @type {number[]} */ values) {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (/** @type {number} */ share) => {
    const place = share * (sorted.length - 1)
    const below = sorted[Math.floor(place)] ?? 0
    return below + ((sorted[Math.ceil(place)] ?? below) - below) * (place % 1)
  }
  return { low: at(0.25), median: at(0.5), high: at(0.75) }
}

async function writeDocument(/** @type {{ table: string, rounds: number }} */ { table, rounds }) {
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'}, ${(totalmem() / 1e9).toFixed(0)} GB, Linux ${release()}`
  const text = `# Benchmarks

\`npm run bench -- --write\` wrote this page: the built app with an empty profile folder against one sandboxed Electron window with a line of text, launched in turn ${rounds} times each after one launch that does not count. Medians, with the quartiles in brackets. Times belong to the machine; the ratios travel.

${table}

Machine: ${machine}. ${await ensureElectron({ retry: false })}.
`
  await writeFile(join(root, 'docs/benchmarks.md'), text)
}
