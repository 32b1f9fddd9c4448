/**
 * The size of what the page loads before it can render: the entry and all its static imports, according to the build's
 * manifest. Lazy chunks (sections, palette, charts) are not included.
 */
import { readFileSync } from 'node:fs'

/** @type {Record<string, { file: string, isEntry?: boolean, imports?: string[], css?: string[] }>} */
const manifest = JSON.parse(readFileSync('out/renderer/.vite/manifest.json', 'utf8'))

/** @type {(key: string, seen?: Set<string>) => Set<string>} */
function withImports(key, seen = new Set()) {
  if (!seen.has(key)) {
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) withImports(next, seen)
  }
  return seen
}

const chunks = Object.keys(manifest)
  .filter((key) => manifest[key]?.isEntry === true)
  .flatMap((key) => [...withImports(key)])
  .flatMap((key) => manifest[key] ?? [])
const inOut = (/** @type {string} */ file) => `out/renderer/${file}`

export default [
  { name: 'first screen: JavaScript', path: chunks.map(({ file }) => inOut(file)), limit: '150 kB', gzip: true },
  { name: 'first screen: CSS', path: chunks.flatMap(({ css = [] }) => css.map(inOut)), limit: '20 kB', gzip: true },
  { name: 'preload', path: 'out/preload/index.cjs', limit: '2 kB', gzip: true },
]
