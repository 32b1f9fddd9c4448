/** Builds out/, and checks whether it matches the sources. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, run, Stop } from './run.mjs'

const sources = [
  'src',
  'resources',
  'electron.vite.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
]
const outputs = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html']
const stamp = join(root, 'out/.sources')

/** Builds if a source changed since the last build, and prints this. */
export async function ensureBuilt() {
  const isFresh = outputs.every((file) => existsSync(join(root, file))) && existsSync(stamp)
  if (isFresh && readFileSync(stamp, 'utf8') === hashSources()) return
  console.log('Building')
  await build()
}

/** Builds main, preload and page into out/; shows the bundler's output only if it fails. */
export async function build() {
  const hash = hashSources()
  const bundler = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const { code, output } = await run([process.execPath, bundler, 'build', '--logLevel', 'warn'])
  if (code !== 0) throw new Stop(`${output}\nThe build failed.`)
  if (output.trim() !== '') console.log(output.trim())
  await writeFile(stamp, hash)
}

function hashSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((name) => filesUnder(join(root, name))))
    hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** @returns {string[]} */
function filesUnder(/** @type {string} */ path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}
