/**
 * An invented language: each English text 40 % longer, with accents, between « and ». A copy of the built app has it
 * besides the Chinese catalogue, so that the app itself never contains any of it; a page uses one of the two.
 */
import { cp, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'

type Tree = string | { readonly [key: string]: Tree }

const root = path.join(import.meta.dirname, '../../..')
// All in the same font as the rest: letters of a fallback font have a different height.
const accented = new Map(Array.from('aceinouyACEINOUY', (letter, index) => [letter, 'àçéîñöüýÀÇÉÎÑÖÜÝ'.charAt(index)]))

function lengthened(text: string): string {
  // Placeholders and elements of i18next and React, and references to other texts, stay unchanged.
  const pieces = text.split(/(\{\{\w+\}\}|<\/?\w+ ?\/?>|\$t\([^)]*\))/)
  const letters = pieces.filter((_, index) => index % 2 === 0).join('')
  const words = pieces.map((piece, index) =>
    index % 2 === 0 ? piece.replace(/\w/g, (letter) => accented.get(letter) ?? letter) : piece,
  )
  // The characters around it count; the extension consists of words, because every language can break its lines.
  const more = Math.max(0, Math.ceil(letters.length * 0.4) - 2)
  return `«${words.join('')}${' éöà'.repeat(more).slice(0, more)}»`
}

function translated(tree: Tree): Tree {
  if (typeof tree === 'string') return lengthened(tree)
  return Object.fromEntries(Object.entries(tree).map(([key, inner]) => [key, translated(inner)]))
}

/** Copies the built app to a folder and adds the texts; returns the folder. */
export async function copyWithPseudoLocale(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await cp(path.join(root, 'out'), path.join(folder, 'out'), { recursive: true })
  await cp(path.join(root, 'package.json'), path.join(folder, 'package.json'))
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const english = path.join(root, 'src/renderer/i18n/en')
  const catalogue: Record<string, Tree> = {}
  for (const file of await readdir(english))
    catalogue[path.basename(file, '.json')] = translated(
      JSON.parse(await readFile(path.join(english, file), 'utf8')) as Tree,
    )
  const chunks = path.join(folder, 'out/renderer/assets')
  const [chunk, ...others] = (await readdir(chunks)).filter((file) => /^zh-cn-.*\.js$/.test(file))
  if (chunk === undefined || others.length > 0) throw new Error('not one chunk has the Chinese catalogue')
  await rename(path.join(chunks, chunk), path.join(chunks, 'chinese.js'))
  await writeFile(
    path.join(chunks, chunk),
    `import { zhCn as chinese } from './chinese.js'
    const pseudo = ${JSON.stringify(catalogue)}
    export const zhCn = sessionStorage.getItem('catalogue') === 'pseudo' ? pseudo : chinese`,
  )
  return folder
}

/** Chooses the catalogue that replaces Chinese in a page of the copy; reloads the page when it has the other one. */
export async function useCatalogue(page: Page, catalogue: 'zh-CN' | 'pseudo'): Promise<void> {
  const before = await page.evaluate((wanted) => {
    const chosen = sessionStorage.getItem('catalogue')
    sessionStorage.setItem('catalogue', wanted)
    return chosen
  }, catalogue)
  // The catalogue is read when Chinese is first chosen.
  if (before === null || before === catalogue) return
  await page.reload()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

/**
 * The texts and names of the page outside of « and » that have letters: texts of no catalogue. One text can span
 * several elements, so the characters are counted over the whole page.
 */
export function untranslated(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    let depth = 0
    const add = (text: string, isShown = true): void => {
      let rest = ''
      for (const sign of text) {
        if (sign === '«') depth += 1
        if (sign === '»') depth -= 1
        else if (depth === 0) rest += sign
      }
      if (isShown && /\p{Script=Latin}{2}/u.test(rest)) found.add(rest.trim())
    }
    // Preformatted text is the content of a file.
    const texts = document.evaluate('.//text()[not(ancestor::pre)]', document.body)
    for (let text = texts.iterateNext(); text !== null; text = texts.iterateNext())
      add(text.textContent ?? '', text.parentElement?.checkVisibility({ visibilityProperty: true }))
    if (depth !== 0) found.add('a text that is cut')
    depth = 0
    const names = ['aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'title', 'alt']
    for (const element of document.querySelectorAll(names.map((name) => `[${name}]`).join()))
      for (const name of names) add(element.getAttribute(name) ?? '')
    return [...found]
  })
}

/** Every text of a data tree, and its path. */
export function textsOf(value: unknown, at = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [at, String(value)]
  return [at, ...Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${at} ${key}`))]
}

// Numbers, addresses, files and ids, which are in no catalogue either. The short form of an id can have no digit.
const nameless = /\S*[\d/]\S*|\S+\.(?:jpg|png|json|txt)|\b[\da-f]{4}…[\da-f]{4}\b/g

function wordsOf(text: string): string {
  return ` ${(text.replaceAll(nameless, ' ').match(/\p{Script=Latin}+/gu) ?? []).join(' ')} `
}

/**
 * Recognises a text when all its words, or those of each member of a list, occur in one of these texts, in their order.
 */
export function recognise(texts: readonly string[]): (text: string) => boolean {
  const known = texts.map(wordsOf)
  return (text) =>
    text
      .split('·')
      .map(wordsOf)
      .every((words) => words.trim() === '' || known.some((one) => one.includes(words)))
}
