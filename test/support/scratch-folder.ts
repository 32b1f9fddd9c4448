/** Folders and databases of one test; gone when it is over, also on Windows, where nothing can be removed that is open. */
import { mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../src/main/store/database.ts'
import type { OpenedDatabase } from '../../src/main/store/database.ts'

/** A new empty folder by its real name: the system's own name of it may be a link (macOS) or shortened (Windows). */
export const newFolder = (): string => realpathSync.native(mkdtempSync(join(tmpdir(), 'greenroom-')))

/** Removes a folder; waits for what still holds a file in it, such as a handle that is being closed or a virus scanner. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10 })

/** A new folder that is removed when the test is over. */
export function scratchFolder(): string {
  const folder = newFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** Opens a database that is closed when the test is over, before a folder is removed that was made before. */
export function openScratchDatabase(options: Parameters<typeof openDatabase>[0]): OpenedDatabase {
  const opened = openDatabase(options)
  onTestFinished(() => {
    if (opened.database.isOpen) opened.database.close()
  })
  return opened
}
