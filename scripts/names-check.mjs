/**
 * `node scripts/names-check.mjs [file…]`: no file name and no declared name has a private word for which the field
 * has a standard one. Without arguments: every tracked file of src, test and scripts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { entry, root, Stop } from './lib/run.mjs'

/** @typedef {'file' | 'function' | 'type' | 'value'} Kind */
/** @typedef {{ name: string, line: number, kind: Kind }} Declared */
/** @typedef {{ file: string, line: number, name: string, word: string, say: string }} Problem */
/** @typedef {{ pattern: string, say: string, at?: 'first' | 'last', kinds?: readonly Kind[], but?: RegExp }} Rule */
/** @typedef {{ files: RegExp, names: RegExp, why: string }} Exemption */

/**
 * `pattern`: alternatives between `|`, each one word or several in a row. `at`: only there, and only beside other words.
 * Words with a good meaning too (watch, note, mark, picture, reading, steps, over) are left to review.
 * @type {readonly Rule[]}
 */
const rules = [
  { pattern: 'desk|desks', say: 'workspace' },
  { pattern: 'seat|seats|seated', say: 'window profile, assign' },
  { pattern: 'control room', say: 'live operations' },
  { pattern: 'lane|lanes', say: 'queue, executor' },
  { pattern: 'book|books|shelf|shelves', say: 'store, state, registry' },
  { pattern: 'kept|keeping', say: 'snapshot, cached, stored' },
  { pattern: 'tell|tells|told|telling|untold', say: 'notify, notifier, result' },
  { pattern: 'heard', say: 'listener, received' },
  { pattern: 'news', say: 'change event, overview' },
  { pattern: 'twin|twins', say: 'duplicate' },
  { pattern: 'look up|looks up|looked up|look ups|lookup|lookups', say: 'snapshot, fetch' },
  { pattern: 'looks|looking|looked', say: 'focus, poll, file tail, analysis', but: /^looksLike/ },
  { pattern: 'look', say: 'fetch, poll, analyse; focus, visible view' },
  { pattern: 'grown', say: 'appended, file tail' },
  { pattern: 'restful|resting|rests|rested', say: 'suspend, suspended' },
  { pattern: 'rest', say: 'suspension, remaining', kinds: ['file', 'type'] },
  { pattern: 'closings', say: 'close-all, bulk close, close run' },
  { pattern: 'ticketed', say: 'confirmed' },
  { pattern: 'guard|guards|guarded', say: 'rule, close suggestion rule' },
  { pattern: 'raised', say: 'triggered' },
  { pattern: 'ticked|unticked|tickable', say: 'selected' },
  { pattern: 'tick|ticks', say: 'select, selection; clock' },
  { pattern: 'under way', say: 'in-flight' },
  { pattern: 'cut|cuts|cutting', say: 'truncate, crop' },
  { pattern: 'set aside|sets aside|moved aside|put aside', say: 'quarantine' },
  { pattern: 'aside', say: 'quarantine; on a worker' },
  { pattern: 'thin|thinned|thinning', say: 'downsample' },
  { pattern: 'marker|markers', say: 'annotation' },
  { pattern: 'unpack|unpacks|unpacked|unpacking', say: 'decompress' },
  { pattern: 'judge|judges|judged|judging|verdict|verdicts', say: 'parse, validate, classify, status' },
  { pattern: 'reach|reaches', say: 'address scope, service stack' },
  { pattern: 'preflight', say: 'analyse, finding' },
  { pattern: 'folding|folded|foldable|unfolded', say: 'collapsible, collapsed, expanded' },
  { pattern: 'most', say: 'max', at: 'first', but: /^most(?:Recent|Used)/i },
  { pattern: 'least', say: 'min', at: 'first', but: /^least(?:Recent|Used|Squares)/i },
  { pattern: 'longest', say: 'max', at: 'first', but: /^longest(?:-?increasing|First$)/i },
  { pattern: 'usual', say: 'default' },
  { pattern: 'beyond', say: 'overscan, exceeds' },
  { pattern: 'words', say: 'text, format', at: 'last', but: /^(?:forbidden|stop|query|reserved|key)-?words$/i },
  { pattern: 'stir|stirs|stirred', say: 'schedule' },
  { pattern: 'go on|goes on|going on|went on', say: 'resume, continue' },
  { pattern: 'let go|lets go', say: 'terminate, dispose' },
  { pattern: 'by itself', say: 'automatic, automatically' },
  { pattern: 'attention', say: 'focus, visible view' },
  { pattern: 'farewell', say: 'quit' },
  { pattern: 'lobby', say: 'applications', kinds: ['file', 'function', 'type'] },
  { pattern: 'bent', say: 'corrupt' },
  { pattern: 'breathe|breathes', say: 'yield to the loop' },
  { pattern: 'coalesced|coalesce|at most every', say: 'throttle' },
  { pattern: 'outside', say: 'tray, badge, notification; external' },
  { pattern: 'arrival|arrivals|arriving', say: 'launch arguments, deep link, received' },
  { pattern: 'own words', say: 'note search, custom text' },
  { pattern: 'own field|own fields', say: 'custom fields' },
  { pattern: 'quiet list', say: 'suppression list' },
  { pattern: 'steady clock', say: 'clock jump detector' },
  { pattern: 'rising run', say: 'longest increasing subsequence' },
  { pattern: 'fall watch', say: 'drain watch' },
  { pattern: 'take|takes|taking|taken', say: 'get, consume, add', at: 'first', kinds: ['file', 'function'] },
]

/**
 * Names that keep a forbidden word, mostly because they are stored. An exemption that nothing needs is a problem too.
 * @type {readonly Exemption[]}
 */
const exemptions = [
  { files: /^src\/main\/store\/migrations\//, names: /./, why: 'a migration that people have run never changes' },
  { files: /./, names: /^(?:lookup|systemLookup|lookupOf)$/, why: 'the option of node:net, the function of node:dns' },
  { files: /./, names: /^takeRecords$/, why: 'a method of the observers of the browser' },
  { files: /./, names: /^(?:aside|cut)$/, why: 'the element <aside>; the role and the event of the clipboard' },
  {
    files: /jpeg|image-facts/,
    names: /^(?:next)?marker$/i,
    why: 'what the JPEG standard calls the start of a segment',
  },
  { files: /^scripts\/package\//, names: /^unpack(?:ed)?$/, why: 'what the archives of Electron call it' },
  { files: /./, names: /^leastProtection$/, why: 'a key of the policy file of administrators' },
  { files: /^src\/practice\//, names: /^(?:next|mean)Arrival(?:At|Ms)$/, why: 'arrivals of calls, in stored state' },
  { files: /time-chart/, names: /^(?:\w+T|t)icks?$/, why: 'of the axes of a chart' },
  { files: /./, names: /^(?:onT|t)ick(?:All|Ms|Stale)?$|^(?:cancel|plan)Tick$/, why: 'the beat of a timer' },
  {
    files: /./,
    names: /^(?:longestSide|mostImageBytes|toldVersion)$/,
    why: 'keys of stored drafts, profiles and updates',
  },
  { files: /alert|activity|tray/, names: /^told$/, why: 'a column of the table of alerts' },
  { files: /./, names: /^(?:person-?outside-?canvas|missing-?farewell)$/i, why: 'ids of checks, which operators mute' },
  {
    files: /./,
    names: /^(?:(?:refused-|not-fetched-)?(?:cut-short|outside-folder))$/,
    why: 'kinds of failures, stored with jobs',
  },
  { files: /^test\/main\/alerts/, names: /^desk$/, why: 'the id of an application in the tests' },
  { files: /^scripts\/bench\/processes/, names: /^(?:ticks?|msPerTick)$/, why: 'the clock ticks of /proc' },
]

const compiled = rules.map((rule) => ({
  ...rule,
  rows: rule.pattern.split('|').map((words) => words.split(' ')),
}))

/** `readHTTPAnswer-2.test` is read, http, answer, 2, test. */
function wordsOf(/** @type {string} */ name) {
  const parted = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  return parted
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
}

/**
 * Longest first: a phrase hides the words that it is made of.
 * @returns {{ word: string, say: string }[]}
 */
function forbiddenIn(/** @type {string} */ name, /** @type {Kind} */ kind) {
  const words = wordsOf(name)
  const found = compiled
    .filter(({ kinds, but }) => (kinds?.includes(kind) ?? true) && !(but?.test(name) ?? false))
    .flatMap(({ rows, say, at }) =>
      rows.flatMap((row) => placesOf(words, row, at).map((from) => ({ row, from, to: from + row.length, say }))),
    )
    .sort((one, other) => other.row.length - one.row.length)
  const apart = found.filter(
    ({ from, to }, index) => !found.slice(0, index).some((longer) => longer.from <= from && to <= longer.to),
  )
  return apart.map(({ row, say }) => ({ word: row.join(' '), say }))
}

/** @returns {number[]} */
function placesOf(/** @type {string[]} */ words, /** @type {string[]} */ row, /** @type {Rule['at']} */ at) {
  const last = words.length - row.length
  const places = words
    .map((_, index) => index)
    .filter((index) => row.every((word, step) => words[index + step] === word))
  if (at === undefined) return places
  return last === 0 ? [] : places.filter((index) => index === (at === 'first' ? 0 : last))
}

/**
 * Leaves out names that are only used: a shorthand, `const { a } = b`, `import { a }`.
 * @returns {Declared[]}
 */
function declaredIn(/** @type {string} */ file, /** @type {string} */ text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @type {Declared[]} */
  const declared = []
  const visit = (/** @type {ts.Node} */ node) => {
    const name = nameOf(node)
    if (name !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(name.getStart(source))
      declared.push({ name: name.text, line: line + 1, kind: kindOf(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return declared
}

/** Quoted keys count when they are made like names (operations, states), not texts, paths and headers. */
const nameLike = /^[a-zA-Z][\w$]*(?:[.-][a-zA-Z][\w$]*)*$/

/** @returns {ts.Identifier | ts.StringLiteral | ts.PrivateIdentifier | undefined} */
function nameOf(/** @type {ts.Node} */ node) {
  if (ts.isBindingElement(node)) return boundName(node)
  if (ts.isImportSpecifier(node)) return node.propertyName === undefined ? undefined : node.name
  if (!declarations.some((isOne) => isOne(node))) return undefined
  const { name } = /** @type {ts.NamedDeclaration} */ (node)
  if (name === undefined) return undefined
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) return name
  return ts.isStringLiteral(name) && nameLike.test(name.text) ? name : undefined
}

/** A new name in a pattern: `const { old: name } = …`, `const [name] = …`; never a rest. */
function boundName(/** @type {ts.BindingElement} */ { name, propertyName, dotDotDotToken, parent }) {
  const isNew = propertyName !== undefined || ts.isArrayBindingPattern(parent)
  return isNew && dotDotDotToken === undefined && ts.isIdentifier(name) ? name : undefined
}

const functions = [
  ts.isFunctionDeclaration,
  ts.isFunctionExpression,
  ts.isMethodDeclaration,
  ts.isMethodSignature,
  ts.isArrowFunction,
]
const types = [
  ts.isTypeAliasDeclaration,
  ts.isInterfaceDeclaration,
  ts.isClassDeclaration,
  ts.isEnumDeclaration,
  ts.isTypeParameterDeclaration,
]
const values = [
  ts.isVariableDeclaration,
  ts.isParameter,
  ts.isPropertySignature,
  ts.isPropertyDeclaration,
  ts.isPropertyAssignment,
  ts.isEnumMember,
  ts.isGetAccessor,
  ts.isSetAccessor,
  ts.isNamespaceImport,
  ts.isNamedTupleMember,
]
const declarations = [...functions, ...types, ...values]

/** @returns {Kind} */
function kindOf(/** @type {ts.Node} */ node) {
  if (types.some((isOne) => isOne(node))) return 'type'
  const { initializer, type } = /** @type {{ initializer?: ts.Node, type?: ts.Node }} */ (node)
  const isTyped = ts.isPropertySignature(node) && type !== undefined && ts.isFunctionTypeNode(type)
  return isTyped || functions.some((isOne) => isOne(initializer ?? node)) ? 'function' : 'value'
}

const parsed = /\.(?:tsx?|mjs|cjs)$/

/**
 * @param {string} file its path from the root
 * @param {Set<Exemption>} used gets the exemptions that were needed
 * @returns {Problem[]}
 */
function problemsIn(file, used) {
  /** @type {Declared[]} */
  const names = [{ name: basename(file), line: 1, kind: 'file' }]
  if (parsed.test(file)) names.push(...declaredIn(file, readFileSync(file, 'utf8')))
  return names.flatMap(({ name, line, kind }) => {
    const found = forbiddenIn(name, kind)
    if (found.length === 0) return []
    const exemption = exemptions.find(({ files, names: exempt }) => files.test(file) && exempt.test(name))
    if (exemption === undefined) return found.map((one) => ({ file, line, name, ...one }))
    used.add(exemption)
    return []
  })
}

function trackedFiles() {
  const { status, stdout, stderr } = spawnSync('git', ['ls-files', '-z', 'src', 'test', 'scripts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (status !== 0) throw new Stop(`git ls-files: ${stderr}`)
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
}

function check() {
  const given = process.argv.slice(2)
  if (given.length === 0) process.chdir(root)
  /** @type {Set<Exemption>} */
  const used = new Set()
  const problems = (given.length === 0 ? trackedFiles() : given).flatMap((file) => problemsIn(file, used))
  for (const { file, line, name, word, say } of problems)
    console.log(`${file}:${String(line)} ${name}: “${word}”: say ${say}`)
  const unused = given.length === 0 ? exemptions.filter((exemption) => !used.has(exemption)) : []
  for (const { names, why } of unused) console.log(`An exemption that nothing needs: ${String(names)} (${why})`)
  return Promise.resolve(problems.length + unused.length === 0 ? 0 : 1)
}

await entry(check)
