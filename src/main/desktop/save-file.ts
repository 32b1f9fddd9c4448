/** Asks the operator where a file goes, and writes it there. */
import path from 'node:path'
import { app, BrowserWindow, dialog } from 'electron'
import type { SaveDialogOptions } from 'electron'
import { writeWhole } from '../store/write-whole.ts'

/** Shows the system's dialog and writes `text` (UTF-8); answers the file's name, null when cancelled. Failures: storage. */
export async function saveFile(suggestedName: string, text: string): Promise<string | null> {
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
  await writeWhole(filePath, text)
  return path.basename(filePath)
}
