/** Conversations of 5 MB, read, looked up and opened, and a search over ten thousand snapshots. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root, run } from '../lib/run.mjs'
import { mainStall, openProfile, stalls, startApp, watchMain, watchPage } from './app.mjs'
import { bodies, ids, names, sizes, startService } from './conversation-service.mjs'
import { median, spread, table, aimText } from './statistics.mjs'

const snapshotCount = 10_000
// Frequent and rare words, two at once, Chinese, and digits of an id.
const queries = ['lobby', 'rareword104999', 'chatbot rareword102000', 'cedi', '欢迎光', '104321', 'xowi quipe']
// The index holds groups of three signs: the bare query knows no answer to these.
const shortQueries = ['ba', '欢迎']

/** @typedef {import('./conversation-service.mjs').Size} Size */
/** @typedef {{ app: import('./app.mjs').App, page: import('./app.mjs').Page }} Launched */
/** @typedef {{ bytes: number, parseMs: number[], validateMs: number[] }} Reading */
/** @typedef {{ ms: number, mainMs: number, pageMs: number }} Opening */
/** @typedef {{ small: Opening[], large: Opening[] }} Openings */
/** @typedef {{ appMs: number[], shortMs: number[], bareMs: number[], indexingMs: number }} Searching */
/** @typedef {{ plain: Reading, long: Reading, snapshot: Openings, library: Openings, bytes: number, searching: Searching }} Result */

/** A script of a process on the app's runtime; answers what it printed. */
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

/** From the click that `click` makes until the conversation of that name is painted, all its headings included. */
async function opening(
  /** @type {Launched} */ { app, page },
  /** @type {Size} */ size,
  /** @type {() => Promise<void>} */ click,
) {
  // What the one before still does in the background is its own.
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
            // The frame in which it was found is not painted yet.
            else requestAnimationFrame(() => settle(performance.now() - began))
          }
          requestAnimationFrame(poll)
        }
        addEventListener('click', begin, { once: true, capture: true })
      },
    )
    Object.assign(window, { benchOpened: opened })
  }, names[size])
  await watchMain(app)
  await watchPage(page)
  await click()
  const ms = await page.evaluate(() => /** @type {Promise<number>} */ (/** @type {any} */ (window).benchOpened))
  // What comes in later, such as checks and the raw JSON, must not stall either.
  await pause(1_000)
  const { maxTaskMs } = await stalls(page)
  return { ms, mainMs: await mainStall(app), pageMs: maxTaskMs }
}

async function snapshot(/** @type {import('./app.mjs').Page} */ page, /** @type {Size} */ size) {
  await page.getByRole('textbox', { name: 'Conversation ID' }).fill(ids[size])
  return () => page.getByRole('button', { name: 'Open', exact: true }).click()
}

const fromLibrary = (/** @type {import('./app.mjs').Page} */ page, /** @type {Size} */ size) => () =>
  page.getByRole('region', { name: 'Library' }).getByRole('button').filter({ hasText: ids[size] }).click()

/** Saves a profile and looks all conversations up, so that they are kept. */
async function keepAll(/** @type {import('./app.mjs').Bench} */ bench, /** @type {string} */ baseUrl) {
  const launched = await startApp(bench, 'conversations')
  const { app, page } = launched
  try {
    await openProfile(page, baseUrl)
    await goToConversations(page)
    for (const size of sizes) await opening(launched, size, await snapshot(page, size))
  } finally {
    await app.close()
  }
}

/** One launch: both sizes opened from the library, then looked up; the first conversation starts the reader's thread. */
async function openOnce(
  /** @type {import('./app.mjs').Bench} */ bench,
  /** @type {readonly Size[]} */ order,
  /** @type {Pick<Result, 'snapshot' | 'library'>} */ result,
) {
  const launched = await startApp(bench, 'conversations')
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

/** Milliseconds until nothing is left to index. */
function untilIndexed(/** @type {import('./app.mjs').Page} */ page) {
  return page.evaluate(async () => {
    const { bridge } = /** @type {any} */ (window)
    const search = async () => (await bridge.call('library.search', { search: 'lobby' })).value
    const began = performance.now()
    while ((await search()).isIndexing) await new Promise((settle) => setTimeout(settle, 250))
    return performance.now() - began
  })
}

/** Milliseconds that each text takes through the operation of the page, 20 times each. */
function searchTimes(/** @type {import('./app.mjs').Page} */ page, /** @type {readonly string[]} */ texts) {
  return page.evaluate(async (searches) => {
    const { bridge } = /** @type {any} */ (window)
    const took = []
    for (let time = 0; time < 20; time += 1) {
      for (const search of searches) {
        const asked = performance.now()
        const answer = await bridge.call('library.search', { search })
        if (!answer.ok) throw new Error(JSON.stringify(answer))
        took.push(performance.now() - asked)
      }
    }
    return took
  }, texts)
}

/** Searches ten thousand snapshots, through the operation of the page. @returns {Promise<Searching>} */
async function measureSearch(/** @type {import('./app.mjs').Bench} */ bench, /** @type {string} */ baseUrl) {
  const name = 'library'
  const started = await startApp(bench, name)
  await openProfile(started.page, baseUrl)
  const profileId = await started.page.evaluate(async () => {
    const { value } = await /** @type {any} */ (window).bridge.call('app.state', {})
    return String(value.openProfileId)
  })
  await started.app.close()
  const folder = join(bench.folder, name)
  const seed = join(root, 'test/main/conversations/seed-process.ts')
  await runScript(bench.electron, [seed, folder, profileId, String(snapshotCount)])
  const bare = [
    join(root, 'scripts/bench/plain-search.mjs'),
    join(folder, 'greenroom.db'),
    JSON.stringify(queries),
    '20',
  ]
  const { app, page } = await startApp(bench, name)
  try {
    const indexingMs = await untilIndexed(page)
    /** @type {Searching} */
    const found = { indexingMs, appMs: [], shortMs: [], bareMs: [] }
    // In turn, so that whatever else the machine does slows down both.
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

/** Measures reading in a process, `rounds` launches with openings, and a search. @returns {Promise<Result>} */
export async function measure(/** @type {import('./app.mjs').Bench} */ bench) {
  const script = join(root, 'test/main/service/reading-process.ts')
  const reading = JSON.parse(await runScript(bench.electron, [script, String(bench.rounds * 5)]))
  /** @type {Pick<Result, 'snapshot' | 'library'>} */
  const openings = { snapshot: { small: [], large: [] }, library: { small: [], large: [] } }
  const service = await startService()
  try {
    await keepAll(bench, service.baseUrl)
    for (let round = 0; round < bench.rounds; round += 1) {
      await openOnce(bench, round % 2 === 0 ? ['small', 'large'] : ['large', 'small'], openings)
    }
    const searching = await measureSearch(bench, service.baseUrl)
    return { ...reading, ...openings, bytes: Buffer.byteLength(bodies.large), searching }
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
    aimText(ratio, aim, '×'),
  ]
}

function openingRows(/** @type {string} */ name, /** @type {Openings} */ { small, large }) {
  /** @typedef {{ what: string, key: keyof Opening, aim?: number }} Row */
  /** @type {readonly Row[]} */
  const rows = [
    { what: `${name}: click to readable page`, key: 'ms' },
    { what: `${name}: longest stall of main`, key: 'mainMs', aim: 50 },
    { what: `${name}: longest stall of the page`, key: 'pageMs' },
  ]
  return rows.map(({ what, key, aim }) => {
    const [one, other] = [small, large].map((all) => all.map((each) => each[key]))
    const ratio = median(other ?? []) / median(one ?? [])
    const isTime = key === 'ms'
    const aimed = isTime ? aimText(ratio, 3, '×') : aim === undefined ? '' : aimText(median(other ?? []), aim, 'ms')
    return [what, spread(one ?? [], 'ms'), spread(other ?? [], 'ms'), isTime ? `${ratio.toFixed(2)} ×` : '', aimed]
  })
}

function p99(/** @type {readonly number[]} */ values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? 0
}

/** What was measured, as a table and what it means. */
export function report(/** @type {Result} */ { plain, long, snapshot: fromService, library, bytes, searching }) {
  const { appMs, shortMs, bareMs, indexingMs } = searching
  const searchRow = (/** @type {string} */ name, /** @type {(values: readonly number[]) => number} */ of) => [
    name,
    `${of(bareMs).toFixed(1)} ms`,
    `${of(appMs).toFixed(1)} ms`,
    `${(of(appMs) / of(bareMs)).toFixed(2)} ×`,
  ]
  const megabytes = (/** @type {number} */ count) => `${(count / 1e6).toFixed(1)} MB`
  return `${table(
    ['reading and judging', 'bare `JSON.parse`', 'as the app does', 'ratio', 'aim'],
    [
      readingRow(`${megabytes(plain.bytes)}, short numbers`, plain, 4),
      readingRow(`${megabytes(long.bytes)}, ids as numbers of 19 digits`, long, 8),
    ],
  )}

${table(
  ['opening', 'small', megabytes(bytes), 'ratio', 'aim'],
  [...openingRows('from the library', library), ...openingRows('looked up', fromService)],
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

Reading: medians of ${plain.parseMs.length} rounds in one process, in turn; the bytes are decoded, looked through for numbers that would lose digits, parsed, checked for keys that contradict each other, read as an envelope and classified. Opening: medians of ${library.large.length} launches; the large conversation has 5,000 scripts, two prompts of 200,000 characters and ids that are numbers of 19 digits. From the click until the frame after the one in which the viewer has all its headings; another conversation was opened before, so that the reader’s thread runs, but none of the two was parsed before in that launch when it is opened from the library. A stall is the longest time in which the thread could not begin a task, until a second after the page is readable; up to 4 ms of it belong to the measuring. Searching: ${queries.length} searches (${queries.map((query) => `\`${query}\``).join(', ')}), ${appMs.length / queries.length} times each, through the bridge of the page until its answer is there, and words of two characters (${shortQueries.map((query) => `\`${query}\``).join(', ')}) beside them; the bare query asks the full-text index for the rows of each word and does nothing with them, in a process of its own. The snapshots came as from an earlier version: indexing all of them took ${(indexingMs / 1_000).toFixed(1)} s on the reader’s thread, searchable all the while.`
}
