import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const folder = join(root, 'src/renderer/i18n')

/** @typedef {{ readonly [key: string]: string | Tree }} Tree */

/** The texts of a tree, with the forms of a plural merged. @type {(tree: Tree) => Tree} */
const merged = (tree) => {
  /** @type {Record<string, string | Tree>} */
  const texts = {}
  for (const [key, value] of Object.entries(tree)) {
    const name = key.replace(/_(?:one|other)$/, '')
    texts[name] = typeof value === 'string' ? `${String(texts[name] ?? '')}${value}` : value
  }
  return texts
}

/** The type of a tree’s placeholders: null without placeholders, a single type if all are the same. @type {(tree: string | Tree) => string | null} */
const typeOf = (tree) => {
  if (typeof tree === 'string') {
    const names = [...new Set([...tree.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => `'${name}'`))]
    return names.length === 0 ? null : `[${names.join(', ')}]`
  }
  const members = Object.entries(merged(tree)).map(([key, value]) => ({ key, type: typeOf(value) }))
  const [first] = members
  if (first !== undefined && members.every(({ type }) => type === first.type && type?.startsWith('[') === true)) {
    return first.type
  }
  const named = members.filter(({ type }) => type !== null).map(({ key, type }) => `'${key}': ${String(type)}`)
  return named.length === 0 ? null : `{ ${named.join('; ')} }`
}

/** Writes the placeholders of the English sentences, so that `t('x', { nmae })` fails: TypeScript does not know them. */
export function writeCatalogueTypes() {
  const files = readdirSync(join(folder, 'en')).filter((file) => file !== 'native.json')
  const catalogues = Object.fromEntries(
    files.map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, 'en', file), 'utf8'))]),
  )
  writeFileSync(join(folder, 'placeholders.d.ts'), `export type Placeholders = ${String(typeOf(catalogues))}\n`)
}
