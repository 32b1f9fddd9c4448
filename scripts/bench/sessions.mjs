/** Measures a month of live calls with fifty applications and with one: reading charts, writing and removing counts. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root, run } from '../lib/run.mjs'
import { median, spread, table, aimText } from './statistics.mjs'

const names = /** @type {const} */ (['one', 'fifty'])

/** @typedef {{ one: number[], fifty: number[] }} Times */
/** @typedef {{ one: number, fifty: number }} Numbers */
/** @typedef {Record<'hour' | 'day' | 'week' | 'month', Times>} Reads */
/** @typedef {{ read: Reads, write: Times, prune: Times, rows: Numbers, megabytes: Numbers }} Result */

/** Measures in a process on the app's runtime, the two databases in turn. @returns {Promise<Result>} */
export async function measure(/** @type {import('./app.mjs').Bench} */ { electron, folder, rounds }) {
  const databases = join(folder, 'sessions')
  await mkdir(databases, { recursive: true })
  try {
    const command = [electron, join(root, 'test/main/sessions/samples-process.ts'), databases, String(rounds)]
    const { code, output } = await run(command, { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } })
    if (code !== 0) throw new Error(output)
    return JSON.parse(output)
  } finally {
    await rm(databases, { recursive: true, force: true })
  }
}

function row(/** @type {string} */ name, /** @type {Times} */ times, /** @type {string} */ aim) {
  const ratio = median(times.fifty) / median(times.one)
  return [name, ...names.map((each) => spread(times[each], 'ms', 1)), `${ratio.toFixed(2)} ×`, aim]
}

/** The results as a table with an explanation. */
export function report(/** @type {Result} */ { read, write, prune, rows, megabytes }) {
  const frame = (/** @type {Times} */ { fifty }) => aimText(median(fifty), 16, 'ms')
  const longest = names.map((name) => `${Math.max(...prune[name]).toFixed(1)} ms`)
  return `${table(
    ['a month of live calls', 'one application', 'fifty applications', 'ratio', 'aim'],
    [
      row('chart of the last hour', read.hour, frame(read.hour)),
      row('chart of the last day', read.day, frame(read.day)),
      row('chart of 7 days', read.week, frame(read.week)),
      row('chart of 30 days', read.month, frame(read.month)),
      row('writing a count', write, aimText(median(write.fifty) / median(write.one), 2, '×')),
      row('removing a group of old counts', prune, ''),
      ['the slowest group', ...longest, '', aimText(Math.max(...prune.fifty), 10, 'ms')],
    ],
  )}

Two databases (${megabytes.one.toFixed(0)} and ${megabytes.fifty.toFixed(0)} MB): readings every 15 s for 2 days, minutes for 14 days and quarter hours for 30 days, of one application and of fifty, written in order of time, all applications in turn. Medians of ${read.month.fifty.length} reads and ${write.fifty.length} writes, the two databases in turn, in one process. A chart is the series of one application as the page receives it, a different application each time: single readings for the hour, minutes for the day, quarter hours for the week and half hours for the month, at most 1,500 points. Writing a count is one durable transaction: the reading, its minute and its quarter hour. The rows that become old in an hour (${rows.fifty} rows of fifty applications) are removed in groups of 500 rows, between which main does other work; the aim applies to the time in which main is blocked.`
}
