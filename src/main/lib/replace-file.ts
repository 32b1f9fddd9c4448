/**
 * Renames a file to its final path, where it replaces an existing file. Windows refuses this while a program has either
 * file open, as virus scanners and indexers do briefly, so on Windows the rename is retried for about a second.
 */
import { renameSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { codeOf } from './files.ts'

const heldCodes: readonly (string | null)[] = ['EPERM', 'EACCES', 'EBUSY']
const pausesMs: readonly number[] = [10, 20, 40, 80, 150, 300, 400]

/** The system's functions, which a test can replace. */
export interface RenameSystem<Renamed> {
  readonly platform: NodeJS.Platform
  readonly rename: (from: string, to: string) => Renamed
}

function pauseAfter(error: unknown, tries: number, platform: NodeJS.Platform): number {
  const pauseMs = pausesMs[tries]
  if (platform !== 'win32' || pauseMs === undefined || !heldCodes.includes(codeOf(error))) throw error
  return pauseMs
}

/** Throws the error of the file system. */
export async function replaceFile(
  from: string,
  to: string,
  system: RenameSystem<Promise<void>> = { platform: process.platform, rename },
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

/** As `replaceFile`, for files that must be on disk before the caller continues; blocks the thread. */
export function replaceFileSync(
  from: string,
  to: string,
  system: RenameSystem<void> = { platform: process.platform, rename: renameSync },
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
