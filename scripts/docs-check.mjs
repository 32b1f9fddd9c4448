/**
 * `node scripts/docs-check.mjs`: checks that every file, npm script and operation named in README.md, CONTRIBUTING.md,
 * SECURITY.md or docs exists, and that docs/dependencies.md has the packages of package.json with their versions. A
 * link checker would add 180 packages and know neither our commands nor our operations.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { entry, root, Stop } from './lib/run.mjs'

/** @typedef {{ files: readonly string[], scripts: ReadonlySet<string>, names: ReadonlySet<string> }} Repository */

const made = new Set(['node_modules', 'out', 'release', 'test-results', '.git'])
const source = /\.(?:tsx?|mjs|cjs|js|sh|md|css|html)$/

// Names that look like our operations but are not.
const foreign = new Set(['window.bridge', 'session.resolveProxy', 'settings.json'])

// Files that a document can name although they are in no commit: files of a built app, of a machine, of a user's data.
const elsewhere = /^(?:[/~.$<]|https?:|app:|greenroom:|(?:node_modules|out|test-results|release)(?:\/|$))/

const pathsUnder = (/** @type {string} */ folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

/** @returns {Repository} */
function readRepository() {
  const top = readdirSync(root, { withFileTypes: true }).filter(({ name }) => !made.has(name))
  const found = top.flatMap((one) => (one.isDirectory() ? [one.name, ...pathsUnder(one.name)] : [one.name]))
  const files = found.map((file) => file.split(sep).join('/'))
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const words = files.filter((file) => /^src\/shared\/.*\.ts$/.test(file)).map((file) => readFileSync(join(root, file)))
  const names = [...words.join('\n').matchAll(/'([a-z]+\.[a-zA-Z]+)'/g)].map(([, name]) => name ?? '')
  return { files, scripts: new Set(Object.keys(scripts)), names: new Set(names) }
}

/** Says whether a path matches a file: complete, as the end of a path (`vault/keychain.ts`), or with `*`. */
function isThere(/** @type {readonly string[]} */ files, /** @type {string} */ named) {
  const pattern = named
    .replace(/\/$/, '')
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*+/g, '.*')
  const whole = new RegExp(`(^|/)${pattern}$`)
  return files.some((file) => whole.test(file))
}

/**
 * The missing names in a document, as the document writes them.
 * @param {{ text: string, folder: string }} document `folder`: the document's folder, relative to the root
 * @param {Repository} repository
 * @returns {string[]}
 */
function lacking({ text, folder }, { files, scripts, names }) {
  const nouns = new Set([...names].map((name) => name.split('.')[0]))
  const tops = new Set(files.filter((file) => !file.includes('/')))
  const prose = text.replaceAll(/^```[^]*?^```/gm, '')
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, words]) => words ?? '')
  const isPath = (/** @type {string} */ word) =>
    !elsewhere.test(word) && (source.test(word) || (word.includes('/') && tops.has(word.split('/')[0] ?? '')))
  const paths = quoted.flatMap((words) => words.split(/[\s,]+/)).map((word) => word.replace(/:\d+$/, ''))
  const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target ?? '')
  const operations = quoted.filter((words) => /^[a-z]+\.[a-zA-Z]+$/.test(words) && !source.test(words))
  return [
    ...paths.filter((word) => isPath(word) && !isThere(files, word)),
    ...links.filter((target) => !/^[a-z]+:/.test(target) && !files.includes(posix.join(folder, target))),
    ...[...text.matchAll(/npm run (?:--silent )?([\w:-]+)(?!…)\b/g)].flatMap(([words, name]) =>
      scripts.has(name ?? '') ? [] : [words],
    ),
    ...operations.filter((name) => !foreign.has(name) && nouns.has(name.split('.')[0]) && !names.has(name)),
  ]
}

/**
 * The differences between the page of dependencies and package.json, in words.
 * @param {string} text
 * @param {Record<string, string>} packages names, with the versions or `npm:` aliases in package.json
 * @returns {string[]}
 */
function unlikePackages(text, packages) {
  const rows = [...text.matchAll(/^\|\s*(@?[a-z0-9][\w./-]*)\s*\|\s*(\d[\w.-]*)\s*\|/gm)]
  const documented = rows.map(([, name, version]) => `${name} ${version}`)
  const installed = Object.entries(packages).map(([name, version]) => `${name} ${version.replace(/^npm:.*@/, '')}`)
  return [
    ...installed.filter((one) => !documented.includes(one)).map((one) => `lacks ${one}`),
    ...documented.filter((one) => !installed.includes(one)).map((one) => `has ${one}, which package.json has not`),
    ...documented.filter((one, at) => documented.indexOf(one) !== at).map((one) => `has ${one} twice`),
  ]
}

/** A check that never finds anything would always pass, so it must find exactly these problems. */
function proveItself(/** @type {Repository} */ repository) {
  const text =
    'True: `src/shared/contract.ts`, `vault/*.ts`, [all](testing.md), `npm run check`, `session.close`, `/proc/cpuinfo`. ' +
    'Untrue: `src/shared/none.ts`, `src/nowhere`, [all](none.md), `npm run nothing`, `session.sing`.'
  const found = lacking({ text, folder: 'docs' }, repository).join(' ')
  const wanted = 'src/shared/none.ts src/nowhere none.md npm run nothing session.sing'
  if (found !== wanted) throw new Stop(`The check of the documents does not work: found “${found}”`)
  const table = '| Package | Version |\n| --- | --- |\n| @a/one | 1.0.0 |\n| two | 2.1.0 |\n| four | 4.0.0 |\n'
  const packages = { '@a/one': '1.0.0', two: '2.0.0', three: 'npm:@b/three@3.0.0' }
  const differences = unlikePackages(table, packages).join('; ')
  const expected =
    'lacks two 2.0.0; lacks three 3.0.0; has two 2.1.0, which package.json has not; has four 4.0.0, which package.json has not'
  if (differences !== expected) throw new Stop(`The check of dependencies does not work: found “${differences}”`)
}

await entry(() => {
  const repository = readRepository()
  proveItself(repository)
  const documents = repository.files.filter((file) => /^(?:README|CONTRIBUTING|SECURITY|docs\/.*)\.md$/.test(file))
  const problems = documents.flatMap((file) =>
    lacking({ text: readFileSync(join(root, file), 'utf8'), folder: posix.dirname(file) }, repository).map(
      (words) => `${file} names what is not there: ${words}`,
    ),
  )
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
  const differences = unlikePackages(page, { ...dependencies, ...devDependencies })
  const all = [...problems, ...differences.map((words) => `docs/dependencies.md ${words}`)]
  for (const problem of all) console.log(problem)
  return Promise.resolve(all.length === 0 ? 0 : 1)
})
