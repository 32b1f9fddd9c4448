/** Debian's tools for the test of the package. */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { run, works } from '../lib/run.mjs'

/** Runs a program that must succeed, and returns its output. */
export async function must(/** @type {readonly string[]} */ command) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  const { code, output } = await run(command, { env })
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}`)
  return output
}

export const field = async (/** @type {string} */ deb, /** @type {string} */ name) =>
  (await must(['dpkg-deb', '--field', deb, name])).trim()

/** Installs a file like a user; apt installs its dependencies. */
export const install = (/** @type {string} */ deb) =>
  must(['apt-get', '-o', 'DPkg::Lock::Timeout=300', 'install', '--yes', '--no-install-recommends', deb])

export const purge = (/** @type {string} */ name) =>
  must(['apt-get', '-o', 'DPkg::Lock::Timeout=300', 'purge', '--yes', name])

/** The installed version, or null. */
export async function installedVersion(/** @type {string} */ name) {
  const show = ['--show', '--showformat=${db:Status-Status} ${Version}', name]
  if (!works('dpkg-query', show)) return null
  const [status, version = null] = (await must(['dpkg-query', ...show])).split(' ')
  return status === 'installed' ? version : null
}

/** Packs the same program with a lower version, for the test of an upgrade. */
export async function repackAsPrevious(/** @type {string} */ deb, /** @type {string} */ folder) {
  const tree = join(folder, 'previous')
  mkdirSync(folder, { recursive: true })
  await must(['dpkg-deb', '--raw-extract', deb, tree])
  const control = join(tree, 'DEBIAN/control')
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, 'Version: 0.0.1'))
  // apt reads the file as a separate user.
  chmodSync(folder, 0o755)
  const previous = join(folder, basename(deb).replace(/_[^_]+_/, '_0.0.1_'))
  await must(['dpkg-deb', '--root-owner-group', '-Znone', '--build', tree, previous])
  rmSync(tree, { recursive: true })
  return previous
}
