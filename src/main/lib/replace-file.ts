/**
 * Renames a file onto its place. Windows refuses that while somebody has either of the two open, as virus scanners and
 * indexers do for moments: there it is tried again for about a second.
 */
import { renameSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { codeOf } from './files.ts'

const heldCodes: readonly (string | null)[] = ['EPERM', 'EACCES', 'EBUSY']
const pausesMs: readonly number[] = [10, 20, 40, 80, 150, 300, 400]

/** What a test puts in the place of the system. */
export interface Replacing<Renamed> {
  readonly platform: NodeJS.Platform
  readonly rename: (from: string, to: string) => Renamed
}

function pauseAfter(error: unknown, tries: number, platform: NodeJS.Platform): number {
  const pauseMs = pausesMs[tries]
  if (platform !== 'win32' || pauseMs === undefined || !heldCodes.includes(codeOf(error))) throw error
  return pauseMs
}

/** Throws what the file system does. */
export async function replaceFile(
  from: string,
  to: string,
  system: Replacing<Promise<void>> = { platform: process.platform, rename },
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await system.rename(from, to)
      return
    } catch (error) {
      await setTimeout(pauseAfter(error, tries, system.platform))
    }
  }
}

/** The same for what must be on disk before its caller goes on; the thread stands still meanwhile. */
export function replaceFileSync(
  from: string,
  to: string,
  system: Replacing<void> = { platform: process.platform, rename: renameSync },
): void {
  for (let tries = 0; ; tries += 1) {
    try {
      system.rename(from, to)
      return
    } catch (error) {
      const pauseMs = pauseAfter(error, tries, system.platform)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
}
