/** Starts the built app on its own profile folder and hands over its window once it says that it is ready. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { _electron, test as base } from '@playwright/test'
import type { ElectronApplication, Page } from '@playwright/test'

const root = path.join(import.meta.dirname, '../..')

/** How a test starts the app. */
export interface LaunchOptions {
  /** Folder inside the test's output; the same name twice means a restart on the same profile folder. */
  readonly profileFolder?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A running app. */
export interface RunningApp {
  readonly app: ElectronApplication
  readonly page: Page
  readonly userData: string
  /** Ends the process at once, as a crash would. */
  readonly kill: () => Promise<void>
  /** Closes the window and waits for the end of the process. */
  readonly quit: () => Promise<void>
}

interface Fixtures {
  readonly launch: (options?: LaunchOptions) => Promise<RunningApp>
}

function executable(): string {
  const dist = path.join(root, 'node_modules/electron')
  return path.join(dist, 'dist', readFileSync(path.join(dist, 'path.txt'), 'utf8').trim())
}

function environment(extra: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== 'ELECTRON_RUN_AS_NODE',
  )
  return { ...Object.fromEntries(kept), ...extra }
}

/** `test` with `launch`; every app that a test started is gone when the test ends. */
export const test = base.extend<Fixtures>({
  launch: async ({}, use, testInfo) => {
    const running: RunningApp[] = []
    await use(async (options = {}) => {
      const userData = testInfo.outputPath(options.profileFolder ?? 'profile')
      const app = await _electron.launch({
        executablePath: executable(),
        args: [root, `--user-data-dir=${userData}`, ...(options.args ?? [])],
        env: environment(options.env ?? {}),
        // Inside the wrapper the uid is 1000 and Chromium's own sandbox works; as plain root it cannot.
        chromiumSandbox: process.getuid?.() !== 0,
      })
      const page = await app.firstWindow()
      await page.locator('html[data-ready]').waitFor({ state: 'attached' })
      const child = app.process()
      const ended = new Promise<void>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) resolve()
        else child.once('exit', () => resolve())
      })
      const one: RunningApp = {
        app,
        page,
        userData,
        kill: async () => {
          child.kill('SIGKILL')
          await ended
        },
        quit: async () => {
          await app.close()
          await ended
        },
      }
      running.push(one)
      return one
    })
    for (const one of running) await one.kill()
  },
})

export { expect } from '@playwright/test'
