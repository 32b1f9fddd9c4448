/**
 * Remembers where the system's file dialogs begin: each kind begins where the last dialog of its kind ended. Without
 * Electron.
 */
import { statSync } from 'node:fs'
import path from 'node:path'
import type { DialogFolders, DialogKind } from '../../shared/schemas/settings.ts'
import type { Log } from '../lib/log.ts'
import type { Settings } from '../store/settings.ts'

export interface FolderMemory {
  /** An absolute path; null where the last folder of this kind no longer exists, or there was none. */
  readonly lastOf: (kind: DialogKind) => string | null
  /** Remembers where a file was chosen. A storage failure is only logged, because the file itself was chosen. */
  readonly chose: (kind: DialogKind, file: string) => void
}

function isFolder(folder: string): boolean {
  // A folder on a missing drive throws on some systems and is not found on others.
  try {
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}

export function createFolderMemory(settings: Pick<Settings, 'read' | 'write'>, log: Pick<Log, 'warn'>): FolderMemory {
  // The next dialog may open before the settings are written.
  let chosen: DialogFolders = {}
  const folderOf = (kind: DialogKind): string | undefined => chosen[kind] ?? settings.read().dialogFolders?.[kind]
  return {
    lastOf: (kind) => {
      const folder = folderOf(kind)
      return folder !== undefined && isFolder(folder) ? folder : null
    },
    chose: (kind, file) => {
      const folder = path.dirname(file)
      if (folderOf(kind) === folder) return
      chosen = { ...chosen, [kind]: folder }
      settings
        .write(({ dialogFolders }) => ({ dialogFolders: { ...dialogFolders, [kind]: folder } }))
        .catch((error: unknown) => {
          log.warn('the folder of a dialog could not be stored', error)
        })
    },
  }
}
