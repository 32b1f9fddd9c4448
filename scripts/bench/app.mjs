/**
 * The built app and the practice service for benches of the window. They use the app like an operator, by roles and
 * names, and measure from outside, so that the product needs no code for benches.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { _electron } from '@playwright/test'
import { root } from '../lib/run.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').ElectronApplication} App */
/** @typedef {{ electron: string, folder: string, switches: readonly string[], rounds: number }} Bench */

/** Starts the practice service in its own process; `trainingMs` is the duration of each training. */
export async function startPractice(/** @type {string} */ electron, /** @type {number} */ trainingMs) {
  const args = [join(root, 'src/practice/cli.ts'), '--json', '--speed', String(trainingMs), '--token', 'bench']
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const child = spawn(electron, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return {
    baseUrl: String(JSON.parse(line).baseUrl),
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

const fields = {
  name: 'Bench',
  authentication: { kind: 'access-token' },
  mediaBaseUrl: '',
  durationUnit: 'unknown',
  protection: 'open',
  colour: 'blue',
}

/** Starts the app on a profile folder and waits until it is ready. */
export async function startApp(/** @type {Bench} */ { folder, switches }, /** @type {string} */ name) {
  const env = { ...process.env }
  delete env['ELECTRON_RUN_AS_NODE']
  // No executablePath: with it, Playwright sometimes misses the window's first navigation and waits for ever.
  const app = await _electron.launch({
    cwd: root,
    args: [root, `--user-data-dir=${join(folder, name)}`, ...switches],
    env: /** @type {Record<string, string>} */ (env),
    chromiumSandbox: !switches.includes('--no-sandbox'),
  })
  const page = await app.firstWindow()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  return { app, page }
}

/**
 * Saves and opens a profile on a service, through the same bridge that the page uses.
 * @param {readonly { readonly appId: string, readonly label: string }[]} [applications]
 */
export async function openProfile(/** @type {Page} */ page, /** @type {string} */ baseUrl, applications = []) {
  const input = {
    id: null,
    fields: { ...fields, applications, baseUrl },
    secret: { kind: 'set', value: 'bench', keepIn: 'keychain' },
  }
  const saved = await page.evaluate((value) => /** @type {any} */ (window).bridge.call('profile.save', value), input)
  if (!saved.ok) throw new Error(JSON.stringify(saved))
}

/** Goes to Avatars, and waits until the section is rendered. */
export async function goToAvatars(/** @type {Page} */ page) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Avatars', exact: true }).click()
  await page.getByRole('main').getByRole('heading', { level: 1, name: 'Avatars' }).waitFor()
}

/** The list of draft cards. */
export const drafts = (/** @type {Page} */ page) => page.getByRole('list', { name: 'Drafts' })

/** Drops files on the window with a real drag. */
export async function dropFiles(/** @type {Page} */ page, /** @type {readonly string[]} */ files) {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop']))
    await session.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data })
  await session.detach()
}

/**
 * Starts to measure the page's thread: the longest time in which no task could run, and the frames. `stalls` returns
 * the result.
 */
export async function watchPage(/** @type {Page} */ page) {
  await page.evaluate(() => {
    const found = { began: performance.now(), maxTaskMs: 0, frames: /** @type {number[]} */ ([]), over: false }
    const { port1, port2 } = new MessageChannel()
    let last = performance.now()
    port1.onmessage = () => {
      const now = performance.now()
      found.maxTaskMs = Math.max(found.maxTaskMs, now - last)
      last = now
      // A task per millisecond is enough to detect a stall, and hardly occupies the thread.
      if (!found.over) setTimeout(() => port2.postMessage(null), 1)
    }
    port2.postMessage(null)
    let before = performance.now()
    const frame = (/** @type {number} */ now) => {
      found.frames.push(now - before)
      before = now
      if (!found.over) requestAnimationFrame(frame)
    }
    requestAnimationFrame((now) => {
      before = now
      requestAnimationFrame(frame)
    })
    Object.assign(window, { benchFound: found })
  })
}

/**
 * Ends the measurement. `maxTaskMs`: longest time without a task; `maxFrameMs`: longest time between two frames;
 * `slowFrames`: frames that took longer than 50 ms; `ms`: duration of the measurement.
 */
export function stalls(/** @type {Page} */ page) {
  return page.evaluate(() => {
    const { benchFound: found } = /** @type {any} */ (window)
    found.over = true
    return {
      ms: performance.now() - found.began,
      maxTaskMs: /** @type {number} */ (found.maxTaskMs),
      maxFrameMs: Math.max(0, ...found.frames),
      slowFrames: found.frames.filter((/** @type {number} */ ms) => ms > 50).length,
      frames: /** @type {number} */ (found.frames.length),
    }
  })
}

/** Starts to measure the main process' event loop; `mainStall` returns the longest time in ms without a turn. */
export async function watchMain(/** @type {App} */ app) {
  await app.evaluate(() => {
    const histogram = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 })
    histogram.enable()
    Object.assign(globalThis, { benchDelay: histogram })
  })
}

/** Ends the measurement of the main process. */
export function mainStall(/** @type {App} */ app) {
  return app.evaluate(() => {
    const { benchDelay } = /** @type {any} */ (globalThis)
    benchDelay.disable()
    return Number(benchDelay.max) / 1e6
  })
}
