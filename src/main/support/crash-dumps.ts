/**
 * Crash dumps as Crashpad leaves them: pieces of memory, so they may hold secrets. They stay in the data folder, for the
 * operator's account alone, and are part of nothing that is exported.
 */
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

interface Dump {
  readonly file: string
  readonly writtenAt: number
}

const MAX_DUMPS = 10

// On Linux and macOS in `new`, `pending` and `completed`, on Windows in `reports`; none until the first crash.
function dumpsIn(folder: string): readonly Dump[] {
  const options = { recursive: true, withFileTypes: true } as const
  const entries = statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder, options)
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'))
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) => {
      // Crashpad moves a dump when it is whole.
      const stats = statSync(file, { throwIfNoEntry: false })
      return stats === undefined ? [] : [{ file, writtenAt: stats.mtimeMs }]
    })
}

function remove(dump: Dump, folder: string): void {
  const name = basename(dump.file, '.dmp')
  const belonging = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => {
    return entry.isFile() && basename(entry.name).startsWith(`${name}.`)
  })
  for (const entry of belonging) rmSync(join(entry.parentPath, entry.name), { force: true })
}

export const countCrashDumps = (folder: string): number => dumpsIn(folder).length

/** Removes all but the newest ten, and withholds those from other accounts. Throws what the file system does. */
export function pruneCrashDumps(folder: string, keep = MAX_DUMPS): void {
  const newestFirst = [...dumpsIn(folder)].sort((one, other) => other.writtenAt - one.writtenAt)
  for (const dump of newestFirst.slice(keep)) remove(dump, folder)
  if (process.platform === 'win32') return
  for (const { file } of newestFirst.slice(0, keep)) chmodSync(file, 0o600)
}
