/** Asks the operator where a file goes, and writes it there whole or not at all. */
import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { app, BrowserWindow, dialog } from 'electron'
import type { SaveDialogOptions } from 'electron'
import { asStorageFailure } from '../store/storage-failure.ts'

// A full disk must not leave half a file, nor take the one that was there before.
async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.part`)
  try {
    const handle = await open(unfinished, 'wx')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw asStorageFailure(error)
  }
}

/** Shows the system's dialog and writes `text` (UTF-8); answers the file's name, null when cancelled. Failures: storage. */
export async function saveFile(suggestedName: string, text: string): Promise<string | null> {
  const options: SaveDialogOptions = {
    defaultPath: path.join(app.getPath('documents'), suggestedName),
    filters: [
      { name: path.extname(suggestedName).slice(1).toUpperCase(), extensions: [path.extname(suggestedName).slice(1)] },
    ],
  }
  const window = BrowserWindow.getFocusedWindow()
  const { filePath } = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options))
  if (filePath === '') return null
  await writeWhole(filePath, text)
  return path.basename(filePath)
}
