/** The system's dialogs for files: one to read, and one to write. */
import path from 'node:path'
import { app, BrowserWindow, dialog } from 'electron'
import type { OpenDialogOptions, SaveDialogOptions } from 'electron'
import { FailureError, refusal } from '../../shared/failure.ts'
import { codeOf } from '../lib/files.ts'
import { writeAtomic } from '../store/data-files.ts'
import type { FileContents } from '../store/data-files.ts'

// The texts of storage failures speak of the data folder; this folder is one that the operator chose.
function notWritten(error: unknown): unknown {
  if (!(error instanceof FailureError) || error.failure.kind !== 'storage' || error.failure.reason === 'full')
    return error
  return refusal('file-not-written', codeOf(error.cause) ?? error.failure.detail)
}

/**
 * Shows the system's dialog and writes the contents (text as UTF-8); answers the file's name, null when cancelled.
 * Failures: storage (`full`), refused (`file-not-written`).
 */
export async function saveFile(suggestedName: string, contents: FileContents): Promise<string | null> {
  const extension = path.extname(suggestedName).slice(1)
  const options: SaveDialogOptions = {
    defaultPath: path.join(app.getPath('documents'), suggestedName),
    filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
  }
  const window = BrowserWindow.getFocusedWindow()
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  if (canceled) return null
  try {
    await writeAtomic(filePath, contents)
  } catch (error) {
    throw notWritten(error)
  }
  return path.basename(filePath)
}

/** Shows the system's dialog for one file; answers its absolute path, null when cancelled. */
export async function chooseFile(): Promise<string | null> {
  const options: OpenDialogOptions = { properties: ['openFile', 'dontAddToRecent'] }
  const window = BrowserWindow.getFocusedWindow()
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? null : (filePaths[0] ?? null)
}
