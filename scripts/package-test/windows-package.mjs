/** The Windows package in release/win32-x64/. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, Stop } from '../lib/run.mjs'

const release = join(root, 'release/win32-x64')

/** The package's folder and installer, and the facts in their names. */
export function madeWindowsPackage() {
  const setup = existsSync(release) ? readdirSync(release).find((name) => name.endsWith('-setup.exe')) : undefined
  const [, name, packageName, version] =
    /^((greenroom(?:-development)?)-(.+)-win32-x64)-setup\.exe$/.exec(setup ?? '') ?? []
  if (setup === undefined || name === undefined || packageName === undefined || version === undefined)
    throw new Stop('There is no installer in release/win32-x64: npm run package -- --target win32-x64 makes it.')
  return { program: join(release, name), installer: join(release, setup), facts: { version, packageName } }
}
