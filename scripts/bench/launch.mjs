/** One measured launch of an Electron app: its first contentful paint and, once settled, the memory of its processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'undici'

const settleMs = 3000
const deadlineMs = 30_000

/** @typedef {{ paintMs: number, pssMb: number }} Launch milliseconds from spawn; megabytes (10^6 bytes) */

/**
 * Launches, measures, ends. The page is asked over the DevTools protocol, in the same way whatever the app is.
 * @param {readonly string[]} command
 * @returns {Promise<Launch>}
 */
export async function launch([program = '', ...args]) {
  const env = { ...process.env }
  delete env['ELECTRON_RUN_AS_NODE']
  // Sandboxed processes hide their memory from other processes unless they are told not to.
  const switches = ['--remote-debugging-port=0', '--allow-sandbox-debugging']
  const began = performance.timeOrigin + performance.now()
  const child = spawn(program, [...args, ...switches], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(child, 'exit')
  try {
    const paintedAt = await firstPaint(await devtoolsAddress(child.stderr))
    await pause(settleMs)
    return { paintMs: paintedAt - began, pssMb: pssOfTree(child.pid ?? 0) / 1e6 }
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

const paintExpression = `new Promise((done) => new PerformanceObserver((list) => {
  for (const entry of list.getEntriesByName('first-contentful-paint')) done(performance.timeOrigin + entry.startTime)
}).observe({ type: 'paint', buffered: true }))`

/** The instant of the first contentful paint, in epoch milliseconds. @returns {Promise<number>} */
async function firstPaint(/** @type {string} */ address) {
  const socket = new WebSocket(await pageSocket(address))
  await once(socket, 'open')
  const params = { expression: paintExpression, awaitPromise: true, returnByValue: true }
  const signal = AbortSignal.timeout(deadlineMs)
  for (let id = 1; ; id += 1) {
    socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }))
    const [message] = await once(socket, 'message', { signal })
    const value = JSON.parse(message.data).result?.result.value
    // Asked while the page was still navigating, the protocol answers with an error: ask the page that came.
    if (typeof value !== 'number') continue
    socket.close()
    return value
  }
}

/** The DevTools address of the first page. @returns {Promise<string>} */
async function pageSocket(/** @type {string} */ address) {
  for (const end = Date.now() + deadlineMs; Date.now() < end; await pause(20)) {
    const targets = /** @type {any[]} */ (await (await fetch(`http://${address}/json/list`)).json())
    const page = targets.find(({ type, url }) => type === 'page' && url !== '' && url !== 'about:blank')
    if (page) return page.webSocketDebuggerUrl
  }
  throw new Error('No page appeared')
}

/** Proportional set size of a process and all its descendants, in bytes. */
function pssOfTree(/** @type {number} */ rootPid) {
  /** @type {Map<number, number>} */
  const parents = new Map()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readOrNull(`/proc/${name}/stat`)
    // The name in parentheses may hold anything; the parent's id is the second field after it.
    if (stat !== null) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isInTree = (/** @type {number} */ pid) => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === rootPid) return true
    return false
  }
  let total = 0
  for (const pid of [...parents.keys()].filter(isInTree)) {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    total += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
  }
  return total
}

/** What a file of /proc says, or null when its process has ended. */
function readOrNull(/** @type {string} */ file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
