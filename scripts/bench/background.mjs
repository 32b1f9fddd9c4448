/** Compares the built app without a window, while avatars train, with a bare sandboxed window, in turn. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root, run } from '../lib/run.mjs'
import { openProfile, startApp } from './app.mjs'
import { costOfTree, untilAlone } from './processes.mjs'
import { aimText, median, spread, table } from './statistics.mjs'
import { startTrainingService } from './training-service.mjs'

const trainings = 20
const profileFolder = 'background'
// After this time the engine has released the window's memory, as in launch.mjs.
const restMs = 45_000
// The next poll of a training was scheduled while the window was open, when polls are twice as frequent.
const slowDownMs = 75_000
// Linux counts processor time in steps of 10 ms.
const watchMs = 60_000
const aims = { memory: 0.75, processor: 0.1 }

/** Megabytes, and the share of one processor. @typedef {{ pssMb: number, percent: number }} Cost */
/** @typedef {{ window: Cost[], closed: Cost[], background: Cost[] }} Result */

/** Makes the session look like a desktop with a tray: without a tray the app would ask and end. */
async function pretendTray(/** @type {string} */ folder) {
  const tools = join(folder, 'tools')
  await mkdir(tools)
  const tool = join(tools, 'gdbus')
  await writeFile(tool, '#!/bin/sh\necho "(<true>,)"\n')
  await chmod(tool, 0o755)
  process.env['PATH'] = `${tools}${delimiter}${process.env['PATH'] ?? ''}`
}

/** Saves a profile with avatars that have trained for a day, and closes the app. */
async function prepare(/** @type {import('./app.mjs').Bench} */ bench, /** @type {string} */ baseUrl) {
  const { app, page } = await startApp(bench, profileFolder)
  await openProfile(page, baseUrl, [{ appId: '1000000000000000001', label: 'Front desk' }])
  const profileId = await page.evaluate(async () => {
    const { value } = await /** @type {any} */ (window).bridge.call('app.state', {})
    return String(value.openProfileId)
  })
  await app.close()
  const jobs = JSON.stringify({ profileId, ready: 0, training: trainings })
  const script = join(root, 'test/main/creations/seed-process.ts')
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { code, output } = await run([bench.electron, script, join(bench.folder, profileFolder), jobs], { env })
  if (code !== 0) throw new Error(output)
}

/** Memory of a program at rest, and its later share of the processor time. @returns {Promise<Cost>} */
async function costAtRest(/** @type {number} */ pid, /** @type {number} */ settleMs) {
  await pause(restMs)
  const { pssMb } = costOfTree(pid)
  await pause(settleMs)
  const { cpuMs } = costOfTree(pid)
  await pause(watchMs)
  return { pssMb, percent: ((costOfTree(pid).cpuMs - cpuMs) / watchMs) * 100 }
}

/** Starts a program that needs no interaction, and measures it. */
async function measureBare(/** @type {readonly string[]} */ [program = '', ...args]) {
  const env = { ...process.env }
  delete env['ELECTRON_RUN_AS_NODE']
  const child = spawn(program, [...args, '--allow-sandbox-debugging'], { env, stdio: 'ignore' })
  const gone = once(child, 'exit')
  try {
    return await costAtRest(child.pid ?? 0, 0)
  } finally {
    child.kill()
    await gone
  }
}

/** Starts the app, closes its window, and measures the app in the background. */
async function measureApp(/** @type {import('./app.mjs').Bench} */ bench) {
  const { app } = await startApp(bench, profileFolder)
  try {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    const cost = await costAtRest(app.process().pid ?? 0, slowDownMs)
    const left = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
    if (left > 0) throw new Error('The window is still open')
    return cost
  } finally {
    await app.close()
  }
}

/** Measures `rounds` launches of each. @returns {Promise<Result>} */
export async function measure(/** @type {import('./app.mjs').Bench} */ { electron, folder, switches, rounds }) {
  // Without this switch, sandboxed processes hide their memory from other processes.
  const bench = { electron, folder, rounds, switches: [...switches, '--allow-sandbox-debugging'] }
  const bare = [
    ...[electron, ...switches, join(root, 'scripts/bench/bare/main.mjs')],
    `--user-data-dir=${join(folder, 'bare')}`,
  ]
  const service = await startTrainingService()
  /** @type {Result} */
  const result = { window: [], closed: [], background: [] }
  try {
    await pretendTray(folder)
    await prepare(bench, service.baseUrl)
    for (let round = 0; round < rounds; round += 1) {
      await untilAlone(electron)
      result.window.push(await measureBare(bare))
      await untilAlone(electron)
      result.closed.push(await measureBare([...bare, '--close-window']))
      await untilAlone(electron)
      result.background.push(await measureApp(bench))
      console.log(`round ${round + 1} of ${rounds}`)
    }
    return result
  } finally {
    service.stop()
  }
}

/** The results as a table with an explanation. */
export function report(/** @type {Result} */ { window, closed, background }) {
  const memory = [window, closed, background].map((costs) => costs.map(({ pssMb }) => pssMb))
  const processor = [window, closed, background].map((costs) => costs.map(({ percent }) => percent))
  const [bareMb = 1, closedMb = 0, backgroundMb = 0] = memory.map(median)
  const rows = [
    [
      'memory, all processes (PSS)',
      ...memory.map((values) => spread(values, 'MB')),
      aimText(Number((backgroundMb / bareMb).toFixed(2)), aims.memory, '×'),
    ],
    [
      'ratio to the bare window',
      '',
      `${(closedMb / bareMb).toFixed(2)} ×`,
      `${(backgroundMb / bareMb).toFixed(2)} ×`,
      '',
    ],
    [
      'processor time at rest',
      ...processor.map((values) => spread(values, '%', 2)),
      aimText(median(processor[2] ?? []), aims.processor, '%'),
    ],
  ]
  return `${table(['', 'bare window', 'bare, its window closed', 'the app in the background', 'aim'], rows)}

Medians of ${window.length} rounds, the three programs in turn. **Bare, its window closed** is the same program as the bare window after that window was closed: the minimum that Electron costs without a window. The app has a profile with one application, on which ${trainings} avatars have trained for a day, and its window was closed. Memory is measured ${restMs / 1000} seconds after that; processor time is user and system time of every process in ${watchMs / 1000} seconds, as a share of one processor, in steps of 10 ms. For the app it is measured ${slowDownMs / 1000} seconds later, when each training is polled at the slower interval for a program without a visible window. The app runs with an inspector, which closes its window.`
}
