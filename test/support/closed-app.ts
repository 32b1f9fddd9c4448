/** Writes into the database of an app between its end and its next start, with the app's own runtime. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { RunningApp } from './app.ts'
import type { PastData } from './past-data-process.ts'

const run = promisify(execFile)

/** Ends the app, and runs a script of this folder with the app's database, its first profile and these arguments. */
export async function quitAndRun(running: RunningApp, script: string, ...words: string[]): Promise<void> {
  const { executable, userData } = running
  await running.quit()
  const settings = JSON.parse(await readFile(path.join(userData, 'settings.json'), 'utf8')) as {
    readonly profiles: readonly { readonly id: string }[]
  }
  const profileId = settings.profiles[0]?.id ?? ''
  await run(
    executable,
    [path.join(import.meta.dirname, script), path.join(userData, 'greenroom.db'), profileId, ...words],
    {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    },
  )
}

/** Ends the app, and writes these data into its database. */
export function quitAndWrite(running: RunningApp, work: PastData): Promise<void> {
  return quitAndRun(running, 'past-data-process.ts', JSON.stringify(work))
}
