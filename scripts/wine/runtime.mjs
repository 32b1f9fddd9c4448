/** A copy of the Windows runtime that Wine 10 can run. Only for tests: no package is made from it. */
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { electronDist, ensureElectron, verifyRuntime } from '../electron-runtime.mjs'
import { Stop } from '../lib/run.mjs'
import { cached } from './cache.mjs'

const target = { platform: 'win32', arch: 'x64' }
const name = Buffer.from('\0IsWindowArranged\0')

/**
 * Changes an executable to import a different Windows function: Chromium ends without `IsWindowArranged`, which Wine 10
 * does not have. `IsMenu` also takes a handle, and returns false for a window.
 */
export function patchForWine(/** @type {string} */ executable) {
  const bytes = readFileSync(executable)
  const at = bytes.indexOf(name)
  if (at < 0 || bytes.indexOf(name, at + 1) >= 0)
    throw new Stop(`${executable} does not name IsWindowArranged once, so it can't be made to run under Wine.`)
  bytes.fill(0, at, at + name.length).write('IsMenu', at + 1)
  writeFileSync(executable, bytes)
}

/** The folder of a Windows distribution that runs under Wine. */
export async function wineRuntime(/** @type {string} */ scratch) {
  console.log(await ensureElectron({ target, retry: false }))
  const dist = electronDist(target)
  await verifyRuntime(dist, target)
  const hash = createHash('sha256')
    .update(readFileSync(join(dist, 'electron.exe')))
    .digest('hex')
  return cached({
    name: 'runtime',
    title: 'Electron for Windows, patched for Wine',
    madeOf: `${hash} with IsMenu\n`,
    scratch,
    make: async (folder) => {
      cpSync(dist, folder, { recursive: true, dereference: true })
      patchForWine(join(folder, 'electron.exe'))
    },
  })
}
