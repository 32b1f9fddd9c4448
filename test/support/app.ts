/** Starts the built app on its own profile folder and returns its window once the app is ready. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { chromium, expect, test as base } from '@playwright/test'
import type { Browser, ElectronApplication, Page, PlaywrightWorkerArgs, TestInfo } from '@playwright/test'
import { readLog } from './app-log.ts'
import { startDouble } from './double.ts'
import type { Double } from './double.ts'
import { keepAnswers } from './kept-answers.ts'
import { hasPrivateScreen, openSession } from './session.ts'

const root = path.join(import.meta.dirname, '../..')

/** An installed program to drive instead of the built app; see scripts/test-package.mjs. */
const program = process.env['GREENROOM_PROGRAM']

/** How a test starts the app. */
export interface LaunchOptions {
  /** Folder inside the test's output; the same name twice means a restart on the same profile folder. */
  readonly profileFolder?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Folder to start in, as a desktop starts programs from anywhere. */
  readonly cwd?: string
  /** Folder of the built app; default this repository, unless a test has damaged a copy of the app. */
  readonly appFolder?: string
}

/** A server on a different origin that lets any page read, and that must never receive a token. */
export interface OtherHost {
  readonly origin: string
  /** Every request so far, with its headers. */
  readonly requests: () => readonly string[]
}

/** A running app. */
export interface RunningApp {
  readonly app: ElectronApplication
  readonly page: Page
  readonly userData: string
  /** The file that was started. Asking the process for it can fail while the process is busy starting. */
  readonly executable: string
  /** Connects to the window's page again: for Playwright a page that crashed stays dead. */
  readonly attach: () => Promise<Page>
  /** Ends the process at once, as a crash would. */
  readonly kill: () => Promise<void>
  /** Closes the window and waits for the end of the process. */
  readonly quit: () => Promise<void>
}

interface Fixtures {
  /**
   * The app of all tests that are not about a start, a restart or a second window: each test has its own profile in it.
   */
  readonly shared: RunningApp
  readonly launch: (options?: LaunchOptions) => Promise<RunningApp>
  /** The practice service in the test's own process, started when a test asks for it. */
  readonly double: Double
  readonly otherHost: OtherHost
}

// Keeps the machine's policy out of the tests; tests of policies name a policy file.
const noPolicy = { GREENROOM_POLICY_FILE: path.join(root, 'test-results/no-policy.json') }

function environment(extra: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== 'ELECTRON_RUN_AS_NODE',
  )
  return { ...Object.fromEntries(inherited), ...noPolicy, ...extra }
}

interface Opened {
  readonly app: ElectronApplication
  readonly page: Page
}

/**
 * Media settings that every test starts with. Only the kit's test checks motion: drawing it takes a tenth of all
 * processor time.
 */
const atRest = { colorScheme: 'light', reducedMotion: 'reduce' } as const

async function readyPage(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow()
  await page.emulateMedia(atRest)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  return page
}

/**
 * Starts the app and waits for its page. An installed program runs before Playwright is connected, so that Playwright
 * sometimes waits for an event that it missed: such a start is abandoned and repeated.
 */
async function opened(start: (timeoutMs: number) => Promise<ElectronApplication>): Promise<Opened> {
  for (let left = program === undefined ? 0 : 3; ; left -= 1) {
    try {
      const app = await start(left === 0 ? 30_000 : 10_000)
      keepAnswers(app)
      return { app, page: await readyPage(app) }
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

type Launcher = PlaywrightWorkerArgs['playwright']['_electron']

/** Starts the app outside of a test, for a fixture that several tests share; the caller must end it. */
export async function startApp(launcher: Launcher, userData: string, options: LaunchOptions = {}): Promise<RunningApp> {
  // No executablePath for the built app: Playwright finds Electron in node_modules, and Electron waits for Playwright
  // to connect.
  const start = (timeout: number) =>
    launcher.launch({
      timeout,
      ...(program === undefined ? {} : { executablePath: program }),
      args: [
        ...(program === undefined ? [options.appFolder ?? root] : []),
        `--user-data-dir=${userData}`,
        // Without a graphics card, as on a private screen, Chromium emulates the card: a tenth of all processor time.
        ...(hasPrivateScreen() ? ['--disable-gpu'] : []),
        ...(options.args ?? []),
      ],
      env: environment(options.env ?? {}),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      // Inside the wrapper the uid is 1000 and Chromium's own sandbox works; as plain root it cannot.
      chromiumSandbox: process.getuid?.() !== 0,
    })
  const { app, page } = await opened(start)
  const attached: Browser[] = []
  const child = app.process()
  const ended = new Promise<unknown>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(null)
    else child.once('exit', resolve)
  })
  return {
    app,
    page,
    userData,
    executable: child.spawnfile,
    attach: async () => {
      // The protocol does not list the page of a process that has ended.
      await expect
        .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.isCrashed()))
        .toBe(false)
      const [port = ''] = (await readFile(path.join(userData, 'DevToolsActivePort'), 'utf8')).split('\n')
      let found: Page | undefined
      // A page that was listed just before its process ended never comes, so the page is requested again.
      await expect(async () => {
        const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
        attached.push(browser)
        found = browser.contexts()[0]?.pages()[0]
        expect(found).toBeDefined()
      }).toPass()
      if (found === undefined) throw new Error('the program has no page')
      return found
    },
    kill: async () => {
      for (const browser of attached) await browser.close()
      child.kill('SIGKILL')
      await ended
    },
    quit: async () => {
      await app.close()
      await ended
    },
  }
}

/**
 * Attaches evidence about a failed test's app, for a failure that does not recur; a part that does not answer is
 * reported as such.
 */
async function attachEvidence({ app, page, userData }: RunningApp, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  const evidence = {
    // The list of results shows the first three hundred characters.
    processes: () =>
      app.evaluate((electron) =>
        electron.app
          .getAppMetrics()
          .map(({ type, cpu }) => `${type} ${String(cpu.cumulativeCPUUsage)} s`)
          .join(', '),
      ),
    log: () => readLog(userData).then((log) => log.slice(-280)),
    screen: () => page.getByRole('main').ariaSnapshot(),
    dialog: () => page.getByRole('dialog').ariaSnapshot({ timeout: 1_000 }),
  }
  for (const [name, find] of Object.entries(evidence)) {
    const overdue = new Promise<string>((resolve) => setTimeout(resolve, 3_000, 'no answer within 3 s'))
    const body = await Promise.race([find(), overdue]).catch(String)
    await testInfo.attach(`${path.basename(userData)}: ${name}`, { body, contentType: 'text/plain' })
  }
}

/**
 * `test` with these fixtures; everything that a test started is removed when the test ends, except for the shared app.
 */
export const test = base.extend<Fixtures, { readonly session: undefined; readonly sharedApp: RunningApp }>({
  session: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern
    async ({}, use) => {
      const end = await openSession()
      await use(undefined)
      await end()
    },
    { scope: 'worker', auto: true },
  ],
  sharedApp: [
    async ({ playwright }, use, { project, workerIndex }) => {
      const userData = path.join(project.outputDir, `shared-${String(workerIndex)}`)
      const running = await startApp(playwright._electron, userData)
      await running.app.evaluate(({ dialog }) => {
        Reflect.set(globalThis, 'nativeDialogs', { ...dialog })
      })
      await use(running)
      await running.kill()
    },
    { scope: 'worker' },
  ],
  shared: async ({ sharedApp }, use, testInfo) => {
    const size = await sharedApp.page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
    await use(sharedApp)
    await attachEvidence(sharedApp, testInfo)
    // An answer that this test prepared would hide a question that the next test must not cause.
    await sharedApp.app.evaluate(({ dialog }) => {
      Object.assign(dialog, Reflect.get(globalThis, 'nativeDialogs'))
    })
    // Discards unsaved page content without a question; what the page showed belongs to that test's profile. A listener
    // would run too late: Chromium runs the listeners of this event in the order in which they were added.
    await sharedApp.page.evaluate(() => {
      BeforeUnloadEvent.prototype.preventDefault = () => undefined
    })
    await sharedApp.page.emulateMedia(atRest)
    await sharedApp.page.setViewportSize(size)
    await sharedApp.page.reload()
    await sharedApp.page.locator('html[data-ready]').waitFor({ state: 'attached' })
  },
  launch: async ({ playwright }, use, testInfo) => {
    const running: RunningApp[] = []
    await use(async (options = {}) => {
      const userData = testInfo.outputPath(options.profileFolder ?? 'profile')
      const one = await startApp(playwright._electron, userData, options)
      running.push(one)
      return one
    })
    for (const one of running) {
      await attachEvidence(one, testInfo)
      await one.kill()
    }
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern
  double: async ({}, use) => {
    const double = await startDouble()
    await use(double)
    await double.stop()
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern
  otherHost: async ({}, use) => {
    const seen: string[] = []
    const server = createServer((request, response) => {
      seen.push(`${request.method ?? ''} ${request.url ?? ''} ${JSON.stringify(request.headers)}`)
      response.setHeader('access-control-allow-origin', '*')
      response.end('{"success":true,"code":"0","data":{}}')
    })
    server.on('upgrade', ({ url }, socket) => {
      seen.push(`UPGRADE ${url ?? ''}`)
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await use({ origin: `http://127.0.0.1:${String(port)}`, requests: () => seen })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

export { expect }
