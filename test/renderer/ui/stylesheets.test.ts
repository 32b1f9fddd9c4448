import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const files = (pattern: string): readonly string[] => globSync(pattern, { cwd: root })

interface Use {
  readonly names: ReadonlySet<string>
  /** True for access by a computed name, which can mean any class. */
  readonly isComputed: boolean
}

function usesOf(sheet: string): readonly Use[] {
  return files('{src/renderer,test/kit}/**/*.tsx').flatMap((file) => {
    const text = read(file)
    return [...text.matchAll(/import (\w+) from '(\S+\.module\.css)'/g)].flatMap(([, name = '', from = '']) => {
      if (path.join(path.dirname(file), from) !== sheet) return []
      const code = text.replaceAll(/^import .*$/gm, '')
      const fixed = code.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'))
      return [
        {
          names: new Set([...fixed].map(([, dotted, quoted]) => dotted ?? quoted ?? '')),
          isComputed: new RegExp(`\\b${name}\\[(?!')`).test(code),
        },
      ]
    })
  })
}

const sheets = files('src/renderer/**/*.module.css')

// Would catch a rule without an element, and an element without its rule.
test.each(sheets)('%s has exactly the used classes', (sheet) => {
  // Classes of a library are in :global().
  const text = read(sheet).replaceAll(/\/\*[^]*?\*\/|:global\([^)]*\)/g, '')
  const selectors = [...text.matchAll(/([^{};]*)\{/g)].map(([, selector = '']) => selector).join(' ')
  const defined = new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name))
  const uses = usesOf(sheet)
  const used = new Set(uses.flatMap(({ names }) => [...names]))
  const composed = sheets.flatMap((other) => [...read(other).matchAll(/composes: (\w+)/g)].map(([, name = '']) => name))
  expect([...used].filter((name) => !defined.has(name))).toEqual([])
  if (uses.some(({ isComputed }) => isComputed)) return
  expect([...defined].filter((name) => !used.has(name) && !composed.includes(name))).toEqual([])
})

// Positions in a picture or a chart are pixels, independent of the reading direction; centred elements have no side.
const ofPixels = /(?:appearance|crop|chart)\.module\.css$/

// Would catch a margin on the wrong side in a right-to-left language.
test('style sheets use start and end, not left and right', () => {
  const found = files('src/renderer/**/*.css')
    .filter((file) => !ofPixels.test(file))
    .flatMap((file) => {
      const sides = /^\s*(?:(?:margin|padding|border)-(?:left|right)|left|right)\b|(?:text-align|float): (?:left|right)/
      return read(file)
        .split('\n')
        .flatMap((line) => (sides.test(line) ? [`${file}: ${line.trim()}`] : []))
    })
  expect(found).toEqual([])
})

// Would catch a page in which every element is restyled when an element is added or removed: forty milliseconds with a
// few drafts.
test('no rule depends on the content of the whole page', () => {
  const found = files('src/renderer/**/*.css').flatMap((file) =>
    [...read(file).matchAll(/^.*(?::root|\bhtml|\bbody|\bmain|\.shell)[^\s,{]*:has\(.*$/gm)].map(
      ([rule]) => `${file}: ${rule}`,
    ),
  )
  expect(found).toEqual([])
})
