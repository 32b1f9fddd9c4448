/** Measures a launch of an Electron app: first paint, complete paint, cost, and memory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { costOfTree } from './processes.mjs'

const settleMs = 3000
// After this time the engine has released the memory of the start, in main and in the page.
const restMs = 45_000
const deadlineMs = 30_000

/**
 * Milliseconds from spawn to the first contentful paint and to the mark `ready` (for a page without the mark: the same
 * paint); processor time of all processes until they had settled; their memory at that time and at rest, in megabytes
 * (10^6 bytes).
 * @typedef {{ paintMs: number, readyMs: number, cpuMs: number, pssMb: number, restMb: number }} Launch
 */

/**
 * Launches a program, measures and ends it. It reads the page over the DevTools protocol, in the same way for every
 * app.
 * @param {readonly string[]} command
 * @param {string | null} [preparation] JavaScript for the page to run in place of the rest, whose result must be `true`
 * @returns {Promise<Launch>}
 */
export async function launch([program = '', ...args], preparation = null) {
  const env = { ...process.env }
  delete env['ELECTRON_RUN_AS_NODE']
  // Without this switch, sandboxed processes hide their memory from other processes.
  const switches = ['--remote-debugging-port=0', '--allow-sandbox-debugging']
  const began = performance.timeOrigin + performance.now()
  const child = spawn(program, [...args, ...switches], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(child, 'exit')
  try {
    const page = await pageSocket(await devtoolsAddress(child.stderr))
    const { paintAt, readyAt } = await evaluate(page, instants)
    await pause(settleMs)
    const cost = costOfTree(child.pid ?? 0)
    if (preparation === null) await pause(restMs)
    else if ((await evaluate(page, preparation)) !== true)
      throw new Error(`The page could not be prepared: ${preparation}`)
    page.close()
    const { pssMb: restMb } = costOfTree(child.pid ?? 0)
    return { paintMs: paintAt - began, readyMs: readyAt - began, ...cost, restMb }
  } finally {
    child.kill()
    const killer = setTimeout(() => child.kill('SIGKILL'), 5000)
    await gone
    clearTimeout(killer)
  }
}

/** Host and port of the DevTools server, which Chromium names on standard error. @returns {Promise<string>} */
function devtoolsAddress(/** @type {import('node:stream').Readable} */ stream) {
  let said = ''
  return new Promise((settle, reject) => {
    stream.on('data', (data) => {
      said += String(data)
      const found = /DevTools listening on ws:\/\/([^/]+)\//.exec(said)?.[1]
      if (found !== undefined) settle(found)
    })
    stream.on('end', () => {
      reject(new Error(`The app ended before its window opened:\n${said}`))
    })
  })
}

// Epoch milliseconds. Greenroom's shell sets the mark `ready` together with data-ready; the bare page has no #root and
// no mark.
const instants = `new Promise((done) => {
  let paint, ready
  const look = (list) => {
    paint ??= list.getEntriesByName('first-contentful-paint')[0]
    ready ??= list.getEntriesByName('ready')[0] ?? (document.getElementById('root') ? undefined : paint)
    if (!paint || !ready) return
    done({ paintAt: performance.timeOrigin + paint.startTime, readyAt: performance.timeOrigin + ready.startTime })
  }
  for (const type of ['paint', 'mark']) new PerformanceObserver(look).observe({ type, buffered: true })
})`

/** The value of an expression in the page; promises are awaited. @returns {Promise<any>} */
async function evaluate(/** @type {WebSocket} */ page, /** @type {string} */ expression) {
  const params = { expression, awaitPromise: true, returnByValue: true }
  const signal = AbortSignal.timeout(deadlineMs)
  for (let id = 1; ; id += 1) {
    page.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }))
    const [message] = await once(page, 'message', { signal })
    const value = JSON.parse(message.data).result?.result.value
    // While the page is still navigating, the protocol returns an error: try again with the new page.
    if (value !== undefined) return value
  }
}

/** The DevTools connection of the first page. */
async function pageSocket(/** @type {string} */ address) {
  for (const end = Date.now() + deadlineMs; Date.now() < end; await pause(20)) {
    const targets = /** @type {any[]} */ (await (await fetch(`http://${address}/json/list`)).json())
    const page = targets.find(({ type, url }) => type === 'page' && url !== '' && url !== 'about:blank')
    if (page === undefined) continue
    const socket = new WebSocket(page.webSocketDebuggerUrl)
    await once(socket, 'open')
    return socket
  }
  throw new Error('No page appeared')
}
