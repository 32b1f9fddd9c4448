/** The program started once more while it runs. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import type { RunningApp } from './app.ts'

const root = path.join(import.meta.dirname, '../..')

/** How a start ended that found the program running, or no folder. */
interface Ended {
  readonly code: number
  readonly said: string
}

/** Starts the program once more with these words, and waits for its end. */
export async function startAgain(
  { executable, userData }: Pick<RunningApp, 'executable' | 'userData'>,
  ...words: string[]
): Promise<Ended> {
  const env: NodeJS.ProcessEnv = { ...process.env }
  delete env['ELECTRON_RUN_AS_NODE']
  // As the app that runs: plain root cannot have Chromium's own sandbox.
  const switches = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return new Promise((resolve) => {
    execFile(
      executable,
      [...switches, root, `--user-data-dir=${userData}`, ...words],
      // One that hangs does not outlive the test.
      { env, timeout: 60_000 },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1
        resolve({ code, said: `${stdout}${stderr}` })
      },
    )
  })
}
