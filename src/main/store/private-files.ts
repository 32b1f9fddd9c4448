/** Keeps the data folder to the operator's own account, whatever the umask and whoever made the folder. */
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

// In a folder that the operator named there may be files of others: only what Greenroom writes is its to change.
const ownNames =
  /^(settings\.json|submissions\.jsonl|window-state\.json|greenroom\.db)|^(images|logs|practice|backups|crash-dumps)$/

function restrict(folder: string, names = /^/): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!names.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) restrict(path)
    else if (entry.isFile()) chmodSync(path, 0o600)
  }
  // The folder is closed last, so that a walk that was interrupted is taken up again.
  chmodSync(folder, 0o700)
}

/**
 * Closes the folder (made when there is none) and Greenroom's own files in it to everybody else, and has all files of this
 * process made so from now on. Windows keeps a user's folders to the user. `onFailure`: why a folder stayed as it was.
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
