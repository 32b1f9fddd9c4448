/** The costs of a process and all its descendants, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

// USER_HZ, which Linux fixes at 100 for /proc on every architecture that Electron runs on.
const msPerTick = 10

/**
 * Processor time (user and system, ended children included) and proportional set size of a process and all its
 * descendants, in milliseconds and megabytes.
 * @returns {{ cpuMs: number, pssMb: number }}
 */
export function costOfTree(/** @type {number} */ rootPid) {
  const pids = treeOf(rootPid)
  let cpuMs = 0
  let pssMb = 0
  for (const pid of pids) {
    const ticks = statOf(String(pid))?.slice(11, 15) ?? []
    cpuMs += ticks.reduce((sum, tick) => sum + Number(tick), 0) * msPerTick
    const rollup = textOf(`/proc/${pid}/smaps_rollup`) ?? ''
    pssMb += (Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024) / 1e6
  }
  return { cpuMs, pssMb }
}

/**
 * Waits until no process runs a program, from this or a different checkout, because such processes can share memory
 * with the measured program; a minute at most.
 */
export async function untilAlone(/** @type {string} */ program) {
  const inCheckout = program.slice(program.lastIndexOf('/node_modules/'))
  // Not its `exe` link, which we cannot read for a process in a different user namespace.
  const runsIt = (/** @type {string} */ pid) =>
    textOf(`/proc/${pid}/cmdline`)?.split('\0')[0]?.includes(inCheckout) === true
  for (let seconds = 0; seconds < 60 && processIds().some(runsIt); seconds += 0.5) await pause(500)
}

const processIds = () => readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))

function treeOf(/** @type {number} */ rootPid) {
  /** @type {Map<number, number>} */
  const parents = new Map()
  for (const name of processIds()) {
    const stat = statOf(name)
    if (stat !== null) parents.set(Number(name), Number(stat[1]))
  }
  const isInTree = (/** @type {number} */ pid) => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === rootPid) return true
    return false
  }
  return [...parents.keys()].filter(isInTree)
}

/** The fields of /proc/<pid>/stat after the name, which can contain anything in its parentheses; null if it ended. */
function statOf(/** @type {string} */ pid) {
  const stat = textOf(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? null
}

/** The text of a file of a process; null after the process ended. */
function textOf(/** @type {string} */ file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
