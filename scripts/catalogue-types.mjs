/**
 * Writes the names that the English sentences leave open, so that `t('x', { nmae })` fails: TypeScript forgets the texts
 * of a JSON file. To be run when a sentence has got or lost a name, of which `--check` tells.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { entry, root } from './lib/run.mjs'

const folder = join(root, 'src/renderer/i18n')
const written = join(folder, 'placeholders.d.ts')

/** @typedef {{ readonly [key: string]: string | Tree }} Tree */

/** The type of a tree’s names; null where it has none. @type {(tree: string | Tree) => string | null} */
const typeOf = (tree) => {
  if (typeof tree === 'string') {
    const names = [...new Set([...tree.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => `'${name}'`))]
    return names.length === 0 ? null : `[${names.join(', ')}]`
  }
  const members = Object.entries(tree).flatMap(([key, value]) => {
    const type = typeOf(value)
    return type === null ? [] : [`'${key}': ${type}`]
  })
  return members.length === 0 ? null : `{\n${members.join('\n')}\n}`
}

await entry(() => {
  const files = readdirSync(join(folder, 'en')).filter((file) => file !== 'native.json')
  const catalogues = Object.fromEntries(
    files.map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, 'en', file), 'utf8'))]),
  )
  const text = `/** Made by scripts/catalogue-types.mjs. */\nexport interface Placeholders ${String(typeOf(catalogues))}\n`
  if (!process.argv.includes('--check')) writeFileSync(written, text)
  else if (readFileSync(written, 'utf8') !== text) {
    console.log('The names in the English sentences have changed: node scripts/catalogue-types.mjs')
    return Promise.resolve(1)
  }
  return Promise.resolve(0)
})
