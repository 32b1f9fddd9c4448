/** Moves a file that cannot be used out of the way, beside where it was: nothing of the operator's is ever deleted. */
import { existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { fileStamp } from '../lib/files.ts'

function freeName(wanted: string): string {
  if (!existsSync(wanted)) return wanted
  for (let number = 2; ; number += 1) {
    const candidate = `${wanted}-${String(number)}`
    if (!existsSync(candidate)) return candidate
  }
}

/**
 * Renames `file` to `<name>.corrupt-<time>` in its folder and answers that name without the folder. `companions` are
 * endings of files that belong to it (such as `-wal`); those that exist go along under the new name, so that a database
 * can still be repaired by hand.
 */
export function quarantineFile(file: string, clock: Clock, companions: readonly string[] = []): string {
  const target = freeName(`${file}.corrupt-${fileStamp(clock.now())}`)
  for (const ending of ['', ...companions]) {
    if (existsSync(file + ending)) renameSync(file + ending, target + ending)
  }
  return basename(target)
}
