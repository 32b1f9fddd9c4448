/**
 * `node scripts/wine-tests.mjs <window|installer|unit> [filters and options]`: tests of Windows under Wine, in their
 * own namespaces, so that no mount or process remains, however the run ends. For root on Debian.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { entry, root, runForeground, Stop, works } from './lib/run.mjs'
import { setUp } from './setup.mjs'
import { cacheFolder } from './wine/cache.mjs'

const namespaces = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']

// A shell as the first process reaps processes whose parents have ended. With several commands it does not replace
// itself with the last command.
const asFirstProcess = ['sh', '-c', '"$@"; exit $?', 'sh']

/** Makes an empty folder for this run, and removes the folders of killed runs, of a gigabyte or more each. */
function makeScratch() {
  for (const name of readdirSync(cacheFolder)) {
    const [, id] = /^run-(\d+)-/.exec(name) ?? []
    if (id !== undefined && !existsSync(`/proc/${id}`))
      rmSync(join(cacheFolder, name), { recursive: true, force: true })
  }
  return mkdtempSync(join(cacheFolder, `run-${process.pid}-`))
}

await entry(async () => {
  const words = process.argv.slice(2)
  if (process.platform !== 'linux' || process.arch !== 'x64' || process.getuid?.() !== 0)
    throw new Stop('The tests under Wine run as root on a Debian system (x64) only: they make a Debian of their own.')
  if (!works('unshare', [...namespaces.slice(1), 'true']))
    throw new Stop('The tests under Wine need namespaces for mounts and processes, which are forbidden here.')
  await setUp('wine tests')
  mkdirSync(cacheFolder, { recursive: true })
  // Wine treats a folder on a different file system as a link.
  if (statSync(cacheFolder).dev !== statSync(root).dev)
    throw new Stop(`${cacheFolder} must be on the file system of ${root}: name another folder with XDG_CACHE_HOME.`)
  const scratch = makeScratch()
  try {
    const inside = [process.execPath, join(root, 'scripts/wine/inside.mjs'), scratch, ...words]
    return await runForeground([...namespaces, ...asFirstProcess, ...inside], process.env)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
})
