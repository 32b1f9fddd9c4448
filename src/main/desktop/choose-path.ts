import { BrowserWindow, dialog } from 'electron'
import type { OpenDialogOptions } from 'electron'

/** Shows the system's dialog for one file or folder; answers its absolute path, null when cancelled. */
export async function choosePath(kind: 'file' | 'folder'): Promise<string | null> {
  const options: OpenDialogOptions = {
    properties: [kind === 'file' ? 'openFile' : 'openDirectory', 'dontAddToRecent'],
  }
  const window = BrowserWindow.getFocusedWindow()
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? null : (filePaths[0] ?? null)
}
