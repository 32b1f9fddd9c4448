/** Starts the program a second time while it runs. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import type { RunningApp } from './app.ts'

const root = path.join(import.meta.dirname, '../..')

/** The end of a start that found the program running, or no folder. */
interface Ended {
  readonly code: number
  readonly said: string
}

/** Starts the program once more with these arguments, and waits for its end. */
export async function startAgain(
  { executable, userData }: Pick<RunningApp, 'executable' | 'userData'>,
  ...words: string[]
): Promise<Ended> {
  const env: NodeJS.ProcessEnv = { ...process.env }
  delete env['ELECTRON_RUN_AS_NODE']
  // Like the running app: Chromium's own sandbox does not work for plain root.
  const switches = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return new Promise((resolve) => {
    execFile(
      executable,
      [...switches, root, `--user-data-dir=${userData}`, ...words],
      // A start that hangs does not outlive the test.
      { env, timeout: 60_000 },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1
        resolve({ code, said: `${stdout}${stderr}` })
      },
    )
  })
}
