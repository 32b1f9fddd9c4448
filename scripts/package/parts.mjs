/** The shipped parts besides our own code: npm packages in the bundles or beside them, and the runtime. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root, Stop } from '../lib/run.mjs'

/** @typedef {{ folder: string, name: string, version: string, license: string, author: string, homepage: string }} Part */

// Not modules of a bundle: scripts/package/program.mjs copies the native module, a style sheet loads the font.
const besideBundles = ['node_modules/@fontsource-variable/inter', 'node_modules/keytar']

const authorOf = (/** @type {unknown} */ author) =>
  typeof author === 'object' && author !== null && 'name' in author ? String(author.name) : String(author ?? '')

/**
 * The shipped npm packages, as the bundler recorded them during the build.
 * @returns {Part[]}
 */
export function shippedParts() {
  /** @type {string[]} */
  const bundled = JSON.parse(readFileSync(join(root, 'out/bundled.json'), 'utf8'))
  return [...bundled, ...besideBundles].sort().map((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const { name, version, license = '', author, homepage = '' } = manifest
    return { folder, name, version, license, author: authorOf(author), homepage }
  })
}

// Licence texts for packages whose licence requires its text, but which do not include it.
const textsOfOurs = { 'Apache-2.0': 'Apache-2.0.txt' }

function licenceTextOf(/** @type {Part} */ { folder, name, license }) {
  const own = readdirSync(join(root, folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  if (own.length > 0) return own.map((file) => readFileSync(join(root, folder, file), 'utf8').trim()).join('\n\n')
  const ours = Object.entries(textsOfOurs).find(([id]) => id === license)?.[1]
  if (ours === undefined) throw new Stop(`No package was made: ${name} is shipped, and brings no text of its licence.`)
  return readFileSync(join(root, 'resources/licenses', ours), 'utf8').trim()
}

/** The notices of all shipped npm packages, each with the whole text of its licence. */
export function noticesOf(/** @type {readonly Part[]} */ parts) {
  const line = '='.repeat(80)
  const head =
    'Greenroom contains the following packages, each under its own licence. Those of Electron and of Chromium are in\n' +
    'LICENSE.electron.txt and LICENSES.chromium.html. libheif (libheif-js) is a file of its own in the folder\n' +
    'resources, unchanged, and may be replaced; the licences that it is under are beside it.'
  const notices = parts.map((part) => {
    const title = `${part.name} ${part.version} (${part.license})${part.author === '' ? '' : `, ${part.author}`}`
    return [line, title, part.homepage, '', licenceTextOf(part)].filter((text) => text !== undefined).join('\n')
  })
  return `${[head, ...notices].join('\n\n')}\n`
}

async function sha256(/** @type {string} */ file) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(/** @type {Buffer} */ (chunk))
  return hash.digest('hex')
}

/** The digits of a hash in the format of a version 4 UUID, so that the same build has the same serial number. */
function uuidOf(/** @type {string} */ text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** npm's list of all packages of the lockfile, without its warnings. */
function npmSbom() {
  const [program = '', ...words] = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, encoding: 'utf8', maxBuffer: 64e6 })
  if (status !== 0) throw new Stop(`${stderr}\nnpm could not list the parts.`)
  return JSON.parse(stdout)
}

/**
 * The list of parts in CycloneDX: npm's list, reduced to the shipped packages, and the runtime with the hash of its
 * binary before its fuses were set.
 * @param {import('./facts.mjs').Facts} facts
 * @param {{ parts: readonly Part[], binary: string | null }} shipped `binary`: of the runtime; null omits its hash
 */
export async function sbomOf({ version, commit, epoch, runtime }, { parts, binary }) {
  const sbom = npmSbom()
  const refs = new Set(parts.map((part) => `${part.name}@${part.version}`))
  const isShipped = (/** @type {{ 'bom-ref': string }} */ component) => refs.has(component['bom-ref'])
  // Without npm's "optional" and "development", which concern only the installation.
  const components = sbom.components
    .filter(isShipped)
    .map((/** @type {any} */ component) => ({ ...component, scope: undefined, properties: undefined }))
  const missing = parts.length - components.length
  if (missing !== 0) throw new Stop(`${missing} shipped packages are not in npm’s list of parts.`)
  const electron = {
    'bom-ref': `electron-runtime@${runtime.version}`,
    type: 'framework',
    name: 'electron',
    version: runtime.version,
    description: runtime.source,
    ...(runtime.isOfficial ? { purl: `pkg:github/electron/electron@v${runtime.version}` } : {}),
    ...(binary === null ? {} : { hashes: [{ alg: 'SHA-256', content: await sha256(binary) }] }),
    licenses: [{ license: { id: 'MIT' } }],
  }
  const all = [...components, electron]
  const self = `greenroom@${version}`
  return {
    $schema: sbom.$schema,
    bomFormat: sbom.bomFormat,
    specVersion: sbom.specVersion,
    serialNumber: `urn:uuid:${uuidOf(`${commit}${JSON.stringify(all)}`)}`,
    version: 1,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: { 'bom-ref': self, type: 'application', name: 'greenroom', version },
    },
    components: all,
    dependencies: [{ ref: self, dependsOn: all.map((component) => component['bom-ref']) }],
  }
}

/** Says whether a file of the page has a type that only external packages contain. */
const isForeign = (/** @type {string} */ name) => !/\.(?:js|css|html|png|svg|json)$/.test(name)

/**
 * Refuses files of the page that belong to no recorded package: they would be shipped without their licence.
 * @param {readonly Part[]} parts
 */
export function checkAssets(parts) {
  const assets = readdirSync(join(root, 'out/renderer/assets')).filter(isForeign)
  for (const asset of assets) {
    const stem = asset.replace(/-[\w-]{8}(\.\w+)$/, '$1')
    const isKnown = parts.some(({ folder }) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).some((file) => file.endsWith(stem)),
    )
    if (!isKnown) throw new Stop(`No package was made: nobody knows where out/renderer/assets/${asset} comes from.`)
  }
}

/** The licence files beside the program, by their names there. */
export const licenceFiles = (/** @type {string} */ electronDist) => ({
  'LICENSE.txt': join(root, 'LICENSE'),
  'LICENSE.electron.txt': join(electronDist, 'LICENSE'),
  'LICENSES.chromium.html': join(electronDist, 'LICENSES.chromium.html'),
  'face-model.LICENSE.txt': join(root, 'resources/licenses/Apache-2.0.txt'),
})
