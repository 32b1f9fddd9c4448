/** The system's file dialogs: one to read a file, one to write a file. */
import path from 'node:path'
import { app, BrowserWindow, dialog } from 'electron'
import type { OpenDialogOptions, SaveDialogOptions } from 'electron'
import { FailureError, refusal } from '../../shared/failure.ts'
import type { DialogKind } from '../../shared/schemas/settings.ts'
import { codeOf } from '../lib/files.ts'
import { writeAtomic } from '../store/data-files.ts'
import type { FileContents } from '../store/data-files.ts'
import type { FolderMemory } from './dialog-folders.ts'

// The texts of storage failures describe the data folder; here the operator chose the folder.
function notWritten(error: unknown): unknown {
  if (!(error instanceof FailureError) || error.failure.kind !== 'storage' || error.failure.reason === 'full')
    return error
  return refusal('file-not-written', codeOf(error.cause) ?? error.failure.detail)
}

export interface FileDialogs {
  /**
   * Shows the system's dialog and writes the contents (text as UTF-8); returns the file's name, null when cancelled.
   * Failures: storage (`full`), refused (`file-not-written`).
   */
  readonly saveFile: (suggestedName: string, contents: FileContents) => Promise<string | null>
  /** Shows the system's dialog for one file; returns its absolute path, null when cancelled. */
  readonly chooseFile: (kind: Exclude<DialogKind, 'save'>) => Promise<string | null>
}

/** Without a remembered folder of its kind, a dialog begins in Documents. */
export function createFileDialogs(folders: FolderMemory | null): FileDialogs {
  const startOf = (kind: DialogKind): string => folders?.lastOf(kind) ?? app.getPath('documents')
  return {
    saveFile: async (suggestedName, contents) => {
      const extension = path.extname(suggestedName).slice(1)
      const options: SaveDialogOptions = {
        defaultPath: path.join(startOf('save'), suggestedName),
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
      folders?.chose('save', filePath)
      return path.basename(filePath)
    },
    chooseFile: async (kind) => {
      const options: OpenDialogOptions = {
        defaultPath: startOf(kind),
        properties: ['openFile', 'dontAddToRecent'],
      }
      const window = BrowserWindow.getFocusedWindow()
      const { canceled, filePaths } = await (window === null
        ? dialog.showOpenDialog(options)
        : dialog.showOpenDialog(window, options))
      const [file] = filePaths
      if (canceled || file === undefined) return null
      folders?.chose(kind, file)
      return file
    },
  }
}
