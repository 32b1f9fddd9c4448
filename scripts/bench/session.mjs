/**
 * `session.mjs <electron> <result file> <[{ name, rounds }] as JSON> [switches]`: runs benches one after the other inside
 * the session that bench.mjs prepared, and writes their results.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entry } from '../lib/run.mjs'

await entry(async () => {
  const [electron = '', resultFile = '', wanted = '[]', ...switches] = process.argv.slice(2)
  /** @type {Record<string, unknown>} */
  const results = {}
  for (const { name, rounds } of JSON.parse(wanted)) {
    console.log(`${name}: ${rounds} rounds`)
    const folder = await mkdtemp(join(tmpdir(), 'greenroom-bench-'))
    try {
      const { measure } = await import(`./${name}.mjs`)
      results[name] = await measure({ electron, folder, switches, rounds })
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    }
  }
  await writeFile(resultFile, JSON.stringify(results))
  return 0
})
