/**
 * Folders and databases of one test. They are removed when it ends, also on Windows, where open files cannot be
 * removed.
 */
import { mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../src/main/store/database.ts'
import type { OpenedDatabase } from '../../src/main/store/database.ts'

/** A new empty folder by its real name: the system's own name can be a link (macOS) or shortened (Windows). */
export const newFolder = (): string => realpathSync.native(mkdtempSync(join(tmpdir(), 'greenroom-')))

/** Removes a folder; waits until its files are released, for example by a closing handle or a virus scanner. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10 })

/** A new folder that is removed when the test ends. */
export function scratchFolder(): string {
  const folder = newFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** Opens a database that is closed when the test ends, before any folder is removed that was made earlier. */
export function openScratchDatabase(options: Parameters<typeof openDatabase>[0]): OpenedDatabase {
  const opened = openDatabase(options)
  onTestFinished(() => {
    if (opened.database.isOpen) opened.database.close()
  })
  return opened
}
