import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { app, crashReporter } from 'electron'

/**
 * Has crash dumps of all processes from here on written into the data folder, and sent nowhere. Before the first window:
 * a process that is there already writes none. `onFailure` gets the reason when there will be none; the start goes on.
 */
export function keepCrashDumps(userData: string, onFailure: (error: unknown) => void): void {
  const folder = path.join(userData, 'crash-dumps')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    app.setPath('crashDumps', folder)
    crashReporter.start({ uploadToServer: false })
  } catch (error) {
    onFailure(error)
  }
}
