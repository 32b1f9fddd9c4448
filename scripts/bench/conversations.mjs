/** Measures reading, opening, fetching and searching conversations in a library of ten thousand snapshots. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root, run } from '../lib/run.mjs'
import { mainStall, openProfile, stalls, startApp, watchMain, watchPage } from './app.mjs'
import { bodies, ids, names, sizes, startService } from './conversation-service.mjs'
import { median, spread, table, aimText } from './statistics.mjs'

const snapshotCount = 10_000
// Frequent and rare words, two words, Chinese, and digits of an id.
const queries = ['lobby', 'rareword104999', 'chatbot rareword102000', 'cedi', '欢迎光', '104321', 'xowi quipe']
// The full-text index has groups of three characters: the bare query cannot find these.
const shortQueries = ['ba', '欢迎']

/** @typedef {import('./conversation-service.mjs').Size} Size */
/** @typedef {{ app: import('./app.mjs').App, page: import('./app.mjs').Page }} Launched */
/** @typedef {{ bytes: number, parseMs: number[], validateMs: number[] }} Reading */
/** @typedef {{ ms: number, mainMs: number, pageMs: number }} Opening */
/** @typedef {{ usual: Opening[], hostile: Opening[] }} Openings */
/** @typedef {{ appMs: number[], shortMs: number[], bareMs: number[] }} Searching */
/** @typedef {{ plain: Reading, long: Reading, snapshot: Openings, library: Openings, searching: Searching }} Result */

/** Runs a script in a process on the app's runtime; returns its output. */
async function runScript(/** @type {string} */ electron, /** @type {readonly string[]} */ command) {
  const { code, output } = await run([electron, ...command], { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } })
  if (code !== 0) throw new Error(output)
  return output
}

async function goToConversations(/** @type {import('./app.mjs').Page} */ page) {
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Conversations', exact: true }).click()
  await page.getByRole('main').getByRole('heading', { level: 1, name: 'Conversations' }).waitFor()
}

/** Measures from a click on `target` until the conversation with that name is painted with all its headings. */
async function opening(
  /** @type {Launched} */ { app, page },
  /** @type {Size} */ size,
  /** @type {import('@playwright/test').Locator} */ target,
) {
  // Background work of the previous conversation must not count.
  await pause(500)
  await page.evaluate((name) => {
    const isReadable = () => {
      const viewer = document.querySelector(`article[aria-label="${name}"]`)
      return [...(viewer?.querySelectorAll('h2') ?? [])].some(({ textContent }) => textContent === 'Raw JSON')
    }
    const opened = new Promise(
      (/** @type {(ms: number) => void} */ settle, /** @type {(error: Error) => void} */ fail) => {
        setTimeout(() => fail(new Error(`${name} did not open`)), 60_000)
        const begin = () => {
          const began = performance.now()
          const poll = () => {
            if (!isReadable()) requestAnimationFrame(poll)
            // The frame in which the headings were found is not painted yet.
            else requestAnimationFrame(() => settle(performance.now() - began))
          }
          requestAnimationFrame(poll)
        }
        addEventListener('click', begin, { once: true, capture: true })
      },
    )
    Object.assign(window, { benchOpened: opened })
  }, names[size])
  // Located before the measurement, because Playwright lays out every row that content-visibility skips.
  const element = await target.elementHandle()
  await watchMain(app)
  await watchPage(page)
  await element?.click()
  const ms = await page.evaluate(() => /** @type {Promise<number>} */ (/** @type {any} */ (window).benchOpened))
  // Later work, such as checks and the raw JSON, must not stall either.
  await pause(1_000)
  const { maxTaskMs } = await stalls(page)
  return { ms, mainMs: await mainStall(app), pageMs: maxTaskMs }
}

async function snapshot(/** @type {import('./app.mjs').Page} */ page, /** @type {Size} */ size) {
  await page.getByRole('textbox', { name: 'Conversation ID' }).fill(ids[size])
  return page.getByRole('button', { name: 'Open', exact: true })
}

const fromLibrary = (/** @type {import('./app.mjs').Page} */ page, /** @type {Size} */ size) =>
  page.getByRole('region', { name: 'Library' }).getByRole('button').filter({ hasText: ids[size] })

const profileFolder = 'conversations'

/** Saves a profile, fills its library, and fetches the three conversations, so that they are stored. */
async function fillLibrary(/** @type {import('./app.mjs').Bench} */ bench, /** @type {string} */ baseUrl) {
  const started = await startApp(bench, profileFolder)
  await openProfile(started.page, baseUrl)
  const profileId = await started.page.evaluate(async () => {
    const { value } = await /** @type {any} */ (window).bridge.call('app.state', {})
    return String(value.openProfileId)
  })
  await started.app.close()
  const seed = join(root, 'test/main/conversations/seed-process.ts')
  await runScript(bench.electron, [seed, join(bench.folder, profileFolder), profileId, String(snapshotCount)])
  const launched = await startApp(bench, profileFolder)
  try {
    await goToConversations(launched.page)
    for (const size of sizes) await opening(launched, size, await snapshot(launched.page, size))
  } finally {
    await launched.app.close()
  }
}

/** One launch: opens both sizes from the library, then fetches them; a different conversation is opened before each. */
async function openOnce(
  /** @type {import('./app.mjs').Bench} */ bench,
  /** @type {readonly Size[]} */ order,
  /** @type {Pick<Result, 'snapshot' | 'library'>} */ result,
) {
  const launched = await startApp(bench, profileFolder)
  const { app, page } = launched
  try {
    await goToConversations(page)
    await opening(launched, 'first', fromLibrary(page, 'first'))
    for (const size of order) {
      const measured = await opening(launched, size, fromLibrary(page, size))
      if (size !== 'first') result.library[size].push(measured)
    }
    await opening(launched, 'first', await snapshot(page, 'first'))
    for (const size of order) {
      const measured = await opening(launched, size, await snapshot(page, size))
      if (size !== 'first') result.snapshot[size].push(measured)
    }
  } finally {
    await app.close()
  }
}

/** Milliseconds that each text takes through the page's operation, 20 times each. */
function searchTimes(/** @type {import('./app.mjs').Page} */ page, /** @type {readonly string[]} */ texts) {
  return page.evaluate(async (searches) => {
    const { bridge } = /** @type {any} */ (window)
    const took = []
    for (let time = 0; time < 20; time += 1) {
      for (const search of searches) {
        const asked = performance.now()
        const answer = await bridge.call('library.search', { search, limit: 100 })
        if (!answer.ok) throw new Error(JSON.stringify(answer))
        took.push(performance.now() - asked)
      }
    }
    return took
  }, texts)
}

/** Searches the library through the page's operation. @returns {Promise<Searching>} */
async function measureSearch(/** @type {import('./app.mjs').Bench} */ bench) {
  const file = join(bench.folder, profileFolder, 'greenroom.db')
  const bare = [join(root, 'scripts/bench/plain-search.mjs'), file, JSON.stringify(queries), '20']
  const { app, page } = await startApp(bench, profileFolder)
  try {
    /** @type {Searching} */
    const found = { appMs: [], shortMs: [], bareMs: [] }
    // In turn, so that other load of the machine slows down both.
    for (let round = 0; round < bench.rounds; round += 1) {
      found.appMs.push(...(await searchTimes(page, queries)))
      found.bareMs.push(...JSON.parse(await runScript(bench.electron, bare)))
      found.shortMs.push(...(await searchTimes(page, shortQueries)))
    }
    return found
  } finally {
    await app.close()
  }
}

/** Measures reading in a process, `rounds` launches with openings, and searches. @returns {Promise<Result>} */
export async function measure(/** @type {import('./app.mjs').Bench} */ bench) {
  const script = join(root, 'test/main/service/reading-process.ts')
  const reading = JSON.parse(await runScript(bench.electron, [script, String(bench.rounds * 5)]))
  /** @type {Pick<Result, 'snapshot' | 'library'>} */
  const openings = { snapshot: { usual: [], hostile: [] }, library: { usual: [], hostile: [] } }
  const service = await startService()
  try {
    await fillLibrary(bench, service.baseUrl)
    for (let round = 0; round < bench.rounds; round += 1) {
      await openOnce(bench, round % 2 === 0 ? ['usual', 'hostile'] : ['hostile', 'usual'], openings)
    }
    return { ...reading, ...openings, searching: await measureSearch(bench) }
  } finally {
    service.stop()
  }
}

function readingRow(
  /** @type {string} */ name,
  /** @type {Reading} */ { parseMs, validateMs },
  /** @type {number} */ aim,
) {
  const ratio = median(validateMs) / median(parseMs)
  return [
    name,
    spread(parseMs, 'ms', 1),
    spread(validateMs, 'ms', 1),
    `${ratio.toFixed(2)} ×`,
    aimText(median(validateMs), aim, 'ms'),
  ]
}

function openingRows(/** @type {string} */ name, /** @type {Openings} */ { usual, hostile }) {
  /** @typedef {{ what: string, key: keyof Opening, aim: number }} Row */
  /** @type {readonly Row[]} */
  const rows = [
    { what: `${name}: click to readable page`, key: 'ms', aim: 1_000 },
    { what: `${name}: longest stall of main`, key: 'mainMs', aim: 500 },
    { what: `${name}: longest stall of the page`, key: 'pageMs', aim: 1_000 },
  ]
  return rows.map(({ what, key, aim }) => {
    const [ofUsual, ofHostile] = [usual, hostile].map((all) => all.map((each) => each[key]))
    const aimed = aimText(median(ofHostile ?? []), aim, 'ms')
    return [what, spread(ofUsual ?? [], 'ms'), spread(ofHostile ?? [], 'ms'), aimed]
  })
}

function p99(/** @type {readonly number[]} */ values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? 0
}

/** The results as a table with an explanation. */
export function report(/** @type {Result} */ { plain, long, snapshot: fromService, library, searching }) {
  const { appMs, shortMs, bareMs } = searching
  const searchRow = (/** @type {string} */ name, /** @type {(values: readonly number[]) => number} */ of) => [
    name,
    `${of(bareMs).toFixed(1)} ms`,
    `${of(appMs).toFixed(1)} ms`,
    `${(of(appMs) / of(bareMs)).toFixed(2)} ×`,
  ]
  const megabytes = (/** @type {number} */ count) => `${(count / 1e6).toFixed(1)} MB`
  const sizeOf = (/** @type {Size} */ size) => `${Math.round(Buffer.byteLength(bodies[size]) / 1e3)} kB`
  return `${table(
    ['reading and classifying', 'bare `JSON.parse`', 'as the app does', 'ratio', 'aim'],
    [
      readingRow(`${megabytes(plain.bytes)}, short numbers`, plain, 200),
      readingRow(`${megabytes(long.bytes)}, ids as numbers of 19 digits`, long, 200),
    ],
  )}

${table(
  ['opening', `usual, ${sizeOf('usual')}`, `hostile, ${sizeOf('hostile')}`, 'aim'],
  [...openingRows('from the library', library), ...openingRows('fetched', fromService)],
)}

${table(
  [`searching ${snapshotCount} snapshots`, 'bare full-text query', '`library.search`', 'ratio'],
  [
    searchRow('median', median),
    searchRow('p99', p99),
    ['words of two characters, median', '', `${median(shortMs).toFixed(1)} ms`, ''],
    ['words of two characters, p99', '', `${p99(shortMs).toFixed(1)} ms`, ''],
  ],
)}

Reading: medians of ${plain.parseMs.length} rounds in one process, in turn; the bytes are decoded, searched for numbers that would lose digits, parsed, checked for contradicting keys, read as an envelope and classified. Opening: medians of ${library.hostile.length} launches, in a library of ${snapshotCount} snapshots of 50 kB; the hostile conversation has 20,000 short scripts, ids that are numbers of 19 digits, and fields that the contract does not name. The time runs from the click until the frame after the viewer has all its headings. A different conversation was opened before; neither of the two was opened in that launch before it is opened from the library. A fetched conversation is also stored and added to the full-text index. A stall is the longest time in which the thread could not begin a task, until a second after the page is readable; up to 4 ms of it are caused by the measurement. Searching: ${queries.length} searches (${queries.map((query) => `\`${query}\``).join(', ')}), ${appMs.length / queries.length} times each, through the bridge of the page until its answer is there, and words of two characters (${shortQueries.map((query) => `\`${query}\``).join(', ')}) beside them; the bare query reads the rows of each word from the full-text index and does nothing with them, in a separate process.`
}
