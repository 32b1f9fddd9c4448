/** Measures scrolling a queue of a thousand changing jobs, and opening a history of ten thousand. */
import { join } from 'node:path'
import { root, run } from '../lib/run.mjs'
import { goToAvatars, mainStall, openProfile, stalls, startApp, startPractice, watchMain, watchPage } from './app.mjs'
import { median, spread, table, aimText } from './statistics.mjs'

const moving = 1_000
const past = 10_000
// Same as `limits.rowsAtOnce` of src/shared.
const rowsAtOnce = 300

/** @typedef {{ emptyMs: number[], fullMs: number[], frameMs: number[], slowFrames: number[], mainMs: number[], changes: number[] }} Result */

/** Puts jobs into the database of a closed profile: `training` jobs with tasks, or `ready` jobs. */
async function seed(
  /** @type {import('./app.mjs').Bench} */ { electron, folder },
  /** @type {string} */ name,
  /** @type {object} */ jobs,
) {
  const script = join(root, 'test/main/creations/seed-process.ts')
  const command = [electron, script, join(folder, name), JSON.stringify(jobs)]
  const { code, output } = await run(command, { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } })
  if (code !== 0) throw new Error(output)
}

/** Saves a profile in a folder, closes the app and returns the profile's id. */
async function prepare(
  /** @type {import('./app.mjs').Bench} */ bench,
  /** @type {string} */ name,
  /** @type {string} */ baseUrl,
) {
  const { app, page } = await startApp(bench, name)
  await openProfile(page, baseUrl)
  const id = await page.evaluate(async () => {
    const { value } = await /** @type {any} */ (window).bridge.call('app.state', {})
    return String(value.openProfileId)
  })
  await app.close()
  return id
}

const rows = (/** @type {import('@playwright/test').Page} */ page) =>
  page.getByRole('table', { name: 'Avatar queue' }).getByRole('row')

/** Milliseconds from the click on Avatars until the section, with its rows if any, is painted. */
async function openingMs(
  /** @type {import('./app.mjs').Bench} */ bench,
  /** @type {string} */ name,
  /** @type {boolean} */ hasRows,
) {
  const { app, page } = await startApp(bench, name)
  try {
    await page.evaluate(() => {
      addEventListener('click', () => Object.assign(window, { benchClicked: performance.now() }), {
        once: true,
        capture: true,
      })
    })
    await goToAvatars(page)
    if (hasRows) await rows(page).nth(2).waitFor()
    return await page.evaluate(
      () =>
        new Promise((/** @type {(ms: number) => void} */ settle) => {
          requestAnimationFrame(() => settle(performance.now() - /** @type {any} */ (window).benchClicked))
        }),
    )
  } finally {
    await app.close()
  }
}

/** Scrolls the queue with the wheel from top to bottom and back, while its jobs change. */
async function scrollOnce(/** @type {import('./app.mjs').Bench} */ bench, /** @type {string} */ name) {
  const { app, page } = await startApp(bench, name)
  try {
    await goToAvatars(page)
    await rows(page).nth(2).waitFor()
    for (let shown = rowsAtOnce; shown < moving; shown += rowsAtOnce) {
      await page.getByText(/^Show \d+ more of/).click()
      await page.waitForFunction((count) => document.querySelectorAll('tbody tr').length > count, shown)
    }
    await page.evaluate(() => {
      const counted = { changes: 0 }
      const { bridge } = /** @type {any} */ (window)
      bridge.on((/** @type {unknown} */ events) => {
        counted.changes += JSON.stringify(events).split('"jobs.changed"').length - 1
      })
      Object.assign(window, { benchCounted: counted })
    })
    const box = await rows(page).nth(1).boundingBox()
    await page.mouse.move((box?.x ?? 300) + 60, Math.min((box?.y ?? 300) + 10, 700))
    await watchMain(app)
    await watchPage(page)
    for (let step = 0; step < 160; step += 1) await page.mouse.wheel(0, step < 80 ? 600 : -600)
    const { maxFrameMs, slowFrames } = await stalls(page)
    const mainMs = await mainStall(app)
    const changes = await page.evaluate(() => Number(/** @type {any} */ (window).benchCounted.changes))
    return { maxFrameMs, slowFrames, mainMs, changes }
  } finally {
    await app.close()
  }
}

/** Measures `rounds` openings and scrolls. @returns {Promise<Result>} */
export async function measure(/** @type {import('./app.mjs').Bench} */ bench) {
  const practice = await startPractice(bench.electron, 600_000)
  /** @type {Result} */
  const result = { emptyMs: [], fullMs: [], frameMs: [], slowFrames: [], mainMs: [], changes: [] }
  try {
    await prepare(bench, 'empty', practice.baseUrl)
    await seed(bench, 'full', { profileId: await prepare(bench, 'full', practice.baseUrl), ready: past, training: 0 })
    await seed(bench, 'moving', {
      profileId: await prepare(bench, 'moving', practice.baseUrl),
      ready: 0,
      training: moving,
    })
    for (let round = 0; round < bench.rounds; round += 1) {
      result.emptyMs.push(await openingMs(bench, 'empty', false))
      result.fullMs.push(await openingMs(bench, 'full', true))
      const { maxFrameMs, slowFrames, mainMs, changes } = await scrollOnce(bench, 'moving')
      result.frameMs.push(maxFrameMs)
      result.slowFrames.push(slowFrames)
      result.mainMs.push(mainMs)
      result.changes.push(changes)
    }
    return result
  } finally {
    await practice.stop()
  }
}

/** The results as a table with an explanation. */
export function report(/** @type {Result} */ { emptyMs, fullMs, frameMs, slowFrames, mainMs, changes }) {
  const ratio = `${(median(fullMs) / median(emptyMs)).toFixed(2)} ×`
  const opening = [['click to painted section', spread(emptyMs, 'ms'), spread(fullMs, 'ms'), ratio]]
  const scrolling = [
    ['longest frame', spread(frameMs, 'ms'), aimText(median(frameMs), 50, 'ms')],
    ['frames over 50 ms', spread(slowFrames, ''), aimText(median(slowFrames), 0, '')],
    ['longest stall of main', spread(mainMs, 'ms'), aimText(median(mainMs), 50, 'ms')],
    ['changes during scrolling', spread(changes, ''), ''],
  ]
  return `${table(['opening Avatars', 'no history', `${past} jobs`, 'ratio'], opening)}

${table([`scrolling ${moving} jobs`, '', 'aim'], scrolling)}

Medians of ${emptyMs.length} rounds, each in a new launch. Opening: from the click on **Avatars** to the frame in which the section, with its first rows, is painted. Scrolling: 160 turns of the wheel through jobs in training, while polls are answered and change them.`
}
