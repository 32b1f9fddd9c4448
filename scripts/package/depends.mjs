/** Reads from the shipped binaries which Debian packages they need. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run, Stop } from '../lib/run.mjs'

// Packages by the library names in the binaries. Debian 13 and Ubuntu 24.04 renamed some packages (t64). The new name
// comes first, because there two packages provide the old name of one of them.
const packages = {
  'ld-linux-x86-64.so.2': 'libc6',
  'ld-linux-aarch64.so.1': 'libc6',
  'libasound.so.2': 'libasound2t64 | libasound2',
  'libatk-1.0.so.0': 'libatk1.0-0t64 | libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0t64 | libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0t64 | libatspi2.0-0',
  'libc.so.6': 'libc6',
  'libcairo.so.2': 'libcairo2',
  'libcups.so.2': 'libcups2t64 | libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libdl.so.2': 'libc6',
  'libexpat.so.1': 'libexpat1',
  'libgbm.so.1': 'libgbm1',
  'libgcc_s.so.1': 'libgcc-s1',
  'libgio-2.0.so.0': 'libglib2.0-0t64 | libglib2.0-0',
  'libglib-2.0.so.0': 'libglib2.0-0t64 | libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0t64 | libglib2.0-0',
  'libgtk-3.so.0': 'libgtk-3-0t64 | libgtk-3-0',
  'libm.so.6': 'libc6',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libpthread.so.0': 'libc6',
  'librt.so.1': 'libc6',
  'libsecret-1.so.0': 'libsecret-1-0',
  'libsmime3.so': 'libnss3',
  'libstdc++.so.6': 'libstdc++6',
  'libudev.so.1': 'libudev1',
  'libX11.so.6': 'libx11-6',
  'libxcb.so.1': 'libxcb1',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libXrandr.so.2': 'libxrandr2',
}

const isBinary = (/** @type {string} */ name) =>
  /\.(?:so(?:\.\d+)*|node)$/.test(name) || name === 'greenroom' || name.startsWith('chrome')

async function read(/** @type {string} */ option, /** @type {string} */ file) {
  const { code, output } = await run(['readelf', option, '--wide', file], { env: { ...process.env, LC_ALL: 'C' } })
  if (code !== 0) throw new Stop(`${output}\nreadelf could not read ${file}.`)
  return output
}

/** The highest version of the C library that any binary requires. */
function greatest(/** @type {readonly string[]} */ versions) {
  const numbers = (/** @type {string} */ version) => version.split('.').map(Number)
  return versions.toSorted((one, other) => {
    const [major = 0, minor = 0] = numbers(one)
    const [otherMajor = 0, otherMinor = 0] = numbers(other)
    return otherMajor - major || otherMinor - minor
  })[0]
}

/**
 * The entries of the field `Depends` for the program in a folder, from the libraries that its binaries are linked to.
 * @returns {Promise<string[]>}
 */
export async function dependsOf(/** @type {string} */ program) {
  const entries = readdirSync(program, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && isBinary(entry.name))
  const shipped = new Set(files.map(({ name }) => name))
  /** @type {Set<string>} */
  const needed = new Set()
  /** @type {string[]} */
  const glibc = []
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name)
    if (name.endsWith('.pak')) continue
    for (const [, library = ''] of (await read('--dynamic', file)).matchAll(/\(NEEDED\).*\[(.+)\]/g))
      needed.add(library)
    for (const [, version = ''] of (await read('--version-info', file)).matchAll(/GLIBC_(\d+\.\d+)/g))
      glibc.push(version)
  }
  const libraries = [...needed].filter((library) => !shipped.has(library))
  const unknown = libraries.filter((library) => !(library in packages))
  if (unknown.length > 0) throw new Stop(`No Debian package is known for ${unknown.join(', ')}: add it to depends.mjs.`)
  const names = new Set(libraries.map((library) => packages[/** @type {keyof typeof packages} */ (library)]))
  return [...names].sort().map((name) => (name === 'libc6' ? `libc6 (>= ${greatest(glibc)})` : name))
}
