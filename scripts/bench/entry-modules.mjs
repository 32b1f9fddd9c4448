/**
 * `node scripts/bench/entry-modules.mjs` prints, as JSON, the modules that main must load before it opens the first
 * window: `own` files of the build, followed through their static imports, and the names of `external` modules.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseAst } from 'vite'
import { root } from '../lib/run.mjs'

/** @type {Set<string>} */
const own = new Set()
/** @type {Set<string>} */
const external = new Set()

function follow(/** @type {string} */ file) {
  if (own.has(file)) return
  own.add(file)
  for (const statement of parseAst(readFileSync(file, 'utf8')).body) {
    const source = 'source' in statement ? statement.source : null
    if (source === null) continue
    if (source.value.startsWith('.')) follow(resolve(file, '..', source.value))
    else external.add(source.value)
  }
}

follow(join(root, 'out/main/index.js'))
console.log(JSON.stringify({ own: own.size, external: [...external].sort() }))
