/** Restricts the data folder to the operator's account, whatever the umask and whoever created the folder. */
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

// A folder that the operator chose can contain other files: Greenroom changes only its own.
const ownNames =
  /^(settings\.json|submissions\.jsonl|window-state\.json|greenroom\.db)|^(images|logs|practice|backups|crash-dumps)$/

function restrict(folder: string, names = /^/): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!names.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) restrict(path)
    else if (entry.isFile()) chmodSync(path, 0o600)
  }
  // The folder is restricted last, so that an interrupted walk runs again.
  chmodSync(folder, 0o700)
}

/**
 * Removes everyone else's access to the folder (created if missing) and to Greenroom's own files in it, and creates all
 * later files of this process the same way. Windows restricts a user's folders to the user. `onFailure` receives the
 * reason why a folder was not changed.
 */
export function keepPrivate(folder: string, onFailure: (error: unknown) => void): void {
  if (process.platform === 'win32') return
  process.umask(0o077)
  try {
    mkdirSync(folder, { recursive: true })
    if ((statSync(folder).mode & 0o077) !== 0) restrict(folder, ownNames)
  } catch (error) {
    onFailure(error)
  }
}
